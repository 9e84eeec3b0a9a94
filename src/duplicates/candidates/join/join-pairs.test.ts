import { afterAll, describe, expect, it, vi } from 'vitest';
import { openEngine } from '../../../engines/index.ts';
import type { Engine } from '../../../engines.ts';
import { expectEqual, pairCases } from '../contract.cases.ts';
import { linearPairs } from '../linear-scan.ts';
import { permutedPairs } from '../permuted-pairs.ts';
import { sampleFingerprints, splitmix64 } from '../sample-fingerprints.cases.ts';
import type { JoinOptions } from './join-pairs.ts';
import { joinPairs, nearPairs } from './join-pairs.ts';
import { arraySource } from './pieces.ts';

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

  it('finds what the linear scan finds if one bucket holds half of 8,000 fingerprints', async () => {
    const fingerprints = crowded(8000);
    const expected = linearPairs(fingerprints, { maxDistance: 3 });
    expect(expected.left.length).toBeGreaterThan(4000);
    for (const engine of [wasm, threads, scalar]) {
      expectEqual(await joinPairs(engine)(fingerprints, { maxDistance: 3 }), expected);
    }
  });

  it('finds what permuted tables find among 200,000 fingerprints, 66,000 of them in one bucket', async () => {
    const fingerprints = sampleFingerprints('random', 200_000, 4);
    for (let i = 0; i < 66_000; i++)
      fingerprints[3 * i] = (fingerprints[3 * i] & ~0xffff_0000n) | 0x1234_0000n;
    for (const maxDistance of [2, 3, 4]) {
      const expected = permutedPairs(fingerprints, { maxDistance });
      expectEqual(await joinPairs(threads)(fingerprints, { maxDistance }), expected);
    }
  });

  it('finds what permuted tables find if all of 300,000 fingerprints are in one chunk', async () => {
    const fingerprints = sampleFingerprints('random', 300_000, 6).map(
      (value) => value & ~0xff00_0000_ff00_0000n,
    );
    const expected = permutedPairs(fingerprints, { maxDistance: 3 });
    expectEqual(await joinPairs(wasm)(fingerprints, { maxDistance: 3 }), expected);
  });

  it('finds what permuted tables find if one bucket has 40,000 siblings beside each other', async () => {
    const next = splitmix64(7n);
    const fingerprints = BigUint64Array.from(
      { length: 40_000 },
      (_, i) => ((next() & 0x7_ffffn) << 32n) | 0x5678_0000n | BigInt(i),
    );
    const expected = permutedPairs(fingerprints, { maxDistance: 3 });
    expect(expected.left.length).toBeGreaterThan(100);
    expectEqual(await joinPairs(wasm)(fingerprints, { maxDistance: 3 }), expected);
  });

  it('finds pairs of two crowded buckets, of a crowded and another, and repeated fingerprints in both', async () => {
    const next = splitmix64(8n);
    // 12 bits of the low half vary, in both of its quarters, and 8 of the high half
    const fingerprints = BigUint64Array.from({ length: 6000 }, (_, i) =>
      i % 3 === 0 ? next() & 0xff_0000_0007n : next() & 0xff_000f_00ffn,
    );
    const expected = linearPairs(fingerprints, { maxDistance: 3 });
    for (const engine of [wasm, threads])
      expectEqual(await joinPairs(engine)(fingerprints, { maxDistance: 3 }), expected);
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

  it.each([
    ['of a bucket', 1000, (i: bigint) => i << 20n],
    ['of a bucket with very many siblings alike', 2000, (i: bigint) => i << 20n],
    ['of neighboring buckets', 2000, (i: bigint) => ((i & 3n) << 16n) | ((i >> 2n) << 40n)],
  ])('loses no pair when those %s do not fit at first', async (_name, length, fingerprintOf) => {
    const fingerprints = BigUint64Array.from({ length }, (_, i) => fingerprintOf(BigInt(i)));
    const expected = linearPairs(fingerprints, { maxDistance: 3 });
    // room is made for at least this many
    expect(expected.left.length).toBeGreaterThan(65_536);
    expectEqual(await joinPairs(wasm)(fingerprints, { maxDistance: 3 }), expected);
  });

  it('gives the heap back what it took', async () => {
    const before = wasm.heap.available;
    await joinPairs(wasm)(sampleFingerprints('random', 1000, 1), { maxDistance: 3 });
    expect(wasm.heap.available).toBe(before);
  });

  it.each([['in rounds', 40_000, { maxDistance: 3, memory: 3e7 }]])(
    'gives back what it took whichever block cannot be had: %s',
    async (_name, size, options: JoinOptions) => {
      const { heap } = threads;
      const fingerprints = crowded(size);
      const allocate = heap.allocate.bind(heap);
      const release = heap.release.bind(heap);
      const held = new Set<number>();
      let left = 0;
      const allocating = vi.spyOn(heap, 'allocate').mockImplementation((size) => {
        if (left-- === 0) throw new Error('no more');
        const block = allocate(size);
        held.add(block);
        return block;
      });
      const releasing = vi.spyOn(heap, 'release').mockImplementation((block) => {
        held.delete(block);
        release(block);
      });
      try {
        let failures = 0;
        for (let done = false; !done; failures++) {
          left = failures;
          await nearPairs(threads, arraySource(fingerprints), options).then(
            () => {
              done = true;
            },
            (error) => expect(error.message).toBe('no more'),
          );
          expect([...held]).toEqual([]);
        }
        expect(failures).toBeGreaterThan(10);
      } finally {
        allocating.mockRestore();
        releasing.mockRestore();
      }
    },
  );

  it('says how much memory is missing, and advises fewer threads only if there are several', async () => {
    const options: JoinOptions = { maxDistance: 3, memory: 1e6 };
    const join = (engine: Engine) => joinPairs(engine)(sampleFingerprints('random', 1000, 1), options);
    const message = 'A thread of the join needs 2 MB, but has 0 MB.';
    await expect(join(wasm)).rejects.toMatchObject({
      code: 'OUT_OF_MEMORY',
      message,
      advice: 'Split the input, or raise `memory` if it is set.',
    });
    await expect(join(threads)).rejects.toMatchObject({
      code: 'OUT_OF_MEMORY',
      message,
      advice: 'Use fewer threads, split the input, or raise `memory` if it is set.',
    });
  });

  it('says that the heap is full, and releases what it took, if there is no room for the pairs of a chunk', async () => {
    const fingerprints = BigUint64Array.from({ length: 2000 }, (_, i) => BigInt(i) << 20n);
    const { heap } = wasm;
    const before = heap.available;
    const allocate = heap.allocate.bind(heap);
    // more than 2 MB only the pairs need; instead of them it asks for more than any heap has
    const refusing = vi.spyOn(heap, 'allocate');
    refusing.mockImplementation((size) => allocate(size > 2 << 20 ? 2 ** 33 : size));
    try {
      await expect(joinPairs(wasm)(fingerprints, { maxDistance: 6 })).rejects.toMatchObject({
        code: 'OUT_OF_MEMORY',
        message: expect.stringMatching(/^The heap cannot grow to \d+ MB \(4,096 MB at most\)\.$/),
        advice: 'Lower `maxDocument`, or split the input.',
      });
    } finally {
      refusing.mockRestore();
    }
    expect(heap.available).toBe(before);
  });
});
