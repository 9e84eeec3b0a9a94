// The list of words of a fill that are longer than the part hashed so far, by number (u16).
import { BITS_AT, KEPT_AT, POSITIONS_AT } from '../memory';

// Lists those of eight words that have their bits set; `numbers` has the number of the first in every lane; returns where the list
// goes on.
// @inline
export function listLong(base: usize, isLong: usize, numbers: v128, list: usize): usize {
  v128.store(list, i16x8.add(v128.load8x8_u(base + (isLong << 3), BITS_AT), numbers));
  return list + (popcnt(isLong) << 1);
}

// Lists those of four listed words, at `at`, that have their bits set; returns where the list goes on.
// @inline
export function listAgain(base: usize, at: usize, isLonger: usize, list: usize): usize {
  const kept = i8x16.swizzle(v128.load64_zero(at), v128.load64_zero(base + (isLonger << 3), KEPT_AT));
  v128.store64_lane(list, kept, 0);
  return list + (popcnt(isLonger) << 1);
}

// The position of the end before the word's (low half) and of its own.
// @inline
export function endsOf(base: usize, word: usize): u32 {
  return load<u32>(base + (word << 1), POSITIONS_AT - 2);
}

// Between the two: one more than the length of the word, if one byte separates it from the word before.
// @inline
export function distance(ends: u32): i32 {
  return <i32>((ends >> 16) - (ends & 0xffff));
}

// Those of four words.
// @inline
export function distances(ends0: u32, ends1: u32, ends2: u32, ends3: u32): v128 {
  let all = i32x4.splat(distance(ends0));
  all = i32x4.replace_lane(all, 1, distance(ends1));
  all = i32x4.replace_lane(all, 2, distance(ends2));
  return i32x4.replace_lane(all, 3, distance(ends3));
}
