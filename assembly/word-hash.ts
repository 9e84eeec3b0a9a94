// The 64-bit sdbm hash of a word (the hash of paper A), eight bytes at a time, and where words end.
import { CANONICALIZE_AT, scratch } from "./scratch";

// Powers of 65599, the multiplier of sdbm.
const K: u64 = 65599;
const K2: u64 = K * K;
const K4: u64 = K2 * K2;
const K6: u64 = K4 * K2;
const K8: u64 = K4 * K4;

// The scratch region holds, after the table of blocks.ts, 16 bytes of zeros and 16 of ones: at n from its start, the
// mask of the last n bytes of 8 or, 8 bytes earlier, of 16.
const MASKS_AT: usize = 2048;

export function initWordHash(): void {
  memory.fill(scratch + CANONICALIZE_AT + MASKS_AT, 0, 16);
  memory.fill(scratch + CANONICALIZE_AT + MASKS_AT + 16, 0xFF, 16);
}

// What wordHash() needs; ask once, not for every word.
// @ts-ignore: decorator
@inline
export function hashMasks(): usize {
  return scratch + CANONICALIZE_AT + MASKS_AT;
}

// The hash of [word, end). Reads up to 16 bytes before the end of the word, whatever stands there.
// @ts-ignore: decorator
@inline
export function wordHash(word: usize, end: usize, masks: usize): u64 {
  const length = end - word;
  // zeros before a word do not count
  let hash = sdbm8(load<u64>(end - 8) & load<u64>(masks + min<usize>(length, 8), 8));
  if (length > 8) {
    hash += sdbm8(load<u64>(end - 16) & load<u64>(masks + min<usize>(length - 8, 8), 8)) * K8;
    if (length > 16) hash += sdbmBefore(word, end - 16) * (K8 * K8);
  }
  return hash;
}

// A bit for every one of 64 bytes that separates words.
// @ts-ignore: decorator
@inline
export function spacesIn(p: usize): u64 {
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
