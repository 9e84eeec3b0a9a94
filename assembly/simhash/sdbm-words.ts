// Hashes the words of a fill, four at a time.
//
// sdbm is a polynomial: the hash of a word of eight bytes is the sum of byte[j] * K^(7-j), K = 65599. Bytes of value
// zero in front add nothing, so a shorter word is its last eight bytes with the bytes before it cleared. Two
// neighboring bytes form a pair p = even * K + odd, and the hash is p0 * K^6 + p1 * K^4 + p2 * K^2 + p3.
import {
  EIGHTS_AT,
  EVEN_BYTES_AT,
  HASHES_AT,
  LONG_AT,
  NEEDS_AT,
  NINES_AT,
  POSITIONS_AT,
  POWERS_AT,
  SIXTY_THREES_AT,
  TWICE_AT,
} from '../memory';
import { listLong } from './long-list';

// Hashes the last eight bytes of all words and lists the longer ones; returns their number. `before` is the byte before the fill.
export function hashWords(base: usize, before: usize, words: usize): usize {
  // the last vectors may reach beyond the last word: let those be empty words
  const last = load<i16>(base + (words << 1), POSITIONS_AT - 2);
  v128.store(base + (words << 1), i16x8.splat(last), POSITIONS_AT);
  const long = gather(base, before, words);
  hashPairs(base, words);
  return long;
}

// Lays the bytes of four words at a time side by side: 16-bit lanes of pairs 0 | pairs 1, then pairs 2 | pairs 3. Gathering and
// hashing are two loops, through memory, because the chains of each are short enough to overlap well.
// @inline
function gather(base: usize, before: usize, words: usize): usize {
  const eights = v128.load(base, EIGHTS_AT);
  const nines = v128.load(base, NINES_AT);
  const twice = v128.load(base, TWICE_AT);
  const first = v128.load(base, NEEDS_AT);
  const last = v128.load(base, NEEDS_AT + 0x10);
  const eightBefore = before - 8;
  let out = base + HASHES_AT;
  let long = base + LONG_AT;
  let number = i16x8.splat(0);
  const end = base + POSITIONS_AT + (words << 1);
  for (let at = base + POSITIONS_AT; at < end; at += 16) {
    // distance to the end before: one more than the length of the word
    const lengths = i16x8.sub(v128.load(at), v128.load(at - 2));
    const isLong = <usize>i16x8.bitmask(i16x8.gt_s(lengths, nines));
    long = listLong(base, isLong, number, long);
    number = i16x8.add(number, eights);
    // in both bytes of a lane; wrong above 127, but such words are hashed again
    const inBytes = i16x8.mul(lengths, twice);
    const half0 = v128.shuffle<i64>(inBytes, inBytes, 0, 0);
    const a0 = v128.load64_zero(eightBefore + load<u16>(at));
    const a1 = v128.load64_zero(eightBefore + load<u16>(at, 2));
    const a2 = v128.load64_zero(eightBefore + load<u16>(at, 4));
    const a3 = v128.load64_zero(eightBefore + load<u16>(at, 6));
    v128.store(out, v128.and(firstPairs(a0, a1, a2, a3), i8x16.gt_s(half0, first)));
    v128.store(out, v128.and(lastPairs(a0, a1, a2, a3), i8x16.gt_s(half0, last)), 16);
    const half1 = v128.shuffle<i64>(inBytes, inBytes, 1, 1);
    const b0 = v128.load64_zero(eightBefore + load<u16>(at, 8));
    const b1 = v128.load64_zero(eightBefore + load<u16>(at, 10));
    const b2 = v128.load64_zero(eightBefore + load<u16>(at, 12));
    const b3 = v128.load64_zero(eightBefore + load<u16>(at, 14));
    v128.store(out, v128.and(firstPairs(b0, b1, b2, b3), i8x16.gt_s(half1, first)), 32);
    v128.store(out, v128.and(lastPairs(b0, b1, b2, b3), i8x16.gt_s(half1, last)), 48);
    out += 64;
  }
  return (long - base - LONG_AT) >> 1;
}

// Byte pairs 0 and 1 of four words: 4 lanes of 16 bits each.
// @inline
function firstPairs(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const cd = v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  return v128.shuffle<i32>(ab, cd, 0, 4, 1, 5);
}

// Byte pairs 2 and 3.
// @inline
function lastPairs(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const cd = v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  return v128.shuffle<i32>(ab, cd, 2, 6, 3, 7);
}

// @inline
function hashPairs(base: usize, words: usize): void {
  const sixtyThrees = v128.load(base, SIXTY_THREES_AT);
  const evenBytes = v128.load(base, EVEN_BYTES_AT);
  const k2 = v128.load(base, POWERS_AT + 0x20); // its high half is 1
  const k4 = v128.load(base, POWERS_AT + 0x40);
  const k4High = v128.load(base, POWERS_AT + 0x50);
  const k6 = v128.load(base, POWERS_AT + 0x60);
  const k6High = v128.load(base, POWERS_AT + 0x70);
  const end = base + HASHES_AT + (words << 3);
  for (let at = base + HASHES_AT; at < end; at += 32) {
    const pairs01 = v128.load(at);
    const pairs23 = v128.load(at, 16);
    // even * K + odd = even * 2^16 + (even * 63 + odd), and the sum in brackets fits 16 bits: so the 32-bit pair is
    // that sum interleaved with the even byte
    const even01 = v128.and(pairs01, evenBytes);
    const even23 = v128.and(pairs23, evenBytes);
    const sum01 = i16x8.add(i16x8.mul(even01, sixtyThrees), i16x8.shr_u(pairs01, 8));
    const sum23 = i16x8.add(i16x8.mul(even23, sixtyThrees), i16x8.shr_u(pairs23, 8));
    const p0 = v128.shuffle<i16>(sum01, even01, 0, 8, 1, 9, 2, 10, 3, 11);
    const p1 = v128.shuffle<i16>(sum01, even01, 4, 12, 5, 13, 6, 14, 7, 15);
    const p2 = v128.shuffle<i16>(sum23, even23, 0, 8, 1, 9, 2, 10, 3, 11);
    const p3 = v128.shuffle<i16>(sum23, even23, 4, 12, 5, 13, 6, 14, 7, 15);
    // the products with the high halves of the powers count 2^32; interleaved with p3 they need no shift
    const high = i32x4.add(i32x4.add(i32x4.mul(p0, k6High), i32x4.mul(p1, k4High)), p2);
    v128.store(
      at,
      i64x2.add(
        i64x2.add(i64x2.extmul_low_i32x4_u(p0, k6), i64x2.extmul_low_i32x4_u(p1, k4)),
        i64x2.add(i64x2.extmul_low_i32x4_u(p2, k2), v128.shuffle<i32>(p3, high, 0, 4, 1, 5)),
      ),
    );
    v128.store(
      at,
      i64x2.add(
        i64x2.add(i64x2.extmul_high_i32x4_u(p0, k6), i64x2.extmul_high_i32x4_u(p1, k4)),
        i64x2.add(i64x2.extmul_high_i32x4_u(p2, k2), v128.shuffle<i32>(p3, high, 2, 6, 3, 7)),
      ),
      16,
    );
  }
}
