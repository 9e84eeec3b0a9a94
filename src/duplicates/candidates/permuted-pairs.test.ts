import { describe, expect, it } from 'vitest';
import { expectEqual, pairCases } from './contract.cases.ts';
import { linearPairs } from './linear-scan.ts';
import { permutedPairs } from './permuted-pairs.ts';
import { splitmix64 } from './sample-fingerprints.cases.ts';

pairCases('permuted tables', permutedPairs);

describe('permutedPairs', () => {
  it('finds what the linear scan finds if 3,000 distinct fingerprints share 40 bits', () => {
    const next = splitmix64(3n);
    const shared = next() & 0xfff0_ff0f_0ff0_0f0fn;
    const fingerprints = BigUint64Array.from(
      { length: 3000 },
      () => shared | (next() & 0x000f_00f0_f00f_f0f0n),
    );
    for (const maxDistance of [1, 3, 5, 7]) {
      expectEqual(permutedPairs(fingerprints, { maxDistance }), linearPairs(fingerprints, { maxDistance }));
    }
  });

  it('finds what the linear scan finds if fingerprints are consecutive numbers', () => {
    const fingerprints = BigUint64Array.from({ length: 2000 }, (_, i) => BigInt(i) << 31n);
    const found = permutedPairs(fingerprints, { maxDistance: 2 });
    expectEqual(found, linearPairs(fingerprints, { maxDistance: 2 }));
    expect(found.left.length).toBeGreaterThan(50_000);
  });
});
