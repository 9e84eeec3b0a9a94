/**
 * What every index must do, with the linear scan as the oracle. An implementation runs `pairCases` and `indexCases` with its
 * own functions; what it leaves out it must give a reason for.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidates, FindPairs, FingerprintIndex, IndexOptions } from '../../duplicates.ts';
import { LinearScan, linearPairs } from './linear-scan.ts';
import { type Shape, sampleFingerprints, shapes } from './sample-fingerprints.cases.ts';
import { tableCounts } from './table-choice.ts';

export interface CaseOptions {
  /** Distances to run. @default 0 to 7 */
  distances?: number[];
  /** Titles of cases that do not apply, and why. */
  skip?: { reason: string; tests: string[] }[];
}

const ALL_DISTANCES = [0, 1, 2, 3, 4, 5, 6, 7];

/** The cases of a function that finds all pairs. */
export function pairCases(name: string, findPairs: FindPairs, options: CaseOptions = {}): void {
  const distances = options.distances ?? ALL_DISTANCES;
  const test = caseRunner(options);
  describe(`all pairs: ${name}`, () => {
    test('gives nothing for no fingerprints, and one group for one', async () => {
      expectEqual(
        await findPairs(new BigUint64Array(0), { maxDistance: 3 }),
        linearPairs(new BigUint64Array(0), {}),
      );
      const one = BigUint64Array.of(5n);
      expectEqual(await findPairs(one, { maxDistance: 3 }), linearPairs(one, {}));
    });

    test('gives equal fingerprints as one group and never as pairs', async () => {
      const found = await findPairs(new BigUint64Array(3000).fill(0xfeedn), { maxDistance: 3 });
      expect([...found.distinct]).toEqual([0xfeedn]);
      expect([...found.members]).toEqual(Array.from({ length: 3000 }, (_, i) => i));
      expect(found.left.length).toBe(0);
    });

    test('finds a pair for every choice of up to k differing bits', async () => {
      for (const maxDistance of distances) {
        const flips = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: maxDistance + 1 });
        await fc.assert(
          fc.asyncProperty(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), flips, async (value, bits) => {
            const other = bits.reduce((x, bit) => x ^ (1n << BigInt(bit)), value);
            const found = await findPairs(BigUint64Array.of(value, other), { maxDistance });
            expect(found.left.length).toBe(bits.length >= 1 && bits.length <= maxDistance ? 1 : 0);
            if (found.left.length > 0) expect(found.distance[0]).toBe(bits.length);
          }),
          { numRuns: 20 },
        );
      }
    });

    for (const shape of shapes) {
      test(`finds what the linear scan finds, in its order: ${shape} fingerprints`, async () => {
        for (const size of [2, 33, 700, 1800]) {
          const fingerprints = sampleFingerprints(shape, size, size);
          const all = linearPairs(fingerprints, { maxDistance: 7 });
          for (const maxDistance of distances) {
            expectEqual(await findPairs(fingerprints, { maxDistance }), within(all, maxDistance));
          }
        }
      });
    }

    test('gives the same whatever the number of tables', async () => {
      for (const maxDistance of distances) {
        const fingerprints = mixture(900, maxDistance);
        const expected = linearPairs(fingerprints, { maxDistance });
        for (const tables of tableCounts(maxDistance)) {
          expectEqual(await findPairs(fingerprints, { maxDistance, tables }), expected);
        }
      }
    });

    test('finds every difference of up to 3 bits with 5 and 6 tables of uneven width', async () => {
      const value = 0x0123456789abcdefn;
      const bits = Array.from({ length: 64 }, (_, bit) => BigInt(bit));
      for (const maxDistance of distances.filter((bits) => bits <= 3)) {
        for (const tables of [5, 6]) {
          const far = bits.map(
            (bit) => value ^ (1n << bit) ^ (1n << ((bit + 9n) % 64n)) ^ (1n << ((bit + 30n) % 64n)),
          );
          const fingerprints = BigUint64Array.of(value, ...bits.map((bit) => value ^ (1n << bit)), ...far);
          const options = { maxDistance, tables };
          expectEqual(await findPairs(fingerprints, options), linearPairs(fingerprints, { maxDistance }));
        }
      }
    });

    test('gives the same pairs of fingerprints whatever their order', async () => {
      const fingerprints = mixture(1200, 1);
      const expected = valuePairs(await findPairs(fingerprints, { maxDistance: 3 }));
      expect(valuePairs(await findPairs(fingerprints.slice().reverse(), { maxDistance: 3 }))).toEqual(
        expected,
      );
    });

    test('refuses a distance outside 0 to 7 and a number of tables that no cut gives', async () => {
      const call = async (options: IndexOptions) => findPairs(BigUint64Array.of(1n, 2n), options);
      await expect(call({ maxDistance: 8 })).rejects.toThrow(
        'Expected `maxDistance` to be an integer from 0 to 7, got `8`.',
      );
      await expect(call({ maxDistance: 3, tables: 7 })).rejects.toThrow(
        'Expected `tables` to be one of 4, 5, 6, 10, 20, 35, 56 (for `maxDistance` 3), got `7`.',
      );
    });
  });
}

/** The cases of an index that takes fingerprints one at a time. */
export function indexCases(
  name: string,
  newIndex: (options: IndexOptions) => FingerprintIndex | Promise<FingerprintIndex>,
  options: CaseOptions = {},
): void {
  const distances = options.distances ?? ALL_DISTANCES;
  const test = caseRunner(options);
  describe(`one at a time: ${name}`, () => {
    for (const shape of shapes) {
      test(`answers every query as the linear scan does: ${shape} fingerprints`, async () => {
        for (const maxDistance of distances) {
          compareWithScan(await newIndex({ maxDistance }), new LinearScan({ maxDistance }), shape, 400);
        }
      });
    }

    test('answers alike with any number of tables', async () => {
      for (const maxDistance of distances) {
        for (const tables of tableCounts(maxDistance).slice(0, 4)) {
          compareWithScan(
            await newIndex({ maxDistance, tables }),
            new LinearScan({ maxDistance }),
            'clustered',
            300,
          );
        }
      }
    });

    test('numbers fingerprints in the order of add and never uses a number again', async () => {
      const index = await newIndex({ maxDistance: distances[0] });
      expect([7n, 7n, 9n].map((fingerprint) => index.add(fingerprint))).toEqual([0, 1, 2]);
      expect(index.remove(2)).toBe(true);
      expect(index.add(9n)).toBe(3);
      expect(index.size).toBe(3);
      expect(index.query(9n)).toContainEqual({ position: 3, distance: 0 });
      expect(index.query(7n).filter((hit) => hit.distance === 0)).toEqual([
        { position: 0, distance: 0 },
        { position: 1, distance: 0 },
      ]);
    });

    test('says false when there is nothing to remove', async () => {
      const index = await newIndex({ maxDistance: distances[0] });
      index.add(1n);
      expect([
        index.remove(1),
        index.remove(-1),
        index.remove(0.5),
        index.remove(0),
        index.remove(0),
      ]).toEqual([false, false, false, true, false]);
      expect(index.size).toBe(0);
      expect(index.query(1n)).toEqual([]);
    });
  });
}

/** Adds, removes and asks in turn, and compares every answer. */
export function compareWithScan(index: FingerprintIndex, scan: LinearScan, shape: Shape, size: number): void {
  const fingerprints = sampleFingerprints(shape, size, 7);
  for (let i = 0; i < size; i++) {
    expect(index.query(fingerprints[i])).toEqual(scan.query(fingerprints[i]));
    expect(index.add(fingerprints[i])).toBe(scan.add(fingerprints[i]));
    // every third removes one that was added before, some of them twice
    if (i % 3 === 0) {
      const position = (i * 7919) % (i + 1);
      expect(index.remove(position)).toBe(scan.remove(position));
      expect(index.query(fingerprints[position])).toEqual(scan.query(fingerprints[position]));
    }
    expect(index.size).toBe(scan.size);
  }
}

export function expectEqual(found: Candidates, expected: Candidates): void {
  // compared as bytes first: a readable difference of arrays is slow to make
  for (const field of ['distinct', 'starts', 'members', 'left', 'right', 'distance'] as const) {
    const bytes = (array: ArrayBufferView) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);
    if (!bytes(found[field]).equals(bytes(expected[field]))) expect(found[field]).toEqual(expected[field]);
  }
}

/** The pairs of a scan that has looked further. */
function within(candidates: Candidates, maxDistance: number): Candidates {
  const near = (_: number, p: number) => candidates.distance[p] <= maxDistance;
  return {
    ...candidates,
    left: candidates.left.filter(near),
    right: candidates.right.filter(near),
    distance: candidates.distance.filter(near),
  };
}

function mixture(size: number, seed: number): BigUint64Array {
  const each = Math.floor(size / shapes.length);
  return BigUint64Array.from(shapes.flatMap((shape) => [...sampleFingerprints(shape, each, seed)]));
}

/** The pairs as sorted text of their two values. */
function valuePairs({ distinct, left, right, distance }: Candidates): string[] {
  const value = (number: number) => distinct[number].toString(16).padStart(16, '0');
  return [...left]
    .map((_, p) => `${[value(left[p]), value(right[p])].sort().join(' ')} ${distance[p]}`)
    .sort();
}

function caseRunner(options: CaseOptions) {
  return (title: string, run: () => void | Promise<void>): void => {
    const skipped = options.skip?.find((skip) => skip.tests.includes(title));
    if (skipped) it.skip(`${title} (${skipped.reason})`, run);
    else it(title, run);
  };
}
