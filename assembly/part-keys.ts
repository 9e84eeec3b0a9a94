// Keys of sentences and paragraphs, whatever the order of their words. The twin is src/engines/scalar/part-keys.ts, which says what is computed.
import {
  FNV_PRIME,
  FNV_START,
  LAST_SEPARATOR,
  LEAST_PART_WORDS,
  PART_KEY_WORDS,
  RUN_FACTOR,
} from '../src/engines/layouts/anchors';
import { PART_WORDS_AT, scratch } from './memory';
import { finish } from './mix';

export function partKeys(text: usize, offsets: usize, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    store<u32>(out + ((<usize>i) << 2), keyOf(text + load<u32>(at), text + load<u32>(at, 4)));
  }
}

function keyOf(start: usize, end: usize): u32 {
  // the least hashes so far, ascending
  const least = scratch + PART_WORDS_AT;
  let kept: u32 = 0;
  let words: u32 = 0;
  for (let at = start; at < end; ) {
    if (load<u8>(at) <= LAST_SEPARATOR) {
      at++;
      continue;
    }
    let hash: u32 = FNV_START;
    for (; at < end; at++) {
      const byte = load<u8>(at);
      if (byte <= LAST_SEPARATOR) break;
      hash = (hash ^ byte) * FNV_PRIME;
    }
    words++;
    kept = keep(least, kept, finish(hash));
  }
  if (words < LEAST_PART_WORDS) return 0;
  let key: u32 = FNV_START;
  for (let i: u32 = 0; i < kept; i++) key = key * RUN_FACTOR + load<u32>(least + ((<usize>i) << 2));
  key = finish(key);
  return key === 0 ? 1 : key;
}

// Puts a hash in its place among the least ones, unless it is there or too large; returns how many there are.
// @inline
function keep(least: usize, kept: u32, hash: u32): u32 {
  let place = kept;
  for (; place > 0; place--) {
    const before = load<u32>(least + ((<usize>(place - 1)) << 2));
    if (before === hash) return kept;
    if (before < hash) break;
  }
  if (place === PART_KEY_WORDS) return kept;
  const last = kept < PART_KEY_WORDS ? kept : PART_KEY_WORDS - 1;
  for (let i = last; i > place; i--) store<u32>(least + ((<usize>i) << 2), load<u32>(least + ((<usize>(i - 1)) << 2)));
  store<u32>(least + ((<usize>place) << 2), hash);
  return last + 1;
}
