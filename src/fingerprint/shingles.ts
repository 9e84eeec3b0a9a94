/** Shingles for callers that have one canonical text as a string, and which of them make up its image (paper C). */
import { distinctShingles } from '../engines/scalar/shingles.ts';
import { type ShingleForm, shingleShape } from '../engines.ts';

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
