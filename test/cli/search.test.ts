/** `neardup search`, as a user calls it. */
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
    expect((await neardup(['search', 'text'])).stderr).toMatch(
      /Expected `--in` to be the documents to search/,
    );
    expect((await neardup(['search', '--in', '.'])).stderr).toMatch(/Expected at least one query/);
  });
});
