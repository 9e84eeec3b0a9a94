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

  test('searches slice lists with the parameters of paper B, and measures what they find', async () => {
    const words = (n: number) =>
      Array.from({ length: 400 }, (_, i) => `w${(n * 70 + i * i) % 3001}`).join(' ');
    const documents = Array.from({ length: 200 }, (_, n) => ({ id: `d${n}`, text: words(n) }));
    const path = folder({ 'docs.jsonl': lines(documents) });
    const docs = join(path, 'docs.jsonl');
    const asked = ['search', '--queries', docs, '--in', docs, '--json', '--measure', '-k', '5'];
    const run = async (...how: string[]) => parseLines((await neardup([...asked, ...how])).stdout).summary;
    expect(await run('--structure', 'scan')).toMatchObject({ measured: 200, recall: 1, cdr: 1 });
    const narrow = await run('--structure', 'slices', '--slice-bits', '16', '--expand', '0');
    const wide = await run('--structure', 'slices', '--slice-bits', '8', '--expand', '4', '--cut-off', '2');
    expect(narrow.recall).toBeLessThan(Number(wide.recall));
    expect(wide.recall).toBeGreaterThan(0.95);
    const { stdout } = await neardup([...asked.filter((word) => word !== '--json'), '--structure', 'slices']);
    expect(stdout).toMatch(/measured +200 .+\n +recall +[01]\.\d{4}\n +CDR +[01]\.\d{4}/);
  });

  test('finds in a collection with any structure what the scan finds, if enough lists are visited', async () => {
    const path = folder({ 'docs.jsonl': lines(DOCUMENTS) });
    const made = join(path, 'c.nd');
    await neardup(['collection', 'create', made, join(path, 'docs.jsonl'), '--indexes', 'search']);
    const ask = (...how: string[]) =>
      neardup(['collection', 'search', made, '--id', 'ferry', '--json', ...how]);
    const { stdout } = await ask();
    expect((await ask('--structure', 'slices', '--slice-bits', '4', '--expand', '4')).stdout).toBe(stdout);
    expect((await ask('--structure', 'clusters')).stdout).toBe(stdout);
  });

  test.each([
    [['--slice-bits', '8'], '`--slice-bits` has no effect: only `--structure slices` has slices.'],
    [
      ['--structure', 'slices', '--quality', '0.9'],
      '`--quality` has no effect: with `--structure slices` `--expand`',
    ],
    [
      ['--structure', 'slices', '--slice-bits', '30'],
      '`--slice-bits` to be an integer from 2 to 26, got `30`',
    ],
    [
      ['--structure', 'slices', '--slice-bits', '4', '--expand', '5'],
      '`--expand` to be at most the 4 bits of a slice',
    ],
    [['--structure', 'slices', '--cut-off', '4'], '`--cut-off` to be at most 3, as `--expand` is, got `4`'],
    [
      ['--structure', 'slices', '--candidates', '5'],
      '`--candidates` to be at least 10, the number of results, got `5`',
    ],
    [
      ['--structure', 'scan', '--width', '1000'],
      '`--width` to be a multiple of 64 from 64 to 4096, got `1000`',
    ],
  ])('refuses %j, with the allowed values', async (how, message) => {
    const path = folder({ 'docs.jsonl': lines(DOCUMENTS) });
    const { code, stderr } = await neardup(['search', 'ferry', '--in', path, ...how]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
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
