// Words of more than eight bytes, one at a time: about one word in ten.
import { HASHES_AT, LONG_AT, POSITIONS_AT, SDBM2, SDBM4, SDBM6, SDBM8 } from "./layout";

// Completes the hashes of the listed words; until now they are those of their last eight bytes.
export function hashLongWords(base: usize, before: usize, count: usize): void {
  const end = base + LONG_AT + (count << 1);
  for (let at = base + LONG_AT; at < end; at += 2) {
    const word = <usize>load<u16>(at);
    const position = base + (word << 1);
    const last = <usize>load<u16>(position, POSITIONS_AT);
    const length = last - <usize>load<u16>(position, POSITIONS_AT - 2) - 1;
    const wordEnd = before + last;
    const hash = base + (word << 3);
    if (length <= 16) {
      // the eight bytes before the last eight, without those that are not the word's
      const cleared = <u64>(16 - length) << 3;
      const head = (load<u64>(wordEnd - 16) >> cleared) << cleared;
      store<u64>(hash, load<u64>(hash, HASHES_AT) + hashEight(head) * SDBM8, HASHES_AT);
    } else {
      store<u64>(hash, hashOf(wordEnd - length, wordEnd), HASHES_AT);
    }
  }
}

// The hash of a word of nine or more bytes.
function hashOf(start: usize, end: usize): u64 {
  const odd = (end - start) & 7;
  // a shift by 64 would be none
  let hash = odd == 0 ? 0 : hashEight(load<u64>(start) << (<u64>(8 - odd) << 3));
  for (let at = start + odd; at < end; at += 8) hash = hash * SDBM8 + hashEight(load<u64>(at));
  return hash;
}

// Where the word at `start` ends, and (in `giantHash`) its hash: for words longer than a fill.
export let giantHash: u64 = 0;
export function hashGiant(start: usize): usize {
  let end = start;
  while (load<u8>(end) > 0x20) end++;
  giantHash = hashOf(start, end);
  return end;
}

// The hash of eight bytes, as in hash-words.ts, with two pairs in each 64-bit value.
@inline
function hashEight(bytes: u64): u64 {
  const even = bytes & 0x00FF00FF00FF00FF;
  const sums = even * 63 + ((bytes >> 8) & 0x00FF00FF00FF00FF);
  const p02 = ((even & 0x0000FFFF0000FFFF) << 16) + (sums & 0x0000FFFF0000FFFF);
  const p13 = (even & 0xFFFF0000FFFF0000) + ((sums >> 16) & 0x0000FFFF0000FFFF);
  return <u64><u32>p02 * SDBM6 + <u64><u32>p13 * SDBM4 + (p02 >> 32) * SDBM2 + (p13 >> 32);
}
