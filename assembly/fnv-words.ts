// The words of canonical text, one at a time, with the hashes of src/engines/scalar/anchors.ts.
import { ANCHOR_WORDS, FNV_PRIME, FNV_START, LAST_SEPARATOR, RUN_FACTOR } from '../src/engines/layouts/anchors';
import { ANCHOR_WORDS_AT, scratch } from './memory';
import { finish } from './mix';

// What a word leaves a rolling hash with: RUN_FACTOR to the power of ANCHOR_WORDS, which is 5.
const LEAVING: u32 = RUN_FACTOR * RUN_FACTOR * RUN_FACTOR * RUN_FACTOR * RUN_FACTOR;

// Where the word ends that was hashed last.
export let wordEnd: usize = 0;

// Where the next word begins; `end` if there is none.
// @inline
export function nextWord(at: usize, end: usize): usize {
  while (at < end && <u32>load<u8>(at) <= LAST_SEPARATOR) at++;
  return at;
}

// The hash of the word that begins at `at`; sets `wordEnd`.
// @inline
export function hashWord(at: usize, end: usize): u32 {
  let hash: u32 = FNV_START;
  for (; at < end; at++) {
    const byte = <u32>load<u8>(at);
    if (byte <= LAST_SEPARATOR) break;
    hash = (hash ^ byte) * FNV_PRIME;
  }
  wordEnd = at;
  return finish(hash);
}

// The rolling hash of the last ANCHOR_WORDS words, after this one was added as number `word`. The ring of the last words has 8.
// @inline
export function roll(rolling: u32, hash: u32, word: u32): u32 {
  const words = scratch + ANCHOR_WORDS_AT;
  rolling = rolling * RUN_FACTOR + hash;
  if (word >= ANCHOR_WORDS) rolling -= LEAVING * load<u32>(words + (((word - ANCHOR_WORDS) & 7) << 2));
  store<u32>(words + ((word & 7) << 2), hash);
  return rolling;
}
