import { describe, expect, test } from 'vitest';
import { Heap } from '../../engines/index.ts';
import { bandKeys } from '../../engines/scalar/bands.ts';
import { bandsFor } from '../../fingerprint/band-choice.ts';
import { bandBuckets } from './bands.ts';
import { bucketPairs } from './buckets.ts';
import { clusteredTexts, overlaps } from './shared-shingles.cases.ts';

function candidates(keys: Uint32Array, items: Uint32Array, bands: number, words: 1 | 2 = 1): string[] {
  const found: string[] = [];
  for (const { item, others } of bucketPairs(bandBuckets({ keys, bands, words }, items))) {
    for (const other of others) found.push(`${item} ${other}`);
  }
  return found;
}

describe('candidates by bands', () => {
  test('items meet if they have a key of one band in common, each pair once', () => {
    // three bands; 0 and 1 agree in the first and second, 1 and 3 in the third, 2 in none at the same place
    const keys = Uint32Array.of(7, 8, 1, 7, 8, 2, 8, 7, 3, 5, 5, 2);
    expect(candidates(keys, Uint32Array.of(0, 1, 2, 3), 3)).toEqual(['0 1', '1 3']);
    expect(candidates(keys, Uint32Array.of(3, 1), 3)).toEqual(['0 1']);
    expect(candidates(keys, new Uint32Array(0), 3)).toEqual([]);
  });

  test('both halves of keys of 64 bits count', () => {
    const keys = Uint32Array.of(7, 1, 7, 2, 7, 1, 8, 1);
    expect(candidates(keys, Uint32Array.of(0, 1, 2, 3), 1, 2)).toEqual(['0 2']);
  });

  test('copies that meet in every band take one place, not one a band', () => {
    const keys = new Uint32Array(4 * 1000).fill(9);
    const items = Uint32Array.from({ length: 1000 }, (_, i) => i);
    const buckets = bandBuckets({ keys, bands: 4, words: 1 }, items);
    expect(buckets.count).toBe(1);
    expect(buckets.looks.length).toBe(1000);
  });

  test('nearly all pairs above the threshold are candidates, in texts of few and of many words', () => {
    const heap = new Heap();
    let truth = 0;
    let hits = 0;
    let all = 0;
    for (const [seed, most] of [5, 40, 120].entries()) {
      const texts = clusteredTexts(300, most, seed);
      const ends = [0];
      for (const text of texts) ends.push(ends[ends.length - 1] + text.length + 1);
      const text = heap.place(Buffer.from(`${texts.join('\0')}\0`));
      const offsets = heap.place(Uint32Array.from(ends));
      const { bands, rows } = bandsFor({ threshold: 0.7 });
      const out = heap.allocate(8 * texts.length * bands);
      const batch = { text, offsets, count: texts.length };
      bandKeys(heap, { ...batch, shape: 3, bands, rows, work: 0, out });
      const keys = heap.u32.slice(out / 4, out / 4 + 2 * texts.length * bands);
      const found = new Set(candidates(keys, Uint32Array.from(texts.keys()), bands, 2));
      // the low halves are enough for so few
      const lows = keys.filter((_, i) => i % 2 === 0);
      expect(new Set(candidates(lows, Uint32Array.from(texts.keys()), bands))).toEqual(found);
      const pairs = overlaps(texts, 3).filter(({ resemblance }) => resemblance >= 0.7);
      truth += pairs.length;
      hits += pairs.filter(({ pair }) => found.has(pair)).length;
      all += found.size;
    }
    expect(truth).toBeGreaterThan(100);
    expect(all).toBeLessThan(5 * truth);
    expect(hits / truth).toBeGreaterThan(0.99);
  });
});
