/** `neardup search` and `neardup index`, as a user calls them. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const DOCUMENTS = [
  {
    id: 'ferry',
    text: 'The ferry leaves at nine from the north pier, weather permitting, and returns at noon.',
  },
  { id: 'bread', text: 'Fresh bread is sold from seven in the old bakery behind the market square.' },
  { id: 'uk', text: 'Пором відпливає о дев’ятій від північного причалу, якщо дозволить погода.' },
  { id: 'zh', text: '渡轮九点从北码头出发，天气允许的话中午返回。' },
];
const lines = (documents: object[]) => documents.map((document) => JSON.stringify(document)).join('\n');

describe('neardup search', () => {
  test('finds the nearest document in English, Ukrainian and Chinese', async () => {
    const path = folder({ 'docs.jsonl': lines(DOCUMENTS) });
    const queries = ['ferry at nine from the pier', 'пором від північного причалу', '北码头的渡轮'];
    const { code, stdout } = await neardup([
      'search',
      ...queries,
      '--in',
      path,
      '-k',
      '1',
      '--json',
      '--explain',
    ]);
    expect(code).toBe(0);
    const { results } = parseLines(stdout);
    expect(results.map(({ query, id, rank }) => [query, id, rank])).toEqual([
      [queries[0], 'ferry', 1],
      [queries[1], 'uk', 1],
      [queries[2], 'zh', 1],
    ]);
    expect(results[0]).toMatchObject({ distance: expect.any(Number), score: expect.any(Number) });
    expect(results[0].shared).toContain('ferry');
  });

  test('takes queries from files, and knows them by path or id', async () => {
    const path = folder({ 'docs.jsonl': lines(DOCUMENTS), 'query.txt': DOCUMENTS[1].text });
    const docs = join(path, 'docs.jsonl');
    const file = join(path, 'query.txt');
    const { stdout } = await neardup([
      'search',
      `@${file}`,
      '--queries',
      docs,
      '--in',
      docs,
      '-k',
      '1',
      '--json',
    ]);
    const { results } = parseLines(stdout);
    expect(results.map(({ query, id }) => [query, id])).toEqual([
      [file, 'bread'],
      ...DOCUMENTS.map(({ id }) => [id, id]),
    ]);
    expect(results.every(({ distance, score }) => distance === 0 && score === 1)).toBe(true);
  });

  test('says what is missing', async () => {
    expect((await neardup(['search', 'text'])).stderr).toMatch(/Expected one of `--in` and `--index`/);
    expect((await neardup(['search', '--in', '.'])).stderr).toMatch(/Expected at least one query/);
    const none = await neardup(['search', 'text', '--index', folder()]);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/there is no such file or folder/);
  });
});

describe('neardup index', () => {
  test('builds, adds, searches and tells', async () => {
    const path = folder({
      'some.jsonl': lines(DOCUMENTS.slice(0, 2)),
      'more.jsonl': lines(DOCUMENTS.slice(2)),
    });
    const index = join(path, 'index');
    expect((await neardup(['index', 'build', index, join(path, 'some.jsonl'), '--texts'])).code).toBe(0);
    const added = await neardup(['index', 'add', index, join(path, 'more.jsonl')]);
    expect(added.code).toBe(0);
    expect(added.stderr).toMatch(/^neardup: `neardup index` works for one more version/);
    const info = JSON.parse((await neardup(['index', 'info', index, '--json'])).stdout);
    expect(info).toMatchObject({
      documents: 4,
      width: 1024,
      structure: 'scan',
      texts: true,
      statisticsFrom: 2,
    });
    const { stdout } = await neardup([
      'index',
      'search',
      index,
      '北码头的渡轮',
      '-k',
      '1',
      '--explain',
      '--json',
    ]);
    expect(parseLines(stdout).results[0]).toMatchObject({ id: 'zh', rank: 1 });
    const again = await neardup(['index', 'add', index, join(path, 'more.jsonl')]);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/The id `uk` is in the index already/);
    const collection = join(path, 'news.nd');
    const made = await neardup([
      'collection',
      'create',
      collection,
      '--from-index',
      index,
      join(path, 'more.jsonl'),
    ]);
    expect(made.code).toBe(2);
    expect(made.stderr).toMatch(/`en` of the index was not among them/);
    const found = await neardup(['collection', 'search', collection, '北码头的渡轮', '-k', '1', '--json']);
    expect(parseLines(found.stdout).results[0]).toMatchObject({ id: 'zh', rank: 1 });
  });

  test('refuses a word it does not know', async () => {
    const { code, stderr } = await neardup(['index', 'make', 'x']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/Expected build, add, search or info, got `make`/);
  });
});
