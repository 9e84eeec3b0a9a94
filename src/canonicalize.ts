/**
 * Canonicalize: which parts of a text count? Case, width, script variants, stress marks, punctuation and, on request, stop
 * words are removed, so that texts with the same words become the same bytes.
 *
 * The canonical text is words separated by single spaces. Words are runs of letters, marks and digits; scripts
 * without spaces (Chinese, Japanese, Thai …) are cut into overlapping character n-grams.
 */

/**
 * The version of the canonical form. It changes when a text may have other canonical words than before, so that data stored with
 * one version (fingerprints, keys, indexes) is never compared with data of another.
 * 5: the blank of Braille is deleted inside words of up to 20 letters.
 * 4: points, forms and variants of letters fold (docs/letters.md); look-alikes of other scripts inside a word fold to its main script;
 *    invisible letters and hair spaces are deleted; digits of all scripts are 0 to 9; ؟ ۔ । and ॥ end sentences.
 * 3: VT and U+2028 are such line breaks, too.
 * 2: one line break between letters of scripts without spaces separates nothing; raised digits are digits; ｡ and ． end sentences.
 */
export const CANONICAL_VERSION = 5;

export interface CanonicalizeOptions {
  /**
   * The language of the texts: an ISO 639-1 code, or `auto` to detect it for each document. Only stop words and stems depend
   * on it.
   */
  readonly lang: string;
  /** Remove stop words. */
  readonly stopWords: boolean;
  /**
   * Replace words by their stems, after removing stop words, so that all forms of a word are equal. Words of
   * languages without a stemmer are not changed.
   */
  readonly stems: boolean;
  /** Take Ukrainian stems from the system's hunspell dictionary (implies `stems`). */
  readonly stemDictionary: boolean;
  /** The n of the character n-grams for scripts without spaces: 1, 2 or 3. */
  readonly ngram: number;
  /**
   * What scripts without spaces are cut into: character n-grams, or, for Chinese, words, if the package `@node-rs/jieba` is
   * installed.
   */
  readonly segment: 'ngrams' | 'words';
}

/** How the texts of a run are made canonical. */
export interface TextTreatment extends CanonicalizeOptions {
  /** The texts are canonical already: words separated by spaces, taken as they are. */
  readonly canonical: boolean;
  /** Keep the ends of sentences, for shingles of sentences. @default false */
  readonly sentences?: boolean;
}
