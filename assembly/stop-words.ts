// Takes the stop words out of one canonical document.
//
// Every word is copied to where it would go, and only then the place for the next one moves on, or not: about half of
// the words of a text are stop words, and no processor guesses which.
import { CANONICALIZE_AT, scratch } from "./scratch";

// The stop-word table; src/engines/tables.ts has its layout.
const SPREAD_AT: usize = 16;
const SPREAD_MASK: u32 = 2046;
const SLOTS_AT: usize = SPREAD_AT + 2048;

// Powers of 65599, the multiplier of sdbm.
const K: u64 = 65599;
const K2: u64 = K * K;
const K4: u64 = K2 * K2;
const K6: u64 = K4 * K2;
const K8: u64 = K4 * K4;

// A document must lie at least this far beyond the place where it goes: words are copied 32 bytes at a time, and no load
// (from 16 bytes before a word on) shall meet one of the last stores.
export const STOP_WORDS_GAP: usize = 48;

// Words left by removeStopWords().
export let wordsLeft: u32 = 0;

// The scratch region holds, after the table of blocks.ts, 16 bytes of zeros and 16 of ones: at n from its start, the
// mask of the last n bytes of 8 or, 8 bytes earlier, of 16.
const MASKS_AT: usize = 2048;

export function initStopWords(): void {
  memory.fill(scratch + CANONICALIZE_AT + MASKS_AT, 0, 16);
  memory.fill(scratch + CANONICALIZE_AT + MASKS_AT + 16, 0xFF, 16);
}

// Moves [from, end), words separated by single bytes (spaces, or ends of sentences), to `to`, without stop words. Writes a space at `end`. Returns
// the new end.
export function removeStopWords(from: usize, end: usize, to: usize, table: usize): usize {
  const masks = scratch + CANONICALIZE_AT + MASKS_AT;
  const mask = load<u32>(table);
  const multiplier = load<u32>(table, 4);
  const start = to;
  let words: u32 = 0;
  let word = from;
  if (end > from) store<u8>(end++, 0x20);
  for (let block = from; block < end; block += 64) {
    let spaces = spacesIn(block);
    if (end - block < 64) spaces &= (<u64>1 << (end - block)) - 1;
    for (; spaces != 0; spaces &= spaces - 1) {
      const wordEnd = block + <usize>ctz(spaces);
      const length = wordEnd - word;
      // zeros before a word do not count
      let hash = sdbm8(load<u64>(wordEnd - 8) & load<u64>(masks + min<usize>(length, 8), 8));
      if (length > 8) {
        hash += sdbm8(load<u64>(wordEnd - 16) & load<u64>(masks + min<usize>(length - 8, 8), 8)) * K8;
        if (length > 16) hash += sdbmBefore(word, wordEnd - 16) * (K8 * K8);
      }
      const f = <u32>hash * multiplier;
      const spread = <u32>load<u16>(table + (f & SPREAD_MASK), SPREAD_AT);
      const slot = (f >> 15 ^ spread) & mask;
      const kept = <u32>(load<u64>(table + slot, SLOTS_AT) != hash);
      v128.store(to, v128.load(word));
      v128.store(to, v128.load(word, 16), 16);
      for (let i: usize = 32; i <= length; i += 16) v128.store(to + i, v128.load(word + i));
      to += (length + 1) * <usize>kept;
      // a stop word that ends a sentence leaves its end to the word before
      if (load<u8>(wordEnd) != 0x20 && to > start) store<u8>(to - 1, 0x1E);
      words += kept;
      word = wordEnd + 1;
    }
  }
  wordsLeft = words;
  return to > start ? to - 1 : to;
}

// A bit for every one of 64 bytes that separates words.
// @ts-ignore: decorator
@inline
function spacesIn(p: usize): u64 {
  const space = i8x16.splat(0x20);
  const a = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p), space));
  const b = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p, 16), space));
  const c = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p, 32), space));
  const d = <u64>i8x16.bitmask(i8x16.le_u(v128.load(p, 48), space));
  return a | b << 16 | c << 32 | d << 48;
}

// sdbm of eight bytes. A pair (e, o) of bytes is worth e * K + o = (e << 16) + (63 * e + o), and the second part fits
// 16 bits: the four pairs are made side by side.
// @ts-ignore: decorator
@inline
function sdbm8(bytes: u64): u64 {
  const even = bytes & 0x00FF00FF00FF00FF;
  const low = even * 63 + (bytes >> 8 & 0x00FF00FF00FF00FF);
  const pairs02 = (even & 0x0000FFFF0000FFFF) << 16 | low & 0x0000FFFF0000FFFF;
  const pairs13 = even & 0xFFFF0000FFFF0000 | low >> 16 & 0x0000FFFF0000FFFF;
  return (pairs02 & 0xFFFFFFFF) * K6 + (pairs13 & 0xFFFFFFFF) * K4 + (pairs02 >> 32) * K2 + (pairs13 >> 32);
}

function sdbmBefore(p: usize, end: usize): u64 {
  let hash: u64 = 0;
  for (; p + 8 <= end; p += 8) hash = hash * K8 + sdbm8(load<u64>(p));
  for (; p < end; p++) hash = hash * K + load<u8>(p);
  return hash;
}
