/** Shingles for callers that have one canonical text as a string, and which of them make up its image (paper C). */
import { type ShingleForm, shingleShape } from '../engines/index.ts';
import { distinctShingles } from '../engines/scalar/shingles.ts';
import type { ShingleOptions } from '../fingerprint.ts';

/** The options as the number that the kernels take. */
export function textShape({ shingle, unit, order }: ShingleOptions): number {
  return shingleShape({ width: shingle, unit, order });
}

/** Whether canonical text must keep the ends of sentences. */
export function needsSentences({ unit = 'word', order }: Pick<ShingleOptions, 'unit' | 'order'>): boolean {
  return unit === 'sentence' || (unit === 'word' && order === 'free');
}

/** Which shingles an image keeps. */
export type Selection =
  | { readonly keep: 'all' }
  /** The n smallest: the same size for every text, for resemblance only. */
  | { readonly keep: 'smallest'; readonly n: number }
  /** Those divisible by m, 10 to 50: one in m, for resemblance and containment. */
  | { readonly keep: 'divisible'; readonly m: number };

/**
 * The distinct shingles of one canonical text, ascending.
 *
 * @example shinglesOf('one two three four', { width: 3, order: 'sorted' }).length // 2
 */
export function shinglesOf(canonical: string, form: ShingleForm): BigUint64Array {
  return distinctShingles(new TextEncoder().encode(canonical), shingleShape(form));
}
