/** The data inside the page of a class: who shares what with whom. Texts of pairs are in islands of their own. */
import type { ComparisonOfAll, SharingPair } from '../../../answers/comparisons.ts';
import { shareOf } from '../../pair-shares.ts';

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
  /** Words of either text that are disguised by look-alike letters or invisible characters. */
  readonly disguises?: SharingPair['disguises'];
  /** The verdict and the note of a person, in a page that is kept. */
  readonly state?: Verdict;
  readonly note?: string;
}

export const VERDICTS = ['certain', 'suspicious', 'innocent'] as const;

export type Verdict = (typeof VERDICTS)[number];

export interface ClassRows extends Omit<ComparisonOfAll, 'pairs'> {
  /** Those that share most first. */
  readonly pairs: readonly PairRow[];
  /** The day of the comparison: `2026-11-19`. */
  readonly date: string;
  /** The name of the class, if it has one. */
  readonly name?: string;
  /** Pairs that share less are not listed, if the page was made of a part of them. */
  readonly least?: number;
}

/** Today, where the reader is. */
export function today(): string {
  // Swedish dates are ISO dates
  return new Date().toLocaleDateString('sv');
}

/** Whether a reader has chosen the pair: by its share, and by a part of a name. */
export function isListed(
  pair: Pick<PairRow, 'a' | 'b' | 'similarity'>,
  least: number,
  named: string,
): boolean {
  const wanted = named.toLocaleLowerCase();
  const isNamed = [pair.a, pair.b].some((id) => id.toLocaleLowerCase().includes(wanted));
  return shareOf(pair) >= least && isNamed;
}
