/** Verify: is it true? Candidates become pairs only after their canonical texts themselves were compared. */

import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';

/** What the comparison of two texts A and B gave, over the sets of their word shingles. */
export interface Evidence {
  /** |A ∩ B| / |A ∪ B| */
  readonly resemblance: number;
  /** |A ∩ B| / |A| */
  readonly aInB: number;
  /** |A ∩ B| / |B| */
  readonly bInA: number;
  /** Differing bits of their fingerprints. */
  readonly distance: number;
}

export interface VerifyOptions extends ShingleOptions, FingerprintOptions {
  /** Least resemblance of a pair, above 0 to 1. @default 0.8 */
  readonly threshold: number;
  /** Least containment, above 0 to 1: a pair also counts where one text lies in the other to this degree. Off when left out. */
  readonly containment?: number;
}

export { SAME_TEXT } from './verify/evidence.ts';
export { findLeaders, type KeepOrder } from './verify/leaders.ts';
export { findTextPairs } from './verify/text-pairs.ts';
