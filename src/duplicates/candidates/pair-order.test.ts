import { expect, test } from 'vitest';
import { sortPairs } from './pair-order.ts';
import { splitmix64 } from './sample-fingerprints.cases.ts';

/** Pairs of numbers below `limit`; the first ones of a share of them are few, so that one has many pairs. */
function pairs(count: number, limit: number, crowded: number): Uint32Array {
  const next = splitmix64(3n);
  const words = new Uint32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const random = next();
    const first = Number(random & 0xffff_ffffn) % (i % 10 < crowded ? 3 : limit);
    words.set([first, Number(random >> 32n) % limit, i % 4], 3 * i);
  }
  return words;
}

/** The order as it is said: by the first, then by the second number. */
function inOrder(words: Uint32Array): number[][] {
  const list = Array.from({ length: words.length / 3 }, (_, i) => [...words.subarray(3 * i, 3 * i + 3)]);
  return list.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

test.each([
  ['spread over all numbers', 40_000, 2 ** 26, 0],
  ['of a few hundred numbers', 40_000, 300, 0],
  ['half of them with three numbers only', 40_000, 2 ** 28, 5],
  ['few', 100, 1000, 2],
])('pairs are put into their order: %s', (_name, count, limit, crowded) => {
  const words = pairs(count, limit, crowded);
  const sorted = sortPairs(words, limit);
  const firsts = Array.from({ length: count }, (_, i) => [...sorted.subarray(3 * i, 3 * i + 2)]);
  expect(firsts).toEqual(inOrder(words).map(([first, second]) => [first, second]));
  expect(inOrder(sorted)).toEqual(inOrder(words));
});
