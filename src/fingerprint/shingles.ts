/** Shingles for callers that have one canonical text as a string, and which of them make up its image (paper C). */
import { distinctShingles } from '../engines/scalar/shingles.ts';
import { type ShingleForm, shingleShape } from '../engines.ts';

/** How texts are cut into shingles, for candidates and comparison alike. */
export interface ShingleOptions {
  /** Words (or what `unit` says) in a shingle, 1 to 16. @default 3 */
  readonly shingle: number;
  /** What a shingle is a run of. @default 'word' */
  readonly unit?: 'word' | 'character' | 'sentence';
  /** `free`: words are sorted inside every shingle, so that their order there does not count (paper C). @default 'strict' */
  readonly order?: 'strict' | 'free';
}

/** The options as the number that the kernels take. */
export function textShape({ shingle, unit, order }: ShingleOptions): number {
  return shingleShape({ width: shingle, unit, order });
}

/** Which shingles an image keeps. */
export type Selection =
  | { readonly keep: 'all' }
  /** The n smallest: of one size whatever the text, for resemblance only. */
  | { readonly keep: 'smallest'; readonly n: number }
  /** Those divisible by m, 10 to 50: one in m, for resemblance and containment. */
  | { readonly keep: 'divisible'; readonly m: number };

/**
 * The distinct shingles of one canonical text, ascending.
 *
 * @example shinglesOf('one two three four', { width: 3, order: 'free' }).length // 2
 */
export function shinglesOf(canonical: string, form: ShingleForm): BigUint64Array {
  return distinctShingles(new TextEncoder().encode(canonical), shingleShape(form));
}
