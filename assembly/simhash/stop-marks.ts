// Which words of a fill are stop words.
import { bucketMask, slotAddress, slotMask, slotsOf } from "../stop-table";
import { ENDS_AT, HASHES_AT } from "./layout";
import { rankBits, wordsBefore } from "./word-ends";

// Sets a bit for every hash of a fill that is in the table, where the bits of word ends were, and makes it zero. Eight at a
// time; what lies behind the last one does not count.
export function markStopHashes(base: usize, hashes: usize, table: usize): void {
  const buckets = bucketMask(table);
  const mask = slotMask(table);
  const slots = slotsOf(table);
  const end = base + HASHES_AT + (hashes << 3);
  let marks = base + ENDS_AT;
  for (let at = base + HASHES_AT; at < end; at += 64) {
    const first = markTwo(at, table, slots, buckets, mask);
    const second = markTwo(at + 16, table, slots, buckets, mask);
    const third = markTwo(at + 32, table, slots, buckets, mask);
    const fourth = markTwo(at + 48, table, slots, buckets, mask);
    store<u8>(marks++, <u8>(first | (second << 2) | (third << 4) | (fourth << 6)));
  }
}

@inline
function markTwo(at: usize, table: usize, slots: usize, buckets: u32, mask: u32): i32 {
  const first = slotAddress(at, table, slots, buckets, mask);
  const second = slotAddress(at + 8, table, slots, buckets, mask);
  const hashes = v128.load(at);
  const same = i64x2.eq(hashes, v128.load64_lane(second, v128.load64_zero(first), 1));
  v128.store(at, v128.andnot(hashes, same));
  return i64x2.bitmask(same);
}

// How many of the hashes have their bits set; wordsBefore() then says how many up to any of them.
@inline
export function countMarks(base: usize, hashes: usize): usize {
  rankBits(base, (hashes >> 6) + 1);
  return wordsBefore(base, hashes);
}

// Whether the bit of a word is set.
@inline
export function isMarked(base: usize, word: usize): usize {
  return (<usize>load<u8>(base + (word >> 3), ENDS_AT) >> (word & 7)) & 1;
}
