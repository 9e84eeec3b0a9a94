// Removes the stop words from one canonical document.
//
// Every word is copied to its place; only then the place for the next one advances, or not. About half of the words of a text are stop
// words, and no processor predicts which.
import { SimhashMode } from '../src/engines/layouts/modes';
import { POSITIONS_AT, scratch } from './memory';
import { keepPlaces, uncheckPlaces } from './places';
import { hashFill, isGiant, nextStart } from './simhash/hash-fill';
import { countMarks, isMarked, markStopHashes } from './simhash/stop-marks';

// A document must be at least this far after the place it is moved to: words are copied 32 bytes at a time, and no load
// must read one of the last stores.
export const STOP_WORDS_GAP: usize = 48;

// Words left by removeStopWords().
export let wordsLeft: u32 = 0;

// Moves [from, end), words separated by single bytes (spaces, or ends of sentences), to `to`, without stop words. Writes
// a space at `end`. Returns the new end.
export function removeStopWords(from: usize, end: usize, to: usize, table: usize, hasPlaces: bool): usize {
  const base = scratch;
  const start = to;
  let left: usize = 0;
  if (end > from) store<u8>(end++, 0x20);
  if (hasPlaces) uncheckPlaces();
  for (let at = from; at < end; ) {
    const words = hashFill(base, at, end, SimhashMode.mixed);
    markStopHashes(base, words, table);
    left += words - countMarks(base, words);
    if (hasPlaces) keepPlaces(base, words);
    if (isGiant) {
      to = move(at, nextStart, to, start, isMarked(base, 0));
      at = nextStart + 1;
      continue;
    }
    let word = at;
    for (let i: usize = 0; i < words; i++) {
      const wordEnd = at - 1 + <usize>load<u16>(base + (i << 1), POSITIONS_AT);
      to = move(word, wordEnd, to, start, isMarked(base, i));
      word = wordEnd + 1;
    }
    at = nextStart;
  }
  wordsLeft = <u32>left;
  return to > start ? to - 1 : to;
}

// Copies a word and what separates it from the next; returns where that goes.
// @inline
function move(word: usize, end: usize, to: usize, start: usize, isStop: usize): usize {
  const length = end - word;
  v128.store(to, v128.load(word));
  v128.store(to, v128.load(word, 16), 16);
  for (let i: usize = 32; i <= length; i += 16) v128.store(to + i, v128.load(word + i));
  to += (length + 1) & (isStop - 1);
  // a stop word that ends a sentence leaves its end to the word before
  if (load<u8>(end) !== 0x20 && to > start) store<u8>(to - 1, 0x1e);
  return to;
}
