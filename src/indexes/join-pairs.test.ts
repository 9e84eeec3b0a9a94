import { afterAll, describe, expect, it } from 'vitest';
import { openEngine } from '../engines.ts';
import { joinPairs, linearPairs, nearPairs, permutedPairs } from '../indexes.ts';
import { expectEqual, pairCases } from './contract.cases.ts';
import type { JoinOptions } from './join-pairs.ts';
import { sampleFingerprints, splitmix64 } from './sample-fingerprints.cases.ts';

const wasm = await openEngine({ engine: 'wasm', threads: 1 });
const scalar = await openEngine({ engine: 'scalar', threads: 1 });
const threads = await openEngine({ engine: 'wasm', threads: 3 });
afterAll(() => threads.close());

pairCases('join, wasm', joinPairs(wasm));
pairCases('join, scalar', joinPairs(scalar));
pairCases('join, wasm, 3 threads', joinPairs(threads), { distances: [0, 3, 6] });

describe('joinPairs', () => {
  // enough to fill the buckets of every kind: small, sorted by bytes of the sibling, heavy
  const crowded = (size: number) => {
    const next = splitmix64(5n);
    const all = sampleFingerprints('random', size, 11);
    for (let i = 0; i < size; i += 2) all[i] = (all[i] & ~0xffffn) | 0xabcdn;
    for (let i = 0; i < size; i += 5) all[i] = (next() & 0x3_ffff_0000n) | 0x77n;
    return all;
  };

  it('finds what the linear scan finds where one bucket holds half of 8,000 fingerprints', async () => {
    const fingerprints = crowded(8000);
    const expected = linearPairs(fingerprints, { maxDistance: 3 });
    expect(expected.left.length).toBeGreaterThan(4000);
    for (const engine of [wasm, threads, scalar]) {
      expectEqual(await joinPairs(engine)(fingerprints, { maxDistance: 3 }), expected);
    }
  });

  it('finds what permuted tables find among 200,000 fingerprints, 60,000 of them in one bucket', async () => {
    const fingerprints = sampleFingerprints('random', 200_000, 4);
    for (let i = 0; i < 60_000; i++)
      fingerprints[3 * i] = (fingerprints[3 * i] & ~0xffff_0000n) | 0x1234_0000n;
    for (const maxDistance of [2, 3, 4]) {
      const expected = permutedPairs(fingerprints, { maxDistance });
      expectEqual(await joinPairs(threads)(fingerprints, { maxDistance }), expected);
    }
  });

  it('gives the same in many rounds, with the input read in pieces', async () => {
    const fingerprints = sampleFingerprints('random', 600_000, 9);
    for (let i = 0; i < 1000; i++) fingerprints[i * 7] = fingerprints[3];
    const expected = permutedPairs(fingerprints, { maxDistance: 3 });
    for (const engine of [wasm, threads]) {
      const options: JoinOptions = { maxDistance: 3, memory: engine.threads * 7e6 };
      expectEqual(await joinPairs(engine)(fingerprints, options), expected);
    }
  });

  it('needs no array: a source gives the fingerprints as often as they are asked for', async () => {
    const fingerprints = sampleFingerprints('clustered', 5000, 2);
    const source = {
      count: fingerprints.length,
      read: async (into: BigUint64Array, start: number) =>
        into.set(fingerprints.subarray(start, start + into.length)),
    };
    const { distinct, left } = linearPairs(fingerprints, { maxDistance: 3 });
    const found = await nearPairs(wasm, source, { maxDistance: 3, memory: 5e6 });
    expect(found.length / 3).toBe(left.length + fingerprints.length - distinct.length);
  });

  it('loses no pair when there are far more than fingerprints', async () => {
    const fingerprints = BigUint64Array.from({ length: 2000 }, (_, i) => BigInt(i) << 20n);
    const expected = linearPairs(fingerprints, { maxDistance: 6 });
    expect(expected.left.length).toBeGreaterThan(1_000_000);
    expectEqual(await joinPairs(threads)(fingerprints, { maxDistance: 6 }), expected);
  });

  it('gives the heap back what it took', async () => {
    const before = wasm.heap.available;
    await joinPairs(wasm)(sampleFingerprints('random', 1000, 1), { maxDistance: 3 });
    expect(wasm.heap.available).toBe(before);
  });

  it('says how much memory is missing', async () => {
    const options: JoinOptions = { maxDistance: 3, memory: 1e6 };
    await expect(joinPairs(wasm)(sampleFingerprints('random', 1000, 1), options)).rejects.toThrow(
      /^A thread of the join needs 2 MB, but has 0 MB\.$/,
    );
  });
});
