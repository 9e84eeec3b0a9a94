/** How much the two documents of a pair share: the larger share decides. */

interface Shares {
  /** The share of A's words that are in B, and of B's that are in A, from 0 to 1. */
  readonly similarity: { readonly a: number; readonly b: number };
}

/** Pairs that share less are shown on request. Less is a sentence that many write: such pairs connect everybody with everybody. */
export const LEAST_SHARE = 0.05;

/** Whether a list for people has the pair before they ask for all. */
export function isListedAtFirst(pair: Shares): boolean {
  return shareOf(pair) >= LEAST_SHARE;
}

/** The larger of the two shares. */
export function shareOf({ similarity: { a, b } }: Shares): number {
  return Math.max(a, b);
}

/** The order of pairs: by the larger of the two shares, then by the smaller one. */
export function byShare(x: Shares, y: Shares): number {
  return shareOf(y) - shareOf(x) || smallerShare(y) - smallerShare(x);
}

function smallerShare({ similarity: { a, b } }: Shares): number {
  return Math.min(a, b);
}
