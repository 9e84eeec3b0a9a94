// Words of more than eight bytes: about one in ten in English text, more than half in Cyrillic.
import {
  EVEN_BYTES_AT,
  EVEN_PAIRS_AT,
  FOUR_TIMES_AT,
  HASHES_AT,
  HEAD_POWERS_AT,
  HEADS,
  LONG_AT,
  NO_WORD,
  PIECE_NEEDS_AT,
  POSITIONS_AT,
  SIXTY_THREES_AT,
} from '../memory';
import { distance, distances, endsOf, listAgain } from './long-list';
import { SDBM2, SDBM4, SDBM6, SDBM8 } from './tables';

// Completes the hashes of the listed words; until now they are those of their last eight bytes.
export function hashLongWords(base: usize, before: usize, count: usize): void {
  store<u32>(base + (NO_WORD << 1), 0, POSITIONS_AT - 2);
  for (let head: usize = 0; head < HEADS && count > 0; head++) count = addHeads(base, before, count, head);
  if (count > 0) hashLongest(base, before, count);
}

// Adds the hash of the eight bytes before the last 8 * (head + 1), times that power of K, four words at a time as in
// sdbm-words.ts. Reduces the list to the words that are longer still, and returns their number.
function addHeads(base: usize, before: usize, count: usize, head: usize): usize {
  v128.store(base + (count << 1), i16x8.splat(<i16>NO_WORD), LONG_AT);
  const fourTimes = v128.load(base, FOUR_TIMES_AT);
  const first = v128.load(base, PIECE_NEEDS_AT + 0x20);
  const last = v128.load(base, PIECE_NEEDS_AT + 0x30);
  const sixtyThrees = v128.load(base, SIXTY_THREES_AT);
  const evenBytes = v128.load(base, EVEN_BYTES_AT);
  const evenPairs = v128.load(base, EVEN_PAIRS_AT);
  const powers = base + (head << 7);
  const k8 = v128.load(powers, HEAD_POWERS_AT),
    k8High = v128.load(powers, HEAD_POWERS_AT + 0x10);
  const k10 = v128.load(powers, HEAD_POWERS_AT + 0x20),
    k10High = v128.load(powers, HEAD_POWERS_AT + 0x30);
  const k12 = v128.load(powers, HEAD_POWERS_AT + 0x40),
    k12High = v128.load(powers, HEAD_POWERS_AT + 0x50);
  const k14 = v128.load(powers, HEAD_POWERS_AT + 0x60),
    k14High = v128.load(powers, HEAD_POWERS_AT + 0x70);
  const past = i32x4.splat(<i32>(head << 3));
  const seventeens = i32x4.splat(17);
  const zero = i64x2.splat(0);
  const place = before - 16 - (head << 3);
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
    const lengths = i32x4.sub(distances(ends0, ends1, ends2, ends3), past);
    const isLonger = <usize>i32x4.bitmask(i32x4.gt_s(lengths, seventeens));
    // 32-bit lanes: the first four bytes of each word, then the last four, without bytes of other words
    const inBytes = i32x4.mul(lengths, fourTimes);
    const a = v128.load64_zero(place + (ends0 >> 16));
    const b = v128.load64_zero(place + (ends1 >> 16));
    const c = v128.load64_zero(place + (ends2 >> 16));
    const d = v128.load64_zero(place + (ends3 >> 16));
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    const bytes03 = v128.and(v128.shuffle<i64>(ab, cd, 0, 2), i8x16.gt_s(inBytes, first));
    const bytes47 = v128.and(v128.shuffle<i64>(ab, cd, 1, 3), i8x16.gt_s(inBytes, last));
    const even03 = v128.and(bytes03, evenBytes);
    const even47 = v128.and(bytes47, evenBytes);
    const sums03 = i16x8.add(i16x8.mul(even03, sixtyThrees), i16x8.shr_u(bytes03, 8));
    const sums47 = i16x8.add(i16x8.mul(even47, sixtyThrees), i16x8.shr_u(bytes47, 8));
    const p0 = v128.or(v128.and(sums03, evenPairs), i32x4.shl(even03, 16));
    const p1 = v128.or(i32x4.shr_u(sums03, 16), v128.andnot(even03, evenPairs));
    const p2 = v128.or(v128.and(sums47, evenPairs), i32x4.shl(even47, 16));
    const p3 = v128.or(i32x4.shr_u(sums47, 16), v128.andnot(even47, evenPairs));
    const high = i32x4.add(
      i32x4.add(i32x4.mul(p0, k14High), i32x4.mul(p1, k12High)),
      i32x4.add(i32x4.mul(p2, k10High), i32x4.mul(p3, k8High)),
    );
    const hashes01 = i64x2.add(
      i64x2.add(i64x2.extmul_low_i32x4_u(p0, k14), i64x2.extmul_low_i32x4_u(p1, k12)),
      i64x2.add(
        i64x2.add(i64x2.extmul_low_i32x4_u(p2, k10), i64x2.extmul_low_i32x4_u(p3, k8)),
        v128.shuffle<i32>(zero, high, 0, 4, 1, 5),
      ),
    );
    const hashes23 = i64x2.add(
      i64x2.add(i64x2.extmul_high_i32x4_u(p0, k14), i64x2.extmul_high_i32x4_u(p1, k12)),
      i64x2.add(
        i64x2.add(i64x2.extmul_high_i32x4_u(p2, k10), i64x2.extmul_high_i32x4_u(p3, k8)),
        v128.shuffle<i32>(zero, high, 2, 6, 3, 7),
      ),
    );
    longer = listAgain(base, at, isLonger, longer);
    addToHash(base, word0, i64x2.extract_lane(hashes01, 0));
    addToHash(base, word1, i64x2.extract_lane(hashes01, 1));
    addToHash(base, word2, i64x2.extract_lane(hashes23, 0));
    addToHash(base, word3, i64x2.extract_lane(hashes23, 1));
  }
  return (longer - base - LONG_AT) >> 1;
}

// @inline
function addToHash(base: usize, word: usize, head: u64): void {
  store<u64>(base + (word << 3), load<u64>(base + (word << 3), HASHES_AT) + head, HASHES_AT);
}

// Hashes the listed words as a whole.
function hashLongest(base: usize, before: usize, count: usize): void {
  const end = base + LONG_AT + (count << 1);
  for (let at = base + LONG_AT; at < end; at += 2) {
    const word = <usize>load<u16>(at);
    const ends = endsOf(base, word);
    const wordEnd = before + (ends >> 16);
    store<u64>(base + (word << 3), hashOf(wordEnd - distance(ends) + 1, wordEnd), HASHES_AT);
  }
}

// The hash of any number of bytes, eight at a time.
export function hashOf(start: usize, end: usize): u64 {
  const odd = (end - start) & 7;
  // a shift by 64 would do nothing
  let hash = odd === 0 ? 0 : hashEight(load<u64>(start) << ((<u64>(8 - odd)) << 3));
  for (let at = start + odd; at < end; at += 8) hash = hash * SDBM8 + hashEight(load<u64>(at));
  return hash;
}

// As in sdbm-words.ts, with two pairs in each 64-bit value.
// @inline
function hashEight(bytes: u64): u64 {
  const even = bytes & 0x00ff00ff00ff00ff;
  const sums = even * 63 + ((bytes >> 8) & 0x00ff00ff00ff00ff);
  const p02 = ((even & 0x0000ffff0000ffff) << 16) + (sums & 0x0000ffff0000ffff);
  const p13 = (even & 0xffff0000ffff0000) + ((sums >> 16) & 0x0000ffff0000ffff);
  return <u64>(<u32>p02) * SDBM6 + <u64>(<u32>p13) * SDBM4 + (p02 >> 32) * SDBM2 + (p13 >> 32);
}
