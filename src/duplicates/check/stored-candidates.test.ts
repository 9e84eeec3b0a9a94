import { expect, test } from 'vitest';
import { DocumentTable } from '../../collection/tables/document-table.ts';
import { DocumentView } from '../../collection/tables/document-view.ts';
import { bandBuckets } from '../candidates/bands.ts';
import { LimitedPairs, MOST_COMPARED } from '../candidates/limit.ts';
import { KeyLists } from './key-lists.ts';
import { KnownSketches } from './known-sketches.ts';
import { storedCandidates } from './stored-candidates.ts';

const BANDS = 6;
const PLACE = { file: 0, offset: 0, length: 0, crc: 0 };

/** Keys of crowded and of smaller buckets, the same whenever they are asked for. */
function keysOf(text: number): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const mixed = Math.imul(text * BANDS + band + 1, 0x9e3779b1) >>> 8;
    // most texts are in the first bucket of a band
    return mixed % 100 < 55 + 5 * band ? 0 : 1 + (mixed % 97);
  });
}

/** Tables of documents, of which the last one may still grow. @param texts The text of every document of each. */
async function viewOf(tables: readonly (readonly number[])[], dead: ReadonlySet<number>) {
  const made: DocumentTable[] = [];
  let number = 0;
  for (const [t, texts] of tables.entries()) {
    const table = DocumentTable.empty(BANDS + 1, Math.max(1, texts.length));
    const gone: number[] = [];
    for (const text of texts) {
      const facts = { words: 9, content: [BigInt(text), 0n] as const, expires: 0, seen: 0 };
      const added = table.add({ ...facts, keys: [...keysOf(text), number] }, PLACE);
      if (dead.has(number++)) gone.push(added);
    }
    // bits of life change after the table is written
    const whole = t < tables.length - 1 ? (await DocumentTable.merge([table], BANDS + 1)).table : table;
    for (const each of gone) whole.remove(each);
    made.push(whole);
  }
  return new DocumentView(made, BANDS);
}

/** The texts that a text is compared with, if it comes after all documents of these tables. */
async function chosen(text: number, tables: readonly (readonly number[])[], dead = new Set<number>()) {
  const documents = tables.flat();
  const view = await viewOf(tables, dead);
  const stored = {
    ...{ view, now: 1, lists: new KeyLists(view, 1), bytes: () => 0 },
    known: new KnownSketches(),
    texts: () => Promise.reject(new Error('nothing is compared here')),
  };
  const query = { address: 0 as const, length: 9, words: 9, keys: Uint32Array.from(keysOf(text)) };
  const { firsts, truncated } = storedCandidates({ ...query, content: () => [BigInt(text), 0n] }, stored);
  return { texts: Array.from(firsts, (first) => documents[first]).sort((a, b) => a - b), truncated };
}

/** The texts that `pairs` compares the last one with. */
function chosenByPairs(texts: readonly number[]) {
  const items = Uint32Array.from(texts, (_, i) => i);
  const keys = Uint32Array.from(texts.flatMap(keysOf));
  const each = Uint32Array.from({ length: texts.length + 1 }, (_, i) => i);
  const one = { memberStarts: each, members: items, textStarts: each };
  const buckets = bandBuckets({ keys, bands: BANDS, words: 1 }, items);
  const limited = new LimitedPairs({ ...one, buckets }, MOST_COMPARED);
  let found: number[] = [];
  let before = 0;
  for (const { text, others } of limited.each()) {
    if (text === texts.length - 1) found = Array.from(others, (other) => texts[other]);
    else before = limited.truncated;
  }
  return { texts: found.sort((a, b) => a - b), truncated: limited.truncated > before };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test.each([900, 1100, 2500, 4000])(
  'a collection of %i texts compares those that `pairs` compares',
  async (count) => {
    for (const text of numbers(count, count + 20)) {
      const tables = [numbers(0, 300), numbers(300, 650), numbers(650, count)];
      expect(await chosen(text, tables)).toEqual(chosenByPairs([...numbers(0, count), text]));
    }
  },
);

test('what was removed, and how often a text is stored, changes nothing', async () => {
  const once = await chosen(5000, [[], numbers(0, 2000)]);
  const dead = new Set(numbers(0, 400));
  expect(await chosen(5000, [numbers(7000, 7400), numbers(0, 2000)], dead)).toEqual(once);
  expect(await chosen(5000, [numbers(0, 700), numbers(0, 1200), numbers(500, 2000)])).toEqual(once);
});

test('the same text is compared however many others there are', async () => {
  const { texts, truncated } = await chosen(2999, [numbers(0, 2000), numbers(2000, 3000)]);
  expect(texts).toHaveLength(MOST_COMPARED + 1);
  expect(texts).toContain(2999);
  expect(truncated).toBe(true);
});

test('the same text is compared even if every band leads to a crowd before it', () => {
  const table = DocumentTable.empty(BANDS + 1, 3000);
  for (const text of numbers(0, 3000)) {
    const facts = { words: 9, content: [BigInt(text), 0n] as const, expires: 0, seen: 0 };
    table.add({ ...facts, keys: [...Array(BANDS).fill(7), text] }, PLACE);
  }
  const view = new DocumentView([table], BANDS);
  const stored = {
    ...{ view, now: 1, lists: new KeyLists(view, 1), bytes: () => 0, known: new KnownSketches() },
    texts: () => Promise.reject(new Error('nothing is compared here')),
  };
  const query = { address: 0 as const, length: 9, words: 9, keys: new Uint32Array(BANDS).fill(7) };
  const { firsts, truncated, documents } = storedCandidates({ ...query, content: () => [2500n, 0n] }, stored);
  expect(Array.from(firsts)).toEqual([...numbers(0, MOST_COMPARED), 2500]);
  expect(truncated).toBe(true);
  expect([documents(0), documents(MOST_COMPARED)]).toEqual([[0], [2500]]);
});
