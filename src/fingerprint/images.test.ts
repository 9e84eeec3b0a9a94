import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { containment, imageOf, resemblance, resemblanceDistance } from './images.ts';
import { type Selection, shinglesOf } from './shingles.ts';

const set = (...values: number[]) => BigUint64Array.from(values, BigInt).sort();
const ALL: Selection = { keep: 'all' };

describe('definitions of paper C, by hand', () => {
  // three-word shingles: one two three, two three four | two three four, three four five
  const a = imageOf(shinglesOf('one two three four', { width: 3 }), ALL);
  const b = imageOf(shinglesOf('two three four five', { width: 3 }), ALL);
  const c = imageOf(shinglesOf('two three four', { width: 3 }), ALL);

  test('resemblance is what is shared among all there is', () => {
    expect(resemblance(a, b)).toEqual({ value: 1 / 3, error: 0, sample: 3 });
    expect(resemblance(a, a).value).toBe(1);
  });

  test('containment is what is shared among what the first has', () => {
    expect(containment(c, a)).toEqual({ value: 1, error: 0, sample: 1 });
    expect(containment(a, c)).toEqual({ value: 1 / 2, error: 0, sample: 2 });
  });

  test('the distance is one minus the resemblance', () => {
    expect(resemblanceDistance(a, b).value).toBeCloseTo(2 / 3, 12);
  });

  test('words in another order: classic shingles all differ, sorted ones are the same', () => {
    const texts = ['cat dog emu', 'emu cat dog'];
    for (const [order, expected] of [
      ['classic', 0],
      ['sorted', 1],
    ] as const) {
      const [left, right] = texts.map((text) => imageOf(shinglesOf(text, { width: 3, order }), ALL));
      expect(resemblance(left, right).value).toBe(expected);
    }
  });

  test('a document shorter than a shingle is one shingle', () => {
    const [cat, dog] = ['cat', 'dog'].map((text) => imageOf(shinglesOf(text, { width: 3 }), ALL));
    expect(resemblance(cat, cat).value).toBe(1);
    expect(resemblance(cat, dog).value).toBe(0);
  });
});

describe('images that are samples', () => {
  test('the n smallest shingles of both images are looked at in images of the n smallest', () => {
    const selection = { keep: 'smallest', n: 4 } as const;
    const a = imageOf(set(1, 2, 3, 4, 5, 6), selection);
    const b = imageOf(set(2, 4, 6, 8, 10, 12), selection);
    // 1 2 3 4, of which 2 and 4 are common
    expect(resemblance(a, b)).toEqual({ value: 0.5, error: 0.25, sample: 4 });
  });

  test('documents with fewer than n shingles together are compared exactly', () => {
    const selection = { keep: 'smallest', n: 100 } as const;
    const found = resemblance(imageOf(set(1, 2, 3), selection), imageOf(set(3, 4), selection));
    expect(found).toEqual({ value: 0.25, error: 0, sample: 4 });
  });

  test('the n smallest refuse to give containment, and say what to do', () => {
    const image = imageOf(set(1, 2), { keep: 'smallest', n: 1 });
    expect(() => containment(image, image)).toThrow('no containment');
  });

  test('all shingles of both images are looked at in images of shingles divisible by m', () => {
    const selection = { keep: 'divisible', m: 10 } as const;
    const a = imageOf(set(10, 11, 20, 30, 40), selection);
    const b = imageOf(set(10, 20, 21, 22, 50), selection);
    expect(resemblance(a, b)).toEqual({ value: 0.4, error: Math.sqrt(0.24 / 5), sample: 5 });
    expect(containment(a, b)).toEqual({ value: 0.5, error: Math.sqrt(0.25 / 4), sample: 4 });
  });

  test('what is out of range is refused, and images of different kinds are not compared', () => {
    expect(() => imageOf(set(1), { keep: 'divisible', m: 9 })).toThrow('an integer from 10 to 50, got `9`');
    expect(() => imageOf(set(1), { keep: 'divisible', m: 51 })).toThrow('`m`');
    expect(() => imageOf(set(1), { keep: 'smallest', n: 0 })).toThrow('`n`');
    const other = imageOf(set(1), { keep: 'divisible', m: 10 });
    expect(() => resemblance(imageOf(set(1), ALL), other)).toThrow('one kind');
  });

  test('estimates lie within five standard errors of the truth', () => {
    const checksums = (from: number, to: number) =>
      shinglesOf(Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' '), { width: 1 });
    const overlap = fc.integer({ min: 0, max: 3000 });
    fc.assert(
      fc.property(overlap, (shared) => {
        const left = checksums(0, 3000);
        const right = checksums(3000 - shared, 6000 - shared);
        for (const selection of [
          { keep: 'smallest', n: 400 },
          { keep: 'divisible', m: 10 },
        ] as const) {
          const { value, sample } = resemblance(imageOf(left, selection), imageOf(right, selection));
          const truth = shared / (6000 - shared);
          // the error of the truth, not of the estimate, which says 0 where nothing in common was seen
          expect(Math.abs(value - truth)).toBeLessThanOrEqual(
            5 * Math.sqrt((truth * (1 - truth)) / sample) + 1e-12,
          );
        }
      }),
      { numRuns: 15 },
    );
  });
});
