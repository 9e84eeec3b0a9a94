/** Verify: is it true? Candidates become pairs only after their canonical texts themselves were compared. */

/** What the comparison of two texts A and B gave, over the sets of their word shingles. */
export interface Evidence {
  /** |A ∩ B| / |A ∪ B| */
  readonly resemblance: number;
  /** |A ∩ B| / |A| */
  readonly aInB: number;
  /** |A ∩ B| / |B| */
  readonly bInA: number;
}

export interface VerifyOptions {
  /** Least resemblance of a pair, above 0 to 1. @default 0.8 */
  readonly threshold: number;
  /** Least containment, above 0 to 1: a pair also counts where one text lies in the other to this degree. Off when left out. */
  readonly containment?: number;
  /** Words (or what `unit` says) in a shingle, 1 to 16. @default 3 */
  readonly shingle: number;
  /** What a shingle is a run of. @default 'word' */
  readonly unit?: 'word' | 'character' | 'sentence';
  /** `free`: words are sorted inside every shingle, so that their order there does not count (paper C). @default 'strict' */
  readonly order?: 'strict' | 'free';
}

export { SAME_TEXT } from './verify/evidence.ts';
export { findLeaders, type KeepOrder } from './verify/leaders.ts';
export { verifyShape } from './verify/shape.ts';
export { findTextPairs } from './verify/text-pairs.ts';
