/**
 * Passages: which passages are in both texts, and where do they come from? Sentences are compared with sentences (paper D),
 * and passages grow from them. `compare` gives a Comparison (`comparison.ts`); `compareIn` first finds the sources.
 */

/** A text to compare, or to find sources for. */
export interface GivenText {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  /** Digest of the file's bytes, if the text is the whole file: equal for equal files. */
  readonly digest?: BigUint64Array;
}

export interface SynonymGroup {
  readonly words: readonly string[];
  readonly star?: boolean;
}

/** Where synonyms come from. */
export interface Thesaurus {
  /** Its name in reports: `built-in (en)`, `/usr/share/mythes/th_en_US_v2.dat`. */
  readonly name: string;
  /** The groups; a group without a wanted word may be left out (of stars, one whose first word is not wanted). */
  groups(wanted: (word: string) => boolean): Iterable<SynonymGroup>;
}
