/** The contract of stemmers: what brings the forms of a word together. */

export interface Stemmer {
  /** ISO 639-1 code. */
  readonly language: string;
  /**
   * The stem of one canonical word (lower case, folded; never empty, never with spaces). Forms of one word shall give one
   * stem, different words different ones; a stem need not be a word. It is not empty, has no spaces, and
   * depends on nothing but the word.
   */
  stem(word: string): string;
}
