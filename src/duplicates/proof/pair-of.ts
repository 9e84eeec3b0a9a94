/** A pair as callers get it, with its evidence in four decimals. */
import type { Evidence } from '../../duplicates.ts';
import { rounded } from '../../report/index.ts';
import type { Pair } from '../../results.ts';

export function pairOf(a: string, b: string, found: Evidence): Pair {
  const { resemblance, aInB, bInA, distance, identical } = found;
  return {
    a,
    b,
    resemblance: rounded(resemblance),
    containment: { aInB: rounded(aInB), bInA: rounded(bInA) },
    distance,
    identical,
  };
}
