import { afterAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../engines/index.ts';
import { sortPairs } from '../pair-order.ts';
import { splitmix64 } from '../sample-fingerprints.cases.ts';
import { sortFound } from './join-sort.ts';

const wasm = await openEngine({ engine: 'wasm', threads: 1 });
const scalar = await openEngine({ engine: 'scalar', threads: 1 });
const threads = await openEngine({ engine: 'wasm', threads: 3 });
afterAll(() => threads.close());

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

describe('sortFound', () => {
  it.each([
    ['spread over all numbers', 40_000, 2 ** 26, 0],
    ['of a few hundred numbers', 40_000, 300, 0],
    ['half of them with three numbers only', 40_000, 2 ** 28, 5],
    ['few', 100, 1000, 2],
  ])('puts pairs into their order on any engine: %s', async (_name, count, limit, crowded) => {
    const words = pairs(count, limit, crowded);
    const firsts = inOrder(words).map(([first, second]) => [first, second]);
    const cut = 3 * Math.floor(count / 3);
    for (const engine of [wasm, scalar, threads]) {
      const before = engine.heap.available;
      const found = await sortFound(engine, [words.slice(0, cut), words.slice(cut)], limit, 1e9);
      expect(inOrder(found)).toEqual(inOrder(sortPairs(words, limit)));
      expect(Array.from({ length: count }, (_, i) => [...found.subarray(3 * i, 3 * i + 2)])).toEqual(firsts);
      expect(engine.heap.available).toBe(before);
    }
  });

  it('the plain kernel sorts a range as the wasm kernel does', () => {
    const words = pairs(5000, 2000, 3);
    const results = [wasm, scalar].map(({ heap, kernels }) => {
      const input = heap.place(words);
      const [room, out, work] = [words.byteLength, words.byteLength, 1 << 15].map((size) =>
        heap.allocate(size),
      );
      heap.u32.fill(0, out >>> 2, (out >>> 2) + words.length);
      kernels.joinSort(input, 5000, 2, 1500, room, out, work);
      const sorted = heap.u32.slice(out >>> 2, (out >>> 2) + words.length);
      for (const block of [input, room, out, work]) heap.release(block);
      return inOrder(sorted);
    });
    expect(results[0]).toEqual(results[1]);
  });
});
