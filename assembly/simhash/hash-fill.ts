// A fill: a stretch of text that begins at a word or separator, and the hashes of all words that end in it.

import { SimhashMode } from '../../src/engines/layouts/modes';
import { BLOCK, COPY_AT, FILL, HASHES_AT, POSITIONS_AT, WORDS } from '../memory';
import { hashLongWords, hashOf } from './long-words';
import { mixedHash, mixWords, mixWordsWithSeed, seed } from './mixed-words';
import { hashWords } from './sdbm-words';
import { copyWithZeros, findWordEnds, hasRuns, wordsBefore } from './word-ends';

const LAST_SEPARATOR: u8 = 0x20;

// A bit beside those of SimhashMode: mixed hashes with the seed that was set last.
export const WITH_SEED: u32 = 1 << 8;

// Where the next fill begins: the word that this one cuts is read again, so no word is ever in two.
export let nextStart: usize = 0;

// Whether the fill was the beginning of a single word: then that was hashed up to its end, and no ends are listed.
export let isGiant: bool = false;

export function fillEnd(start: usize, limit: usize): usize {
  return min(start + FILL, limit);
}

// Hashes the words that end in the fill from `start` on and before `limit`; returns their number.
export function hashFill(base: usize, start: usize, limit: usize, mode: u32): usize {
  const end = fillEnd(start, limit);
  const blocks = (end - start + BLOCK - 1) / BLOCK;
  findWordEnds(base, start, blocks);
  const words = wordsBefore(base, end - start);
  isGiant = false;
  if (words === 0) return hashWithoutEnds(base, start, end, mode);
  nextStart = start + <usize>load<u16>(base + (words << 1), POSITIONS_AT - 2);
  let before = start - 1;
  if (hasRuns) {
    copyWithZeros(base, start, blocks);
    before = base + COPY_AT - 1;
  }
  assert(words <= WORDS);
  hashEach(base, before, words, mode);
  return words;
}

// Hashes the words whose ends are listed; `before` is the byte before the fill.
// @inline
function hashEach(base: usize, before: usize, words: usize, mode: u32): void {
  if (mode & SimhashMode.mixed) mixWords(base, before, words);
  else if (mode & WITH_SEED) mixWordsWithSeed(base, before, words);
  else hashLongWords(base, before, hashWords(base, before, words));
}

// A fill in which no word ends is only separators, or has separators before a word that continues, or is inside a word.
function hashWithoutEnds(base: usize, start: usize, end: usize, mode: u32): usize {
  let word = end;
  while (word > start && load<u8>(word - 1) > LAST_SEPARATOR) word--;
  nextStart = word;
  if (word > start) return 0;
  let wordEnd = start;
  while (load<u8>(wordEnd) > LAST_SEPARATOR) wordEnd++;
  store<u64>(base, giantHash(start, wordEnd, mode), HASHES_AT);
  nextStart = wordEnd;
  isGiant = true;
  return 1;
}

function giantHash(start: usize, end: usize, mode: u32): u64 {
  if (mode & SimhashMode.mixed) return mixedHash(start, end, 0);
  return mode & WITH_SEED ? mixedHash(start, end, seed()) : hashOf(start, end);
}
