/**
 * Indexes: who might resemble this fingerprint? Candidates only: what an index finds is verified against the text.
 *
 * | index            | exact | for                                         |
 * |------------------|-------|---------------------------------------------|
 * | linear scan      | yes   | the oracle; small collections, any distance |
 * | permuted tables  | yes   | distance 0 to 7, millions of fingerprints   |
 */

/** Fingerprints that differ in few bits, each pair once, equal fingerprints as one group and not as pairs. */
export interface Candidates {
  /** The distinct fingerprints, in the order in which each first occurs. */
  readonly distinct: BigUint64Array;
  /** Positions (in the array given) of distinct fingerprint i: `members.subarray(starts[i], starts[i + 1])`, ascending. */
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
  /** Pair p joins distinct fingerprints `left[p] < right[p]`; ordered by left, then right. */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  readonly distance: Uint8Array;
}

/** A fingerprint found by a query. */
export interface Hit {
  /** Position in the order of `add`. */
  readonly position: number;
  readonly distance: number;
}

export interface FingerprintIndex {
  /** As reports name it: `permuted tables, 4 × 16 bits`. */
  readonly name: string;
  readonly size: number;
  /** Takes one more fingerprint and returns its position: 0, 1, 2 … */
  add(fingerprint: bigint): number;
  /** All stored fingerprints within `maxDistance` bits, nearest first, then by position. */
  query(fingerprint: bigint): Hit[];
}

export interface IndexOptions {
  /** Largest number of differing bits, 0 to 7. @default 3 */
  maxDistance: number;
  /** Number of tables; chosen from `maxDistance` and the number of fingerprints when left out. */
  tables?: number;
}

export { LinearScan, linearPairs } from './indexes/linear-scan.ts';
export { PermutedTables, permutedPairs } from './indexes/permuted-tables.ts';
