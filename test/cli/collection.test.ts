/** `neardup collection`, and a collection as an input of other commands, as a user calls them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, neardup, parseLines } from './run-neardup.ts';

const FERRY =
  'The ferry to the island leaves at nine in the morning and returns at six in the evening every day of the week.';
const lines = (documents: readonly object[]) => documents.map((each) => `${JSON.stringify(each)}\n`).join('');

/** The command is a bundle: what registers itself by being imported may be left out of it. */
test('a collection is an input of the built command like a file', async () => {
  const dir = folder({
    'old.jsonl': lines([
      { id: 'a', text: FERRY },
      { id: 'b', text: FERRY.replace('nine', 'ten') },
    ]),
    'new.jsonl': lines([
      { id: 'copy', text: FERRY },
      { id: 'fresh', text: 'Tomatoes need warm soil and a great deal of patience in early spring.' },
    ]),
  });
  const news = join(dir, 'news.nd');
  const created = await neardup(['collection', 'create', news, join(dir, 'old.jsonl'), '--threshold', '0.5']);
  expect([created.code, created.stderr]).toEqual([0, '']);
  const pairs = await neardup(['pairs', news, '--threshold', '0.5', '--json']);
  expect(parseLines(pairs.stdout)).toMatchObject({
    results: [{ a: 'a', b: 'b' }],
    summary: { documents: 2 },
  });
  const fresh = join(dir, 'fresh.jsonl');
  const deduped = await neardup(['dedup', join(dir, 'new.jsonl'), '--against', news, '-o', fresh]);
  expect(deduped.code).toBe(0);
  expect(readFileSync(fresh, 'utf8')).toMatch(/^\{"id":"fresh".*\n$/);
});

test('sources names what a text has in common with a collection that has the index, and compare --in asks the same index', async () => {
  const dir = folder({
    'old.jsonl': lines([{ id: 'a', text: `It began early. ${FERRY}` }]),
    'essay.txt': `My own words come first here. ${FERRY}`,
  });
  const [news, essay] = [join(dir, 'news.nd'), join(dir, 'essay.txt')];
  await neardup(['collection', 'create', news, join(dir, 'old.jsonl'), '--indexes', 'passages']);
  const found = await neardup(['collection', 'sources', news, essay, '--thesaurus', 'none', '--json']);
  expect(found.stderr).toBe('');
  expect(parseLines(found.stdout)).toMatchObject({
    results: [{ a: essay, b: 'a', passages: [{ kind: 'identical' }] }],
    summary: { documents: 1, candidates: [{ id: 'a' }] },
  });
  const compared = await neardup(['compare', essay, '--in', news, '--thesaurus', 'none', '--json']);
  expect(compared.stdout).toBe(found.stdout);
  const search = await neardup(['collection', 'search', news, 'ferry']);
  expect(search.stderr).toContain('--indexes search');
});
