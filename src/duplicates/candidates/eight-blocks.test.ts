import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexCases, pairCases } from './contract.cases.ts';
import { EightBlocks, eightBlockPairs } from './eight-blocks.ts';
import { LinearScan } from './linear-scan.ts';
import { sampleFingerprints } from './sample-fingerprints.cases.ts';

indexCases('eight blocks', (options) => new EightBlocks(options), {
  distances: [0, 1, 2, 3],
  skip: [{ reason: 'it has eight blocks', tests: ['answers alike with any number of tables'] }],
});

const fingerprint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

describe('EightBlocks', () => {
  it('finds whatever differs in up to three bits, wherever they are', () => {
    const flips = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 4 });
    fc.assert(
      fc.property(fingerprint, flips, fc.integer({ min: 0, max: 3 }), (value, bits, maxDistance) => {
        const index = new EightBlocks({ maxDistance });
        index.add(bits.reduce((x, bit) => x ^ (1n << BigInt(bit)), value));
        const expected = bits.length <= maxDistance ? [{ position: 0, distance: bits.length }] : [];
        expect(index.query(value)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('compares exactly those that share at least five of eight blocks', () => {
    const blocks = fc.array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(fingerprint, blocks, (value, difference) => {
        const index = new EightBlocks();
        index.add(difference.reduce((x, byte, block) => x ^ (BigInt(byte) << BigInt(8 * block)), value));
        index.query(value);
        expect(index.compared).toBe(difference.filter((byte) => byte === 0).length >= 5 ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });

  it('answers as the linear scan does when it has grown to thousands', () => {
    const fingerprints = sampleFingerprints('skewed', 20_000, 9);
    const index = new EightBlocks();
    const scan = new LinearScan();
    for (const value of fingerprints) {
      index.add(value);
      scan.add(value);
    }
    for (let i = 0; i < 300; i++)
      expect(index.query(fingerprints[61 * i])).toEqual(scan.query(fingerprints[61 * i]));
  });

  it('stops at one more than the most that are wanted', () => {
    const index = new EightBlocks();
    for (let i = 0; i < 5000; i++) index.add(BigInt(i % 2));
    expect(index.query(0n, 100)).toHaveLength(101);
    expect(index.query(0n, 5000)).toHaveLength(5000);
  });

  it('says which index to use for larger distances', () => {
    expect(() => new EightBlocks({ maxDistance: 4 })).toThrow(
      'Expected `maxDistance` to be an integer from 0 to 3, got `4`.',
    );
  });
});

pairCases('eight blocks', eightBlockPairs, {
  distances: [0, 1, 2, 3],
  skip: [
    {
      reason: 'it has eight blocks, whatever number of tables is asked for',
      tests: ['refuses a distance outside 0 to 7 and a number of tables that no cut gives'],
    },
  ],
});
