// Takes the hashes of stop words out of a fill. No branch asks what a word is: about half of the words of a text are stop
// words, and no processor guesses which.
import { DOCUMENTS_AT, ENDS_AT, HASHES_AT } from "../simhash/layout";
import { ownWords, setOpenWords, setOwnWords } from "../simhash/own-words";
import { rankBits, wordsBefore } from "../simhash/word-ends";
import { bucketMask, holds, slotAddress, slotMask, slotsOf } from "../stop-table";

const SEVERAL_TABLES: usize = 1;

// Makes the hashes of stop words zero, which no counter notices, and says how many words of each document are left
// (own-words.ts). So many documents end in the fill; `stops` is the address of the present document's table address, and `most`
// the number of documents from it on.
export function zeroStopHashes(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): void {
  markStopHashes(base, hashes, ended, stops, most);
  let from: usize = 0;
  let removed: usize = 0;
  for (let i: usize = 0; i < ended; i++) {
    const to = <usize>load<u16>(base + (i << 1), DOCUMENTS_AT);
    const until = wordsBefore(base, to);
    setOwnWords(base, i, to - from - (until - removed));
    from = to;
    removed = until;
  }
  setOpenWords(hashes - from - (wordsBefore(base, hashes) - removed));
}

// The same, but the other hashes move together, and document ends with them. Gives the hashes left.
export function removeStopHashes(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): usize {
  zeroStopHashes(base, hashes, ended, stops, most);
  const first = base + HASHES_AT;
  let out = first;
  for (let i: usize = 0; i < hashes; i += 8) {
    let kept = ~<usize>load<u8>(base + (i >> 3), ENDS_AT);
    const end = first + (min(i + 8, hashes) << 3);
    for (let at = first + (i << 3); at < end; at += 8) {
      store<u64>(out, load<u64>(at));
      out += (kept & 1) << 3;
      kept >>= 1;
    }
  }
  let to: usize = 0;
  for (let i: usize = 0; i < ended; i++) {
    to += ownWords(base, i);
    store<u16>(base + (i << 1), <u16>to, DOCUMENTS_AT);
  }
  return (out - first) >> 3;
}

// Sets a bit for every stop word, where the bits of word ends were, and makes its hash zero.
function markStopHashes(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): void {
  const table = tableOfAll(stops, min(ended + 1, most));
  if (table == SEVERAL_TABLES) markBySeveral(base, hashes, ended, stops);
  else if (table != 0) markByOne(base, hashes, table);
  else clearMarks(base, hashes);
  rankBits(base, (hashes >> 6) + 1);
}

// The table address of so many documents (0: they have none), if they have the same.
@inline
function tableOfAll(stops: usize, documents: usize): usize {
  const table = <usize>load<u32>(stops);
  let others: usize = 0;
  for (let i: usize = 1; i < documents; i++) others |= <usize>load<u32>(stops + (i << 2)) ^ table;
  return others == 0 ? table : SEVERAL_TABLES;
}

@inline
function clearMarks(base: usize, hashes: usize): void {
  memory.fill(base + ENDS_AT, 0, ((hashes >> 6) + 1) << 3);
}

// Eight hashes at a time; what lies behind the last one does not count.
@inline
function markByOne(base: usize, hashes: usize, table: usize): void {
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

// Where documents have different tables: one hash at a time.
function markBySeveral(base: usize, hashes: usize, ended: usize, stops: usize): void {
  clearMarks(base, hashes);
  let i: usize = 0;
  for (let document: usize = 0; document <= ended; document++) {
    const to = document < ended ? <usize>load<u16>(base + (document << 1), DOCUMENTS_AT) : hashes;
    // behind the last document there is no word
    if (i == to) continue;
    const table = <usize>load<u32>(stops + (document << 2));
    if (table == 0) {
      i = to;
      continue;
    }
    const buckets = bucketMask(table);
    const mask = slotMask(table);
    const slots = slotsOf(table);
    for (; i < to; i++) {
      const at = base + HASHES_AT + (i << 3);
      const hash = load<u64>(at);
      const isStop = <u32>holds(hash, table, slots, buckets, mask);
      store<u64>(at, isStop ? 0 : hash);
      const marks = base + ENDS_AT + (i >> 3);
      store<u8>(marks, <u8>(load<u8>(marks) | (isStop << (<u32>i & 7))));
    }
  }
}
