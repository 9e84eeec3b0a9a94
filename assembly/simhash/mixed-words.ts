// The mixed hashes of the words of a fill, four at a time; src/engines/mixed-hash.ts defines the hash.
//
// A word is taken in pieces of eight bytes from its end on, and mixing leaves zero as it is: so a shorter word is its last eight
// bytes with the bytes before it cleared, and zeros before a word change nothing.
//
// Every loop repeats the lines that mix: a function can return only one vector, and mixing has two.
//
// With a seed, pieces of zeros in front of a word must be left out: mixing them would not give zero.
import {
  EIGHTS_AT,
  FOUR_TIMES_AT,
  HASHES_AT,
  LONG_AT,
  NINES_AT,
  NO_WORD,
  PIECE_NEEDS_AT,
  PIECES,
  POSITIONS_AT,
  ROUNDS_AT,
  SEED_AT,
  scratch,
  TWICE_AT,
} from '../memory';
import { distance, distances, endsOf, listAgain, listLong } from './long-list';

// Hashes all words; `before` is the byte before the fill.
export function mixWords(base: usize, before: usize, words: usize): void {
  mixAll(base, before, words, false);
}

// Hashes all words with the seed at SEED_AT.
export function mixWordsWithSeed(base: usize, before: usize, words: usize): void {
  mixAll(base, before, words, true);
}

export function setSeed(low: u32, high: u32): void {
  v128.store(scratch + SEED_AT, i32x4.splat(low));
  v128.store(scratch + SEED_AT, i32x4.splat(high), 0x10);
}

// The seed that was set last.
// @inline
export function seed(): u64 {
  return <u64>load<u32>(scratch + SEED_AT) | ((<u64>load<u32>(scratch + SEED_AT, 0x10)) << 32);
}

// @inline
function mixAll(base: usize, before: usize, words: usize, hasSeed: bool): void {
  // the last vectors may reach beyond the last word: let those be empty words
  const last = load<i16>(base + (words << 1), POSITIONS_AT - 2);
  v128.store(base + (words << 1), i16x8.splat(last), POSITIONS_AT);
  let long = mixShort(base, before, words, hasSeed);
  if (long === 0) return;
  store<u32>(base + (NO_WORD << 1), 0, POSITIONS_AT - 2);
  long = mixTwo(base, before, long, hasSeed);
  if (long > 0) long = mixSome(base, before, long, hasSeed);
  if (long > 0) mixLongest(base, before, long, hasSeed ? seed() : 0);
}

// Mixes the last eight bytes of all words and lists the longer ones; returns their number. Every turn of the loop mixes eight words
// half and finishes those of the turn before, so that no chain is long; the first turn writes in front of the hashes (HASHES_BEFORE).
// @inline
function mixShort(base: usize, before: usize, words: usize, hasSeed: bool): usize {
  const eights = v128.load(base, EIGHTS_AT);
  const nines = v128.load(base, NINES_AT);
  const twice = v128.load(base, TWICE_AT);
  const k0 = v128.load(base, ROUNDS_AT),
    k1 = v128.load(base, ROUNDS_AT + 0x10);
  const k2 = v128.load(base, ROUNDS_AT + 0x20),
    k3 = v128.load(base, ROUNDS_AT + 0x30);
  const first = v128.load(base, PIECE_NEEDS_AT);
  const last = v128.load(base, PIECE_NEEDS_AT + 0x10);
  const eightBefore = before - 8;
  let out = base + HASHES_AT;
  let long = base + LONG_AT;
  let number = i16x8.splat(0);
  let lo = number,
    hi = number,
    otherLo = number,
    otherHi = number;
  const end = base + POSITIONS_AT + (words << 1);
  for (let at = base + POSITIONS_AT; at < end; at += 16) {
    finishFour(lo, hi, k2, k3, out - 64);
    finishFour(otherLo, otherHi, k2, k3, out - 32);
    // distance to the end before: one more than the length of the word
    const lengths = i16x8.sub(v128.load(at), v128.load(at - 2));
    const isLong = <usize>i16x8.bitmask(i16x8.gt_s(lengths, nines));
    long = listLong(base, isLong, number, long);
    number = i16x8.add(number, eights);
    // in both bytes of a lane; wrong above 127, but such words are hashed again
    const inBytes = i16x8.mul(lengths, twice);
    const bytes = v128.shuffle<i16>(inBytes, inBytes, 0, 8, 1, 9, 2, 10, 3, 11);
    const ab = pieces(eightBefore + load<u16>(at), eightBefore + load<u16>(at, 2));
    const cd = pieces(eightBefore + load<u16>(at, 4), eightBefore + load<u16>(at, 6));
    lo = v128.and(v128.shuffle<i64>(ab, cd, 0, 2), i8x16.gt_s(bytes, first));
    hi = v128.and(v128.shuffle<i64>(ab, cd, 1, 3), i8x16.gt_s(bytes, last));
    if (hasSeed) {
      lo = v128.xor(lo, v128.load(base, SEED_AT));
      hi = v128.xor(hi, v128.load(base, SEED_AT + 0x10));
    }
    hi = fold(v128.xor(i32x4.mul(hi, k0), lo), 14);
    lo = fold(i32x4.add(lo, i32x4.mul(hi, k1)), 15);
    const otherBytes = v128.shuffle<i16>(inBytes, inBytes, 4, 12, 5, 13, 6, 14, 7, 15);
    const ef = pieces(eightBefore + load<u16>(at, 8), eightBefore + load<u16>(at, 10));
    const gh = pieces(eightBefore + load<u16>(at, 12), eightBefore + load<u16>(at, 14));
    otherLo = v128.and(v128.shuffle<i64>(ef, gh, 0, 2), i8x16.gt_s(otherBytes, first));
    otherHi = v128.and(v128.shuffle<i64>(ef, gh, 1, 3), i8x16.gt_s(otherBytes, last));
    if (hasSeed) {
      otherLo = v128.xor(otherLo, v128.load(base, SEED_AT));
      otherHi = v128.xor(otherHi, v128.load(base, SEED_AT + 0x10));
    }
    otherHi = fold(v128.xor(i32x4.mul(otherHi, k0), otherLo), 14);
    otherLo = fold(i32x4.add(otherLo, i32x4.mul(otherHi, k1)), 15);
    out += 64;
  }
  finishFour(lo, hi, k2, k3, out - 64);
  finishFour(otherLo, otherHi, k2, k3, out - 32);
  return (long - base - LONG_AT) >> 1;
}

// Eight bytes from each of two places, their low and high halves side by side.
// @inline
function pieces(a: usize, b: usize): v128 {
  return v128.shuffle<i32>(v128.load64_zero(a), v128.load64_zero(b), 0, 4, 1, 5);
}

// The second half of mixing four words.
// @inline
function finishFour(lo: v128, hi: v128, k2: v128, k3: v128, out: usize): void {
  hi = fold(i32x4.add(hi, i32x4.mul(lo, k2)), 16);
  lo = fold(i32x4.add(lo, i32x4.mul(hi, k3)), 15);
  v128.store(out, v128.shuffle<i32>(lo, hi, 0, 4, 1, 5));
  v128.store(out, v128.shuffle<i32>(lo, hi, 2, 6, 3, 7), 16);
}

// @inline
function fold(halves: v128, shift: i32): v128 {
  return v128.xor(halves, i32x4.shr_u(halves, shift));
}

// Mixes the last sixteen bytes of the listed words. Reduces the list to those that are longer, and returns their number.
// @inline
function mixTwo(base: usize, before: usize, count: usize, hasSeed: bool): usize {
  v128.store(base + (count << 1), i16x8.splat(<i16>NO_WORD), LONG_AT);
  const fourTimes = v128.load(base, FOUR_TIMES_AT);
  const k0 = v128.load(base, ROUNDS_AT),
    k1 = v128.load(base, ROUNDS_AT + 0x10);
  const k2 = v128.load(base, ROUNDS_AT + 0x20),
    k3 = v128.load(base, ROUNDS_AT + 0x30);
  const seventeens = i32x4.splat(17);
  const halves = i32x4.splat(0xffff);
  const sixteenBefore = before - 16;
  let longer = base + LONG_AT;
  const end = base + LONG_AT + (count << 1);
  for (let at = base + LONG_AT; at < end; at += 8) {
    const word0 = base + ((<usize>load<u16>(at)) << 1);
    const word1 = base + ((<usize>load<u16>(at, 2)) << 1);
    const word2 = base + ((<usize>load<u16>(at, 4)) << 1);
    const word3 = base + ((<usize>load<u16>(at, 6)) << 1);
    // the end before the word's (low half) and its own
    let ends = v128.load32_zero(word0, POSITIONS_AT - 2);
    ends = v128.load32_lane(word1, ends, 1, POSITIONS_AT - 2);
    ends = v128.load32_lane(word2, ends, 2, POSITIONS_AT - 2);
    ends = v128.load32_lane(word3, ends, 3, POSITIONS_AT - 2);
    const lengths = i32x4.sub(i32x4.shr_u(ends, 16), v128.and(ends, halves));
    const isLonger = <usize>i32x4.bitmask(i32x4.gt_s(lengths, seventeens));
    const inBytes = i32x4.mul(lengths, fourTimes);
    const a = sixteenBefore + load<u16>(word0, POSITIONS_AT);
    const b = sixteenBefore + load<u16>(word1, POSITIONS_AT);
    const c = sixteenBefore + load<u16>(word2, POSITIONS_AT);
    const d = sixteenBefore + load<u16>(word3, POSITIONS_AT);
    const ab = v128.shuffle<i32>(v128.load64_zero(a), v128.load64_zero(b), 0, 4, 1, 5);
    const cd = v128.shuffle<i32>(v128.load64_zero(c), v128.load64_zero(d), 0, 4, 1, 5);
    let lo = v128.and(v128.shuffle<i64>(ab, cd, 0, 2), i8x16.gt_s(inBytes, v128.load(base, PIECE_NEEDS_AT + 0x20)));
    let hi = v128.and(v128.shuffle<i64>(ab, cd, 1, 3), i8x16.gt_s(inBytes, v128.load(base, PIECE_NEEDS_AT + 0x30)));
    const isMixed = i32x4.ne(v128.or(lo, hi), i32x4.splat(0));
    if (hasSeed) {
      lo = v128.xor(lo, v128.load(base, SEED_AT));
      hi = v128.xor(hi, v128.load(base, SEED_AT + 0x10));
    }
    hi = fold(v128.xor(i32x4.mul(hi, k0), lo), 14);
    lo = fold(i32x4.add(lo, i32x4.mul(hi, k1)), 15);
    hi = fold(i32x4.add(hi, i32x4.mul(lo, k2)), 16);
    lo = fold(i32x4.add(lo, i32x4.mul(hi, k3)), 15);
    if (hasSeed) {
      lo = v128.xor(v128.and(lo, isMixed), v128.load(base, SEED_AT));
      hi = v128.xor(v128.and(hi, isMixed), v128.load(base, SEED_AT + 0x10));
    }
    // the last eight bytes all belong to the word
    const lastAb = v128.shuffle<i32>(v128.load64_zero(a, 8), v128.load64_zero(b, 8), 0, 4, 1, 5);
    const lastCd = v128.shuffle<i32>(v128.load64_zero(c, 8), v128.load64_zero(d, 8), 0, 4, 1, 5);
    lo = v128.xor(lo, v128.shuffle<i64>(lastAb, lastCd, 0, 2));
    hi = v128.xor(hi, v128.shuffle<i64>(lastAb, lastCd, 1, 3));
    hi = fold(v128.xor(i32x4.mul(hi, k0), lo), 14);
    lo = fold(i32x4.add(lo, i32x4.mul(hi, k1)), 15);
    hi = fold(i32x4.add(hi, i32x4.mul(lo, k2)), 16);
    lo = fold(i32x4.add(lo, i32x4.mul(hi, k3)), 15);
    const hashes01 = v128.shuffle<i32>(lo, hi, 0, 4, 1, 5);
    const hashes23 = v128.shuffle<i32>(lo, hi, 2, 6, 3, 7);
    v128.store64_lane(base + ((<usize>load<u16>(at)) << 3), hashes01, 0, HASHES_AT);
    v128.store64_lane(base + ((<usize>load<u16>(at, 2)) << 3), hashes01, 1, HASHES_AT);
    v128.store64_lane(base + ((<usize>load<u16>(at, 4)) << 3), hashes23, 0, HASHES_AT);
    v128.store64_lane(base + ((<usize>load<u16>(at, 6)) << 3), hashes23, 1, HASHES_AT);
    longer = listAgain(base, at, isLonger, longer);
  }
  return (longer - base - LONG_AT) >> 1;
}

// Mixes the last PIECES pieces of the listed words. Reduces the list to those that are longer, and returns their number.
// @inline
function mixSome(base: usize, before: usize, count: usize, hasSeed: bool): usize {
  v128.store(base + (count << 1), i16x8.splat(<i16>NO_WORD), LONG_AT);
  const fourTimes = v128.load(base, FOUR_TIMES_AT);
  const k0 = v128.load(base, ROUNDS_AT),
    k1 = v128.load(base, ROUNDS_AT + 0x10);
  const k2 = v128.load(base, ROUNDS_AT + 0x20),
    k3 = v128.load(base, ROUNDS_AT + 0x30);
  const most = i32x4.splat(<i32>(PIECES << 3) + 1);
  let longer = base + LONG_AT;
  const end = base + LONG_AT + (count << 1);
  for (let at = base + LONG_AT; at < end; at += 8) {
    const word0 = <usize>load<u16>(at);
    const word1 = <usize>load<u16>(at, 2);
    const word2 = <usize>load<u16>(at, 4);
    const word3 = <usize>load<u16>(at, 6);
    const ends0 = endsOf(base, word0);
    const ends1 = endsOf(base, word1);
    const ends2 = endsOf(base, word2);
    const ends3 = endsOf(base, word3);
    const lengths = distances(ends0, ends1, ends2, ends3);
    const isLonger = <usize>i32x4.bitmask(i32x4.gt_s(lengths, most));
    const inBytes = i32x4.mul(lengths, fourTimes);
    const end0 = before + (ends0 >> 16);
    const end1 = before + (ends1 >> 16);
    const end2 = before + (ends2 >> 16);
    const end3 = before + (ends3 >> 16);
    let lo = i64x2.splat(0);
    let hi = lo;
    for (let piece = PIECES; piece > 0; piece--) {
      const back = piece << 3;
      const ab = v128.shuffle<i32>(v128.load64_zero(end0 - back), v128.load64_zero(end1 - back), 0, 4, 1, 5);
      const cd = v128.shuffle<i32>(v128.load64_zero(end2 - back), v128.load64_zero(end3 - back), 0, 4, 1, 5);
      const needs = base + (piece << 5);
      lo = v128.xor(lo, v128.and(v128.shuffle<i64>(ab, cd, 0, 2), i8x16.gt_s(inBytes, v128.load(needs, PIECE_NEEDS_AT - 0x20))));
      hi = v128.xor(hi, v128.and(v128.shuffle<i64>(ab, cd, 1, 3), i8x16.gt_s(inBytes, v128.load(needs, PIECE_NEEDS_AT - 0x10))));
      const isMixed = i32x4.ne(v128.or(lo, hi), i32x4.splat(0));
      if (hasSeed) {
        lo = v128.xor(lo, v128.load(base, SEED_AT));
        hi = v128.xor(hi, v128.load(base, SEED_AT + 0x10));
      }
      hi = fold(v128.xor(i32x4.mul(hi, k0), lo), 14);
      lo = fold(i32x4.add(lo, i32x4.mul(hi, k1)), 15);
      hi = fold(i32x4.add(hi, i32x4.mul(lo, k2)), 16);
      lo = fold(i32x4.add(lo, i32x4.mul(hi, k3)), 15);
      if (hasSeed) {
        lo = v128.and(lo, isMixed);
        hi = v128.and(hi, isMixed);
      }
    }
    longer = listAgain(base, at, isLonger, longer);
    const hashes01 = v128.shuffle<i32>(lo, hi, 0, 4, 1, 5);
    const hashes23 = v128.shuffle<i32>(lo, hi, 2, 6, 3, 7);
    v128.store64_lane(base + (word0 << 3), hashes01, 0, HASHES_AT);
    v128.store64_lane(base + (word1 << 3), hashes01, 1, HASHES_AT);
    v128.store64_lane(base + (word2 << 3), hashes23, 0, HASHES_AT);
    v128.store64_lane(base + (word3 << 3), hashes23, 1, HASHES_AT);
  }
  return (longer - base - LONG_AT) >> 1;
}

// Mixes the listed words as a whole.
function mixLongest(base: usize, before: usize, count: usize, seed: u64): void {
  const end = base + LONG_AT + (count << 1);
  for (let at = base + LONG_AT; at < end; at += 2) {
    const word = <usize>load<u16>(at);
    const ends = endsOf(base, word);
    const wordEnd = before + (ends >> 16);
    store<u64>(base + (word << 3), mixedHash(wordEnd - distance(ends) + 1, wordEnd, seed), HASHES_AT);
  }
}

// The mixed hash of any number of bytes.
export function mixedHash(start: usize, end: usize, seed: u64): u64 {
  const odd = (end - start) & 7;
  // a shift by 64 would do nothing
  let hash = odd === 0 ? 0 : mixNext(load<u64>(start) << ((<u64>(8 - odd)) << 3), seed);
  for (let at = start + odd; at < end; at += 8) hash = mixNext(hash ^ load<u64>(at), seed);
  return hash;
}

// @inline
function mixNext(piece: u64, seed: u64): u64 {
  return piece === 0 ? 0 : mixPiece(piece ^ seed);
}

// @inline
export function mixPiece(piece: u64): u64 {
  let lo = <u32>piece;
  let hi = <u32>(piece >> 32);
  hi = (hi * 0x9e3779b1) ^ lo;
  hi ^= hi >> 14;
  lo += hi * 0x85ebca6b;
  lo ^= lo >> 15;
  hi += lo * 0xc2b2ae35;
  hi ^= hi >> 16;
  lo += hi * 0x27d4eb2f;
  lo ^= lo >> 15;
  return <u64>lo | ((<u64>hi) << 32);
}
