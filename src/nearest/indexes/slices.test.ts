import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { nearestByHand, signatureIndexCases } from './contract.cases.ts';
import { cutSlices, optimisticBounds } from './cut-slices.ts';
import { sampleSignatures } from './sample-signatures.cases.ts';
import { SignatureStore } from './signature-store.ts';
import { SliceIndex, sliceBitsFor, valuesWithin } from './slices.ts';

// with a neighborhood as wide as a slice every signature is seen in every slice
signatureIndexCases('slices', [
  { build: { sliceBits: 8 }, exact: (size) => ({ expand: 8, candidates: size }) },
  { build: { sliceBits: 7 }, exact: (size) => ({ expand: 7, candidates: size }) },
  { build: { sliceBits: 11 }, exact: (size) => ({ expand: 11, candidates: size }) },
]);

describe('slices', () => {
  it('slices cover every bit exactly once, in widths that differ by one at most, the wide ones first', () => {
    const width = fc.integer({ min: 1, max: 64 }).map((n) => 64 * n);
    fc.assert(
      fc.property(width, fc.integer({ min: 2, max: 26 }), (bits, most) => {
        const cut = cutSlices(bits, most);
        expect(cut.bits).toBeLessThanOrEqual(most);
        expect(cut.wide).toBeGreaterThan(0);
        expect(cut.wide * cut.bits + (cut.slices - cut.wide) * (cut.bits - 1)).toBe(bits);
      }),
    );
    expect(cutSlices(63, 32)).toEqual({ slices: 2, wide: 1, bits: 32 });
    expect(cutSlices(1024, 18)).toEqual({ slices: 57, wide: 55, bits: 18 });
  });

  it('slices grow by one bit each time the collection doubles, and have 16 at a million', () => {
    expect([14, 16, 20, 21, 22, 29].map((power) => sliceBitsFor(2 ** power))).toEqual([
      10, 12, 16, 17, 18, 25,
    ]);
  });

  it('slices have all values within a distance in their neighborhood, each once, nearest first', () => {
    for (const [bits, most] of [
      [5, 5],
      [9, 3],
      [16, 2],
      [26, 1],
    ]) {
      const values = [...valuesWithin(bits, most)];
      const ones = values.map((value) => value.toString(2).replaceAll('0', '').length);
      expect(new Set(values).size).toBe(values.length);
      expect(ones).toEqual([...ones].sort((a, b) => a - b));
      let count = 0;
      for (let n = 0, choices = 1; n <= most; choices = (choices * (bits - n)) / (n + 1), n++)
        count += choices;
      expect(values.length).toBe(count);
    }
  });
});

describe('slice lists, of any collection, width, slice width and query', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ threads: 1 });
  });
  afterAll(() => engine.close());

  const anySearch = fc.record({
    width: fc.integer({ min: 1, max: 5 }).map((n) => 64 * n),
    size: fc.integer({ min: 1, max: 120 }),
    seed: fc.integer({ min: 0, max: 1000 }),
    sliceBits: fc.integer({ min: 2, max: 12 }),
    expand: fc.integer({ min: 0, max: 4 }),
    cutoff: fc.integer({ min: 0, max: 4 }),
    k: fc.integer({ min: 1, max: 40 }),
    more: fc.integer({ min: 0, max: 100 }),
  });
  type Search = typeof anySearch extends fc.Arbitrary<infer T> ? T : never;

  it('slices too wide for the memory are refused before anything is made, with the widest that fit', async () => {
    const store = new SignatureStore(engine.heap, 1024);
    store.append(sampleSignatures(3, 1024, 1));
    const index = new SliceIndex(engine, store, { sliceBits: 26 });
    const held = engine.heap.u8.length;
    await expect(index.build()).rejects.toThrow(
      'Expected `sliceBits` to be at most 24 (lists of 26 bits take 8,192 MB, 4,096 MB at most), got `26`.',
    );
    expect(engine.heap.u8.length).toBe(held);
    index.close();
    store.close();
  });

  async function withIndex(
    search: Search,
    check: (index: SliceIndex, all: Uint8Array, query: Uint8Array) => void,
  ) {
    const { width, size, seed, sliceBits } = search;
    const store = new SignatureStore(engine.heap, width);
    const all = sampleSignatures(size, width, seed);
    store.append(all);
    const index = new SliceIndex(engine, store, { sliceBits });
    await index.build();
    const query = sampleSignatures(size, width, seed + (seed % 2)).slice(0, width / 8);
    check(index, all, query);
    index.close();
    store.close();
  }

  it('slice lists find with i = w what comparing all finds, whatever the collection, widths and query', async () => {
    await fc.assert(
      fc.asyncProperty(anySearch, (search) =>
        withIndex(search, (index, all, query) => {
          const settings = { expand: search.sliceBits, candidates: search.size };
          expect(index.nearest(query, search.k, settings)).toEqual(nearestByHand(all, query, search.k));
        }),
      ),
      { numRuns: 60 },
    );
  });

  it('slice lists find with any i and j what the paper’s algorithm finds, done by hand and without bounds', async () => {
    await fc.assert(
      fc.asyncProperty(anySearch, (search) =>
        withIndex(search, (index, all, query) => {
          const { expand, cutoff, k, more } = search;
          const candidates = k + more;
          expect(index.nearest(query, k, { expand, cutoff, candidates })).toEqual(
            nearestByPaper(all, query, { ...search, candidates }),
          );
        }),
      ),
      { numRuns: 100 },
    );
  });
});

/** Plain ISSL with whole slices and j = i, written from the paper alone: bits as text, lists in a map. */
class PlainLists {
  private readonly lists = new Map<string, number[]>();
  private readonly rows: string[];

  constructor(
    signatures: Uint8Array,
    width: number,
    private readonly bits: number,
  ) {
    this.rows = Array.from({ length: (8 * signatures.length) / width }, (_, n) =>
      bitsOf(signatures.subarray((n * width) / 8, ((n + 1) * width) / 8)),
    );
    this.rows.forEach((row, n) => {
      for (const key of this.keys(row)) this.lists.set(key, [...(this.lists.get(key) ?? []), n]);
    });
  }

  /** Distances, nearest first; undefined if it is open which signatures are compared. */
  nearest(query: Uint8Array, k: number, i: number, candidates: number): number[] | undefined {
    const asked = bitsOf(query);
    const scores = new Map<number, number>();
    const byDistance: [number, number][][] = Array.from({ length: i + 1 }, () => []);
    for (const key of this.keys(asked)) {
      const [slice, value] = key.split(':');
      for (let variant = 0; variant < 2 ** this.bits; variant++) {
        const other = variant.toString(2).padStart(this.bits, '0');
        const distance = differing(value, other);
        if (distance > i) continue;
        for (const n of this.lists.get(`${slice}:${other}`) ?? [])
          byDistance[distance].push([n, this.bits - distance]);
      }
    }
    for (const [n, score] of byDistance.flat()) scores.set(n, (scores.get(n) ?? 0) + score);
    const best = [...scores].sort((a, b) => b[1] - a[1]);
    // the paper does not say which of equal scores are candidates
    if (best.length > candidates && best[candidates - 1][1] === best[candidates][1]) return undefined;
    return best
      .slice(0, candidates)
      .map(([n]) => differing(this.rows[n], asked))
      .sort((a, b) => a - b)
      .slice(0, k);
  }

  private keys(row: string): string[] {
    return Array.from(
      { length: row.length / this.bits },
      (_, s) => `${s}:${row.slice(s * this.bits, (s + 1) * this.bits)}`,
    );
  }
}

function bitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
}

function differing(a: string, b: string): number {
  let count = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) count++;
  return count;
}

it('slice lists answer 1,000 random queries as plain lists do that were written from the paper alone', async () => {
  const engine = await openEngine({ threads: 1 });
  const [width, bits, k, expand] = [256, 8, 10, 1];
  const all = sampleSignatures(1000, width, 7);
  const store = new SignatureStore(engine.heap, width);
  store.append(all);
  const index = new SliceIndex(engine, store, { sliceBits: bits });
  await index.build();
  const plain = new PlainLists(all, width, bits);
  const queries = sampleSignatures(1000, width, 8);
  let certain = 0;
  for (let q = 0; q < 1000; q++) {
    // half of them are near signatures of the collection
    const query = (q % 2 === 0 ? all : queries).slice((q * width) / 8, ((q + 1) * width) / 8);
    if (q % 2 === 0) query[q % query.length] ^= 3;
    for (const candidates of [20, 1000]) {
      const found = index.nearest(query, k, { expand, candidates }).map(({ distance }) => distance);
      const expected = plain.nearest(query, k, expand, candidates);
      if (expected === undefined) continue;
      certain++;
      expect(found).toEqual(expected);
    }
  }
  expect(certain).toBeGreaterThan(1200);
  index.close();
  store.close();
  await engine.close();
});

/** Scores, cut-off, re-ranking: every step as paper B tells it, a slice value at a time. */
function nearestByPaper(
  all: Uint8Array,
  query: Uint8Array,
  how: {
    width: number;
    size: number;
    sliceBits: number;
    expand: number;
    cutoff: number;
    k: number;
    candidates: number;
  },
) {
  const { width, size } = how;
  const cut = cutSlices(width, how.sliceBits);
  const expand = Math.min(how.expand, cut.bits);
  const bit = (of: Uint8Array, n: number, i: number) => (of[n * (width / 8) + (i >>> 3)] >>> (i & 7)) & 1;
  const scores = new Map<number, number>();
  const rounds =
    how.cutoff < expand
      ? [
          [0, how.cutoff],
          [how.cutoff + 1, expand],
        ]
      : [[0, expand]];
  for (const [from, to] of rounds) {
    for (let slice = 0, start = 0; slice < cut.slices; slice++) {
      const bits = slice < cut.wide ? cut.bits : cut.bits - 1;
      const sliceOf = (of: Uint8Array, n: number) => {
        let value = 0;
        for (let i = 0; i < bits; i++) value |= bit(of, n, start + i) << i;
        return value;
      };
      for (const variant of valuesWithin(bits, expand)) {
        const distance = variant.toString(2).replaceAll('0', '').length;
        if (distance < from || distance > to) continue;
        for (let n = 0; n < size; n++) {
          if (sliceOf(all, n) !== (sliceOf(query, 0) ^ variant)) continue;
          if (from > 0 && !scores.has(n)) continue;
          scores.set(n, (scores.get(n) ?? 0) + bits - distance);
        }
      }
      start += bits;
    }
  }
  // a Map keeps the order in which they were first seen, and the sort keeps it for equal scores
  const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, how.candidates);
  const kept = new Set(best.map(([n]) => n));
  return nearestByHand(all, query, size)
    .filter(({ position }) => kept.has(position))
    .slice(0, how.k);
}

describe('the optimistic bound', () => {
  it('the optimistic bound is never above the true distance, so that no true top-k member is ever discarded', () => {
    for (const [width, most] of [
      [64, 8],
      [64, 7],
      [192, 11],
      [256, 16],
    ]) {
      const cut = cutSlices(width, most);
      const signatures = sampleSignatures(24, width, most);
      for (const expand of [0, 1, 2, 4, cut.bits - 1, cut.bits]) {
        const bounds = optimisticBounds(cut, expand);
        for (let a = 0; a < 24; a++) {
          for (let b = 0; b < a; b++) {
            const { score, distance } = scoreOf(signatures, a, b, width, cut, expand);
            expect(bounds[score]).toBeLessThanOrEqual(distance);
            // and the pessimistic one never below it
            expect(width - score).toBeGreaterThanOrEqual(distance);
            if (expand === cut.bits) expect(bounds[score]).toBe(distance);
          }
        }
      }
    }
  });

  it('finds 11 of 23 pairs that differ in two of 24 bits with slices of 12 bits, and all with slices of 8 (paper B)', () => {
    const shareFound = (sliceBits: number) => {
      const { slices, bits } = cutSlices(24, sliceBits);
      let [found, pairs] = [0, 0];
      for (let a = 0; a < 24; a++) {
        for (let b = 0; b < a; b++, pairs++) {
          // a slice without either bit is equal in both signatures
          const touched = new Set([Math.floor(a / bits), Math.floor(b / bits)]);
          if (touched.size < slices) found++;
        }
      }
      return found / pairs;
    };
    expect(shareFound(12)).toBe(11 / 23);
    expect(shareFound(8)).toBe(1);
  });

  it('gives the values of the paper’s example: four slices of eight bits, seen in all, three or none', () => {
    const cut = cutSlices(32, 8);
    const bounds = optimisticBounds(cut, 0);
    expect([bounds[32], bounds[24], bounds[0]]).toEqual([0, 1, 4]);
    expect(optimisticBounds(cut, 1)[0]).toBe(8);
  });
});

function scoreOf(
  signatures: Uint8Array,
  a: number,
  b: number,
  width: number,
  cut: ReturnType<typeof cutSlices>,
  expand: number,
) {
  const bit = (of: number, i: number) => (signatures[of * (width / 8) + (i >>> 3)] >>> (i & 7)) & 1;
  let score = 0;
  let distance = 0;
  for (let slice = 0, start = 0; slice < cut.slices; slice++) {
    const bits = slice < cut.wide ? cut.bits : cut.bits - 1;
    let differing = 0;
    for (let i = start; i < start + bits; i++) differing += bit(a, i) ^ bit(b, i);
    if (differing <= expand) score += bits - differing;
    distance += differing;
    start += bits;
  }
  return { score, distance };
}
