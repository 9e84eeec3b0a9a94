/** A pair as callers get it, with its evidence in four decimals. */

import type { Pair } from '../../answers/copies.ts';
import type { Disguises } from '../../answers/disguises.ts';
import type { Evidence } from '../../duplicates.ts';
import { rounded } from '../../report/index.ts';

/** @param disguises Those of a and of b, if their texts have some. */
export function pairOf(
  a: string,
  b: string,
  found: Evidence,
  disguises: { readonly a?: Disguises; readonly b?: Disguises } = {},
): Pair {
  const { resemblance, aInB, bInA, distance, identical } = found;
  const [ofA, ofB] = [disguises.a, disguises.b];
  return {
    a,
    b,
    resemblance: rounded(resemblance),
    containment: { aInB: rounded(aInB), bInA: rounded(bInA) },
    distance,
    identical,
    ...((ofA ?? ofB) && { disguises: { ...(ofA && { a: ofA }), ...(ofB && { b: ofB }) } }),
  };
}
