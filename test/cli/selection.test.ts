/** `neardup filter --words --where` and watches of words and fields, as a user calls them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCollection } from '../../src/index.ts';
import { folder, neardup } from './run-neardup.ts';

const LINES = [
  '{"id":"a","text":"The ferry leaves the north pier.","lang":"en","date":"2026-02-01"}',
  '{"id":"b","text":"The ferry is late.","lang":"en","date":"2025-02-01"}',
  '{"id":"c","text":"Пором на північному причалі.","lang":"uk","date":"2026-03-01"}',
];
const input = `${LINES.join('\n')}\n`;

test('filter passes on the lines of documents that have the words and fields, unchanged, without a collection', async () => {
  const run = async (...args: string[]) =>
    (await neardup(['filter', ...args], { input })).stdout.trim().split('\n');
  expect(await run('--words', 'Ferry, north pier', '--needs', 'all')).toEqual([LINES[0]]);
  expect(await run('--words', 'ferry,ПРИЧАЛІ')).toEqual(LINES);
  expect(await run('--where', 'date > 2026-01-01')).toEqual([LINES[0], LINES[2]]);
  expect(await run('--words', 'ferry', '--where', 'date > 2026-01-01', '--where', 'lang in en,uk')).toEqual([
    LINES[0],
  ]);
  const { code, stderr } = await neardup(['filter', '--where', 'lang = uk'], { input: `{broken\n${input}` });
  expect([code, stderr]).toEqual([2, expect.stringContaining('4 documents: 1 passed, 1 failed')]);
});

test.each([
  [['--words', 'a', 'seen.nd'], '`--words` has no effect: an index passes on new documents.'],
  [['--words', 'a', '--evidence'], '`--evidence` has no effect: lines are selected without an index.'],
  [['--needs', '2'], '`--needs` has no effect: there are no keywords.'],
  [['--where', 'lang'], '`--where` to be conditions like `lang = uk`'],
  [['--words', 'a,b', '--needs', 'most'], '`--needs` to be `any`, `all` or a number of keywords, got `most`'],
])('filter refuses %j with what is expected', async (args, message) => {
  const { code, stderr } = await neardup(['filter', ...args], { input });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a watch of words and fields needs no examples, and tells which words a document has', async () => {
  const path = folder({ 'in.jsonl': input });
  const made = join(path, 'c.nd');
  await neardup(['collection', 'create', made]);
  const watch = [
    'collection',
    'watch',
    'add',
    made,
    'w',
    '--words',
    'ferry,pier',
    '--where',
    'date > 2026-01-01',
  ];
  expect((await neardup(watch)).stdout).toContain('added');
  await neardup(['collection', 'add', made, join(path, 'in.jsonl')]);
  const { stdout } = await neardup(['collection', 'watch', 'list', made]);
  expect(stdout).toBe('w: any of the words ferry, pier, only date > 2026-01-01\n');
  await using collection = await openCollection(made, { readOnly: true, threads: 1 });
  const events = [];
  for await (const { watch, id, keywords } of collection.events()) events.push([watch, id, keywords]);
  expect(events).toEqual([['w', 'a', ['ferry', 'pier']]]);
});
