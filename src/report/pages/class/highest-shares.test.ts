/** The overview of a class, and names that are hidden. */
import { expect, test } from 'vitest';
import { hiddenNames } from './hidden-names.ts';
import { highestShares, outliersOf } from './highest-shares.ts';
import type { PairRow } from './rows.ts';

const pair = (a: string, b: string, share: number, inCollection = false): PairRow => ({
  ...{ a, b, similarity: { a: share / 2, b: share } },
  ...(inCollection && { inCollection }),
});

test('every document of the class counts once, with its highest share and the pair that has it; those of the library do not', () => {
  const pairs = [pair('a', 'b', 0.9), pair('a', 'a', 0.5, true), pair('c', 'a', 0.4), pair('c', 'b', 0.1)];
  expect(highestShares({ pairs, documents: 5 })).toEqual([
    { id: 'a', share: 0.9, pair: 0 },
    { id: 'b', share: 0.9, pair: 0 },
    { id: 'c', share: 0.4, pair: 2 },
    { id: '', share: 0 },
    { id: '', share: 0 },
  ]);
});

test('a document stands out if its share is far above those of most others, and never with a sentence or two', () => {
  const class20 = (...shares: number[]) => ({
    pairs: shares.map((share, i) => pair(`a${i}`, `b${i}`, share)),
    documents: 20,
  });
  const named = (...shares: number[]) => outliersOf(highestShares(class20(...shares))).map(({ id }) => id);
  expect(named(0.6, 0.08, 0.07, 0.06, 0.06, 0.05)).toEqual(['a0', 'b0']);
  expect(named(0.04)).toEqual([]);
  expect(named(...new Array(10).fill(0.3))).toEqual([]);
});

test('a hidden name is the same wherever the document is, and another one for a document of the library with its name', () => {
  const pairs = [pair('x', 'y', 0.9), pair('y', 'z', 0.5), pair('z', 'x', 0.4, true), pair('x', 'z', 0.1)];
  expect(hiddenNames(pairs, (number) => `#${number}`)).toEqual([
    { a: '#1', b: '#2' },
    { a: '#2', b: '#3' },
    { a: '#3', b: '#4' },
    { a: '#1', b: '#3' },
  ]);
});
