import { describe, expect, it } from 'vitest';
import { homeSlot, UnionFind } from './components.ts';

describe('sets of numbers', () => {
  it('gives every number the smallest one that it is connected with, as a plain search does', () => {
    const edges = Array.from({ length: 3000 }, (_, i) => [
      ((i * 7919) % 4001) * 2 ** 33 + 5,
      ((i * 104_729) % 4001) * 2 ** 33 + 5,
    ]);
    const sets = new UnionFind();
    for (const [a, b] of edges) sets.join(a, b);
    const least = new Map<number, number>(edges.flat().map((number) => [number, number]));
    for (let changed = true; changed; ) {
      changed = false;
      for (const edge of edges) {
        const smaller = Math.min(...edge.map((number) => least.get(number)!));
        for (const number of edge) {
          if (least.get(number)! > smaller) changed = true;
          least.set(number, Math.min(least.get(number)!, smaller));
        }
      }
    }
    const found = Array.from(
      { length: sets.size },
      (_, place) => [sets.number(place), sets.least(place)] as const,
    );
    expect(new Map(found)).toEqual(least);
  });

  it('looks for numbers all over a table of any size', () => {
    for (let bits = 11; bits <= 31; bits++) {
      const parts = new Set(
        Array.from({ length: 16_384 }, (_, i) => homeSlot(3 * i, 2 ** bits) >>> (bits - 10)),
      );
      expect(parts.size, `parts of a table of 2^${bits}`).toBe(1024);
    }
  });

  it('steps over fewer than one other number on average, whatever the distance between numbers', () => {
    const slots = 2 ** 17;
    const strides = [1, 3, 8, 1000, 1_000_003, 2 ** 10, 2 ** 15, 2 ** 20, 2 ** 25, 2 ** 33];
    for (const stride of strides) {
      const used = new Uint8Array(slots);
      let steps = 0;
      for (let i = 0; i < slots / 2 && steps < slots; i++) {
        let slot = homeSlot(i * stride, slots);
        for (; used[slot] === 1; steps++) slot = (slot + 1) % slots;
        used[slot] = 1;
      }
      expect(steps, `steps for numbers ${stride} apart`).toBeLessThan(slots / 2);
    }
  });
});
