/** The contract of stemmers, which map the forms of a word to one stem. */
import { LONGEST_STEMMED } from '../engines/layouts/word-tables.ts';

/** A stem adds no more bytes than fit into a slot of the stem table. */
const MOST_ADDED = 22;

export interface Stemmer {
  /** ISO 639-1 code. */
  readonly language: string;
  /**
   * The stem of one canonical word (lower case, folded; never empty, never with spaces). Forms of one word should give one
   * stem, different words different ones; a stem need not be a word. It depends on nothing but the word, is not
   * empty, has no spaces, and takes no more bytes of UTF-8 than the word: a stem that does is not used.
   */
  stem(word: string): string;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The stem of a word as it is used: the word itself if the stemmer's answer does not fit the tables of the kernels. */
export function stemBytes(stemmer: Stemmer, word: Uint8Array): Uint8Array {
  if (word.length > LONGEST_STEMMED) return word;
  const stem = encoder.encode(stemmer.stem(decoder.decode(word)));
  const fits =
    stem.length > 0 && stem.length <= word.length && stem.length - commonBytes(word, stem) <= MOST_ADDED;
  return fits ? stem : word;
}

/** A canonical text with stems instead of words. */
export function stemText(stemmer: Stemmer, text: string): string {
  return text
    .split(' ')
    .map((word) => decoder.decode(stemBytes(stemmer, encoder.encode(word))))
    .join(' ');
}

/** The length of the common beginning, in bytes. */
export function commonBytes(a: Uint8Array, b: Uint8Array): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}
