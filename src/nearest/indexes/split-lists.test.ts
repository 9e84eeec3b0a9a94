import { describe, expect, it } from 'vitest';
import { splitLists } from './split-lists.ts';

describe('splitLists', () => {
  it('splits a large list into parts of the usual size, with seeds spread evenly over its signatures', () => {
    const listOf = Uint32Array.of(0, 1, 0, 1, 0, 0, 0, 0, 0, 0);
    const { seeds, rows, width } = splitLists(listOf, 2, 2);
    expect(width).toBe(4);
    expect([...seeds]).toEqual([2, 5, 7, 9, 3]);
    expect([...rows]).toEqual([0, 1, 2, 3, 4, 4, 4, 4]);
  });

  it('keeps a small list as one part, and drops an empty one', () => {
    const listOf = new Uint32Array(1000);
    listOf[500] = 3;
    const { seeds, rows, width } = splitLists(listOf, 4, 500);
    expect([...seeds]).toEqual([249, 750, 500]);
    expect(width).toBe(2);
    expect([...rows.subarray(6)]).toEqual([2, 2]);
  });

  it('splitLists has a seed of its own for every part, from the list that the part is of', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const size = 1 + ((seed * 37) % 400);
      const lists = 1 + (seed % 9);
      const listOf = Uint32Array.from({ length: size }, (_, i) => ((i * i * seed) >>> 2) % lists);
      const { seeds, rows, width } = splitLists(listOf, lists, 1 + ((seed * 11) % 40));
      expect(new Set(seeds).size).toBe(seeds.length);
      for (const list of new Set(listOf)) {
        const parts = new Set(rows.subarray(list * width, (list + 1) * width));
        for (const part of parts) expect(listOf[seeds[part]]).toBe(list);
      }
    }
  });

  it('splits a list into at most 64 parts, so that copies of one signature take no memory for every list', () => {
    const { seeds, rows, width } = splitLists(new Uint32Array(100_000), 1000, 100);
    expect([seeds.length, width, rows.length]).toEqual([64, 64, 64_000]);
  });

  it('splitLists has no part of an empty collection', () => {
    const nothing = new Uint32Array(0);
    expect(splitLists(nothing, 0, 64)).toEqual({ seeds: nothing, rows: nothing, width: 1 });
  });
});
