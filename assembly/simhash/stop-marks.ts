// Which words of a fill are stop words.
import { ENDS_AT, HASHES_AT } from '../memory';
import { bucketMask, slotAddress, slotMask, slotsOf } from '../stop-table';
import { rankBits, wordsBefore } from './word-ends';

// Sets a bit for every hash of a fill that is in the table, where the bits of word ends were, and makes it zero. Sixteen at
// a time; values after the last one do not count.
export function markStopHashes(base: usize, hashes: usize, table: usize): void {
  const buckets = bucketMask(table);
  const mask = slotMask(table);
  const slots = slotsOf(table);
  const end = base + HASHES_AT + (hashes << 3);
  let marks = base + ENDS_AT;
  for (let at = base + HASHES_AT; at < end; at += 128) {
    const first = i16x8.narrow_i32x4_s(markFour(at, table, slots, buckets, mask), markFour(at + 32, table, slots, buckets, mask));
    const second = i16x8.narrow_i32x4_s(
      markFour(at + 64, table, slots, buckets, mask),
      markFour(at + 96, table, slots, buckets, mask),
    );
    store<u16>(marks, <u16>i8x16.bitmask(i8x16.narrow_i16x8_s(first, second)));
    marks += 2;
  }
}

// Gives a lane of ones for every one of four hashes that is in the table.
// @inline
function markFour(at: usize, table: usize, slots: usize, buckets: u32, mask: u32): v128 {
  const a = slotAddress(load<u32>(at), load<u32>(at, 4), table, slots, buckets, mask);
  const b = slotAddress(load<u32>(at, 8), load<u32>(at, 12), table, slots, buckets, mask);
  const c = slotAddress(load<u32>(at, 16), load<u32>(at, 20), table, slots, buckets, mask);
  const d = slotAddress(load<u32>(at, 24), load<u32>(at, 28), table, slots, buckets, mask);
  const first = v128.load(at);
  const second = v128.load(at, 16);
  const same1 = i64x2.eq(first, v128.load64_lane(b, v128.load64_zero(a), 1));
  const same2 = i64x2.eq(second, v128.load64_lane(d, v128.load64_zero(c), 1));
  v128.store(at, v128.andnot(first, same1));
  v128.store(at, v128.andnot(second, same2), 16);
  return i16x8.narrow_i32x4_s(same1, same2);
}

// The number of hashes that have their bits set; wordsBefore() then gives the number up to any hash.
// @inline
export function countMarks(base: usize, hashes: usize): usize {
  rankBits(base, (hashes >> 6) + 1);
  return wordsBefore(base, hashes);
}

// Whether the bit of a word is set.
// @inline
export function isMarked(base: usize, word: usize): usize {
  return (<usize>load<u8>(base + (word >> 3), ENDS_AT) >> (word & 7)) & 1;
}
