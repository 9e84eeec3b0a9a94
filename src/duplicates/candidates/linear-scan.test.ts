import { describe, expect, it } from 'vitest';
import { indexCases } from './contract.cases.ts';
import { LinearScan, linearPairs } from './linear-scan.ts';
import { sampleFingerprints } from './sample-fingerprints.cases.ts';

describe('linearPairs', () => {
  it('agrees with a comparison in BigInt, bit by bit', () => {
    const fingerprints = sampleFingerprints('clustered', 150, 1);
    const found = linearPairs(fingerprints, { maxDistance: 4 });
    const distinct = [...new Set(fingerprints)];
    expect([...found.distinct]).toEqual(distinct);
    const expected: number[][] = [];
    for (let a = 0; a < distinct.length; a++) {
      for (let b = a + 1; b < distinct.length; b++) {
        const distance = (distinct[a] ^ distinct[b]).toString(2).replaceAll('0', '').length;
        if (distance <= 4) expected.push([a, b, distance]);
      }
    }
    expect([...found.left].map((left, p) => [left, found.right[p], found.distance[p]])).toEqual(expected);
  });

  it('lists the members of every group in ascending order', () => {
    const { distinct, starts, members } = linearPairs(BigUint64Array.of(4n, 9n, 4n, 4n, 9n, 1n), {});
    expect([...distinct]).toEqual([4n, 9n, 1n]);
    expect([...starts]).toEqual([0, 3, 5, 6]);
    expect([...members]).toEqual([0, 2, 3, 1, 4, 5]);
  });
});

indexCases('linear scan', (options) => new LinearScan(options), {
  skip: [{ reason: 'a scan has no tables', tests: ['answers alike with any number of tables'] }],
});
