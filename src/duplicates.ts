/**
 * Duplicates: what is a copy of what? Candidates are found by an index, proved against the text, and grouped around the
 * document that is kept.
 *
 * Indexes of fingerprints:
 *
 * | index           | all pairs       | one at a time    | for                                                    |
 * |-----------------|-----------------|------------------|--------------------------------------------------------|
 * | linear scan     | `linearPairs`   | `LinearScan`     | the oracle; small collections                          |
 * | permuted tables | `permutedPairs` | `PermutedTables` | distance 0 to 7, millions of fingerprints, no engine   |
 * | join            | `joinPairs`     |                  | the same on all threads, hundreds of millions          |
 * | quarter tables  |                 | `CrawlIndex`     | distance 3, many millions, added between queries         |
 * | eight blocks    |                 | `EightBlocks`    | distance 0 to 3, sentences and paragraphs (paper D)    |
 *
 * All are exact and give the same candidates in the same order, whatever the engine, the threads or the number of tables;
 * `duplicates/candidates/contract.cases.ts` checks it.
 */

import type { MethodOptions } from './fingerprint/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';

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
  /** Differing bits of pair p, 1 to `maxDistance`. */
  readonly distance: Uint8Array;
}

/** Finds all pairs within `maxDistance` bits. */
export type FindPairs = (
  fingerprints: BigUint64Array,
  options: IndexOptions,
) => Candidates | Promise<Candidates>;

/** A fingerprint found by a query. */
export interface Hit {
  /** Position in the order of `add`. */
  readonly position: number;
  readonly distance: number;
}

/** An index to which fingerprints are added one at a time, with queries in between. */
export interface FingerprintIndex {
  /** Its name in reports: `permuted tables, 4 × 16 bits`. */
  readonly name: string;
  /** Fingerprints stored: added and not removed. */
  readonly size: number;
  /** Adds a fingerprint and returns its position: 0, 1, 2 … Positions are never reused. */
  add(fingerprint: bigint): number;
  /** All stored fingerprints within `maxDistance` bits, nearest first, then by position. */
  query(fingerprint: bigint): Hit[];
  /** Removes the fingerprint that `add` put at this position; false if nothing is stored there. */
  remove(position: number): boolean;
}

export interface IndexOptions {
  /** Largest number of differing bits, 0 to 7. @default 3 here, 7 in a run */
  maxDistance?: number;
  /**
   * Number of tables: one for every choice of b - `maxDistance` blocks when the 64 bits are cut into b blocks, so with
   * distance 3 it is 4, 10, 20, 35 or 56; up to distance 3 also 5 or 6, with blocks of uneven width (all pairs then on one thread, about 60
   * bytes a fingerprint). More tables compare fewer fingerprints but take more sorting (all pairs) or
   * memory (one at a time). Changes time and memory, never the result.
   * Chosen from `maxDistance` and the number of fingerprints when left out.
   */
  tables?: number;
  /** One at a time: how many fingerprints will be stored, roughly; only used to choose `tables`. @default 1_048_576 */
  expected?: number;
}

/**
 * Candidates by shared shingles: items (texts) that meet in a bucket. Two are candidates if one looks into a bucket in which
 * the other is posted. Unlike a list of pairs it does not grow with the square of a cluster.
 *
 * | index         | finds                                   | exact                         | for                                    |
 * |---------------|-----------------------------------------|-------------------------------|----------------------------------------|
 * | bands         | resemblance                             | misses 1 in 1,000 at t, fewer above | any size; keys are made while reading |
 * | rare shingles | resemblance, containment                | yes                           | two more passes over the texts         |
 */
export interface Buckets {
  /** Number of buckets. */
  readonly count: number;
  /** Buckets that item i looks into: `looks.subarray(lookStarts[i], lookStarts[i + 1])`. */
  readonly lookStarts: Uint32Array;
  readonly looks: Uint32Array;
  /** Buckets that item i is posted in, in the same way; the same arrays if an item looks into the buckets it is posted in. */
  readonly postStarts: Uint32Array;
  readonly posts: Uint32Array;
  /** False if two items cannot be a pair, whatever buckets they share. */
  readonly mayMatch?: (a: number, b: number) => boolean;
}

/** The comparison of two texts A and B, over their sets of word shingles. */
export interface Evidence {
  /** |A ∩ B| / |A ∪ B| */
  readonly resemblance: number;
  /** |A ∩ B| / |A| */
  readonly aInB: number;
  /** |A ∩ B| / |B| */
  readonly bInA: number;
  /** Differing bits of their fingerprints. */
  readonly distance: number;
  /** The canonical texts are the same. Texts with the same set of shingles may differ in their repetitions. */
  readonly identical: boolean;
}

/** The conditions of a proof. */
export interface ProofOptions {
  /** Least resemblance of a pair, above 0 to 1. */
  readonly threshold: number;
  /**
   * A pair also counts if at least this share of one text is contained in the other, above 0 to 1. `dedup` and `groups` count only how
   * much of the text that goes is in the one that is kept. @default off
   */
  readonly containment?: number;
}

/**
 * Whose share containment counts: how much of the document that goes is in the one that is kept, or how much of a document of the reference is in the
 * one that goes.
 */
export type ContainmentOf = 'document' | 'reference';

/** How texts are compared, and what counts as proof. */
export interface VerifyOptions extends ProofOptions, ShingleOptions, FingerprintOptions {}

/** How candidates are found. */
export interface CandidateOptions extends MethodOptions, ShingleOptions {
  /** With `method: 'simhash'`: fingerprints of candidates differ in at most this many bits, 0 to 7. */
  readonly maxDistance: number;
  /** With `method: 'simhash'`: tables of the fingerprint index. It never changes a result. @default by size and distance */
  readonly tables?: number;
}

/** How candidates are found, and what counts as proof. */
export interface DuplicateOptions extends CandidateOptions, VerifyOptions {}

/** What fields of documents say about copies. */
export interface FieldOptions {
  /**
   * Only documents with the same value of this field are compared; `date:7d` names a field with dates, and how far apart they may be (`s`, `m`,
   * `h`, `d`). Documents without a value are compared with each other. @default all are compared
   */
  readonly within?: string;
  /**
   * Documents with the same value of this field are copies, too, whatever their texts say: the URL, of which scheme, fragment and tracking
   * parameters do not count. @default off
   */
  readonly uniqueBy?: string;
}

/** How many documents of a group are kept. */
export interface DropOptions {
  /** `copies`: the kept document stays; `all`: no document of a group stays. */
  readonly drop: 'copies' | 'all';
  /** With `drop: 'copies'`: how many documents of a group stay: the first ones by `keep`. A document of the reference counts as one of them. */
  readonly atMost: number;
}

/** Which document of a group is kept. */
export interface KeepOptions {
  /**
   * A policy of `keep/policies.ts`: by place in the input, by words, by the file that a document is in, or by a field, `max:FIELD` or
   * `min:FIELD`: numbers as numbers, dates (ISO 8601, RFC 2822, seconds or milliseconds since 1970) as dates, other values as text. Values
   * of different kinds are an error. `a.b` is field `b` of the object in field `a`.
   */
  readonly keep: string;
}
