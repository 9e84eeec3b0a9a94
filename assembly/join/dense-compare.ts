// Items of two dense buckets, or of one, whose siblings are the same or differ in one bit. A bitmap of all 65,536 siblings says which
// there are, and the place of the first item with a sibling is the number of siblings before it: a table has that number for every word
// of the bitmap, 64 siblings, and the rest is one population count. Other items with a sibling, the repeated ones, come after the first
// ones, in no order.
import { near } from './found';
import { lanesOf } from './near-siblings';

export const MAP_BYTES: usize = 8192;
export const WORDS: usize = MAP_BYTES / 8;
// A list of where two bitmaps meet: what they have in common, 128 bits, and where that is in the bitmap, in bytes. After it comes such
// a list for words of 64 bits. The last one written may not count.
const MEETING_BYTES: usize = 32;
const WORD_BYTES: usize = 16;
const MEETINGS_BYTES: usize = (MAP_BYTES / 16 + 1) * MEETING_BYTES;
export const LIST_BYTES: usize = MEETINGS_BYTES + (WORDS + 2) * WORD_BYTES;

// The items of a bucket: their siblings as a bitmap, how many there are before every word, and one by one: other halves u32 and ids u32;
// of the `repeated` ones, which come last, siblings u16.
// @unmanaged
export class Bucket {
  map: usize;
  starts: usize;
  rests: usize;
  ids: usize;
  siblings: usize;
  repeated: u32;
}

let otherShift: u64 = 0;

export function beginCompare(quarter: u32): void {
  otherShift = quarter < 2 ? 32 : 0;
}

// How many siblings there are.
// @inline
export function firstsOf(bucket: Bucket): u32 {
  return <u32>load<u16>(bucket.starts + (WORDS << 1));
}

// @inline
export function hasSibling(bucket: Bucket, sibling: u32): bool {
  return <bool>((load<u64>(bucket.map + ((<usize>(sibling >> 6)) << 3)) >> <u64>sibling) & 1);
}

// The place of the first item with a sibling.
// @inline
export function placeOf(bucket: Bucket, sibling: u32): u32 {
  const word = <usize>(sibling >> 6);
  const below = load<u64>(bucket.map + (word << 3)) & (((<u64>1) << (<u64>sibling)) - 1);
  return <u32>load<u16>(bucket.starts + (word << 1)) + <u32>popcnt<u64>(below);
}

// Writes a meeting at the end of a list; it counts only if the bitmaps have a bit in common.
// @inline
export function listMeeting(list: usize, common: v128, at: usize): usize {
  v128.store(list, common);
  store<u32>(list, <u32>at, 16);
  return list + ((<usize>v128.any_true(common)) << 5);
}

// Compares first items of bucket a at the places listed at [meetings, end) with those of b whose siblings differ by `flip`, a power of
// two from 64 on, or 0. Their halves then differ in the bit `difference`.
export function compareMet(meetings: usize, end: usize, a: Bucket, b: Bucket, flip: u32, difference: u64): void {
  const words = meetings + MEETINGS_BYTES;
  const last = listWords(meetings, end, words);
  const mapA = a.map;
  const startsA = a.starts;
  const restsA = a.rests;
  const mapB = b.map;
  const startsB = b.starts;
  const restsB = b.rests;
  const otherWord = (<usize>(flip >> 6)) << 3;
  for (let p = words; p < last; p += WORD_BYTES) {
    const at = <usize>load<u32>(p, 8);
    const atB = at ^ otherWord;
    let bits = load<u64>(p);
    // most words have one bit
    do {
      const below = (bits - 1) & ~bits;
      const i = <u32>load<u16>(startsA + (at >> 2)) + <u32>popcnt<u64>(load<u64>(mapA + at) & below);
      const j = <u32>load<u16>(startsB + (atB >> 2)) + <u32>popcnt<u64>(load<u64>(mapB + atB) & below);
      const x = load<u32>(restsA + ((<usize>i) << 2)) ^ load<u32>(restsB + ((<usize>j) << 2));
      if (popcnt<u32>(x) <= 2) nearItems(a, i, b, j, x, difference);
      bits &= bits - 1;
    } while (bits !== 0);
  }
}

// Lists meetings by words. No branch can predict in which half of a vector they are.
function listWords(meetings: usize, end: usize, words: usize): usize {
  for (let p = meetings; p < end; p += MEETING_BYTES) {
    const at = load<u32>(p, 16);
    const low = load<u64>(p);
    const high = load<u64>(p, 8);
    store<u64>(words, low);
    store<u32>(words, at, 8);
    words += usize(low !== 0) << 4;
    store<u64>(words, high);
    store<u32>(words, at + 8, 8);
    words += usize(high !== 0) << 4;
  }
  return words;
}

// Compares the repeated items of bucket a with those of b that have the same sibling: the first ones, and if `both` the repeated ones.
// `list` is room for u16, one for each.
export function compareRepeated(a: Bucket, b: Bucket, difference: u64, both: bool, list: usize): void {
  const siblings = a.siblings;
  const map = b.map;
  const count = <usize>a.repeated;
  const rests = a.rests + ((<usize>firstsOf(a)) << 2);
  let end = list;
  for (let k: usize = 0; k < count; k++) {
    const sibling = <usize>load<u16>(siblings + (k << 1));
    store<u16>(end, <u16>k);
    end += (<usize>((load<u64>(map + ((sibling >> 6) << 3)) >> <u64>sibling) & 1)) << 1;
  }
  for (let p = list; p < end; p += 2) {
    const k = <u32>load<u16>(p);
    const sibling = <u32>load<u16>(siblings + ((<usize>k) << 1));
    const j = placeOf(b, sibling);
    const x = load<u32>(rests + ((<usize>k) << 2)) ^ load<u32>(b.rests + ((<usize>j) << 2));
    if (popcnt<u32>(x) <= 2) nearItems(a, firstsOf(a) + k, b, j, x, difference);
    if (both) compareWithRepeated(a, firstsOf(a) + k, sibling, b, difference);
  }
}

// Compares an item of bucket a with the repeated ones of b that have its sibling.
function compareWithRepeated(a: Bucket, i: u32, sibling: u32, b: Bucket, difference: u64): void {
  const wanted = i16x8.splat(<i16>sibling);
  for (let k: u32 = 0; k < b.repeated; k += 16) {
    const p = b.siblings + ((<usize>k) << 1);
    const low = i16x8.eq(wanted, v128.load(p));
    const high = i16x8.eq(wanted, v128.load(p, 16));
    for (let lanes = lanesOf(low, high, b.repeated - k); lanes !== 0; lanes &= lanes - 1) {
      const j = firstsOf(b) + k + ctz<u32>(lanes);
      const x = load<u32>(a.rests + ((<usize>i) << 2)) ^ load<u32>(b.rests + ((<usize>j) << 2));
      if (popcnt<u32>(x) <= 2) nearItems(a, i, b, j, x, difference);
    }
  }
}

// Items whose other halves differ in x.
export function nearItems(a: Bucket, i: u32, b: Bucket, j: u32, x: u32, difference: u64): void {
  const id = load<u32>(a.ids + ((<usize>i) << 2));
  near(((<u64>x) << otherShift) | difference, id, load<u32>(b.ids + ((<usize>j) << 2)));
}
