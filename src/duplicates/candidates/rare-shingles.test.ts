import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEngine, shingleShape } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { bucketComponents, bucketPairs } from './buckets.ts';
import { rareShingleBuckets, type SharedShingleOptions } from './rare-shingles.ts';
import { clusteredTexts, type Overlap, overlaps, textsInFile } from './shared-shingles.cases.ts';

describe.each(['wasm', 'scalar'] as const)('candidates by rare shingles, %s', (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await openEngine({ engine: name, threads: 1 });
  });
  afterAll(() => engine.close());

  async function candidates(texts: readonly string[], options: SharedShingleOptions): Promise<Set<string>> {
    const stored = textsInFile(texts);
    try {
      const found = new Set<string>();
      const buckets = await rareShingleBuckets(engine, stored, options);
      const components = bucketComponents(buckets);
      for (const { item, others } of bucketPairs(buckets)) {
        for (const other of others) {
          expect(found.has(`${item} ${other}`)).toBe(false);
          expect(components[item]).toBe(components[other]);
          found.add(`${item} ${other}`);
        }
      }
      return found;
    } finally {
      stored.close();
    }
  }

  const missing = (truth: readonly Overlap[], found: Set<string>) =>
    truth.filter(({ pair }) => !found.has(pair));

  test('no pair above the resemblance is missed, in texts of few and of many words', async () => {
    for (const [seed, most] of [6, 40, 120].entries()) {
      const texts = clusteredTexts(300, most, seed);
      const all = overlaps(texts, 3);
      for (const threshold of [0.1, 0.5, 0.7, 0.8, 0.9, 1]) {
        const truth = all.filter(({ resemblance }) => resemblance >= threshold);
        const found = await candidates(texts, { shape: 3, threshold });
        expect(missing(truth, found)).toEqual([]);
      }
    }
  });

  test('no text that is contained in another is missed if containment is wanted', async () => {
    const texts = clusteredTexts(300, 30, 9);
    for (const [threshold, containment] of [
      [0.8, 0.8],
      [0.9, 0.5],
      [0.5, 0.9],
    ]) {
      const truth = overlaps(texts, 2).filter(
        (found) => found.resemblance >= threshold || found.containment >= containment,
      );
      expect(truth.length).toBeGreaterThan(50);
      expect(missing(truth, await candidates(texts, { shape: 2, threshold, containment }))).toEqual([]);
    }
  });

  test('shingles of any shape: sorted words, characters', async () => {
    const texts = clusteredTexts(150, 12, 3);
    for (const shape of [
      shingleShape({ width: 3, order: 'sorted' }),
      shingleShape({ width: 4, unit: 'character' }),
    ]) {
      const truth = overlaps(texts, shape).filter(({ resemblance }) => resemblance >= 0.6);
      expect(missing(truth, await candidates(texts, { shape, threshold: 0.6 }))).toEqual([]);
    }
  });

  test('short texts: exact copies of the words meet, different ones do not', async () => {
    const found = await candidates(['cat', 'dog', 'the cat', 'cat the', 'cat cat'], {
      shape: 3,
      threshold: 0.5,
    });
    expect([...found]).toEqual([]);
    const sorted = shingleShape({ width: 3, order: 'sorted' });
    expect([...(await candidates(['the cat', 'dog', 'cat the'], { shape: sorted, threshold: 0.5 }))]).toEqual(
      ['0 2'],
    );
  });

  test('nothing comes of nothing, and of one text', async () => {
    expect((await candidates([], { shape: 3, threshold: 0.5 })).size).toBe(0);
    expect((await candidates(['one two three'], { shape: 3, threshold: 0.5 })).size).toBe(0);
  });
});
