// How many words of each document count, if that is not its number of hashes: hashes of stop words are zero.
import { OWN_WORDS_AT } from '../memory';

// Those of the document that continues after the fill.
export let openWords: usize = 0;

// @inline
export function setOpenWords(words: usize): void {
  openWords = words;
}

// Of the document that is the i-th to end in the fill.
// @inline
export function setOwnWords(base: usize, i: usize, words: usize): void {
  store<u16>(base + (i << 1), <u16>words, OWN_WORDS_AT);
}

// @inline
export function ownWords(base: usize, i: usize): usize {
  return <usize>load<u16>(base + (i << 1), OWN_WORDS_AT);
}
