/** The data inside the page of a class: who shares what with whom. Texts of pairs are in islands of their own. */
import type { ComparisonOfAll } from '../../../answers/comparisons.ts';

/** Two documents that share passages. */
export interface PairRow {
  readonly a: string;
  readonly b: string;
  /** The share of A's words that are in B, and of B's that are in A, from 0 to 1. */
  readonly similarity: { readonly a: number; readonly b: number };
  /** Words of A in passages, and how many passages there are; if they are known. */
  readonly shared?: number;
  readonly passages?: number;
  /** B is a document of the library, not of the class. */
  readonly inCollection?: boolean;
}

export interface ClassRows extends Omit<ComparisonOfAll, 'pairs'> {
  /** Those that share most first. */
  readonly pairs: readonly PairRow[];
}

type Shares = Pick<PairRow, 'similarity'>;

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
