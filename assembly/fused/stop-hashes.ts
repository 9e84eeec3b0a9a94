// Removes the hashes of stop words from a fill. No branch depends on the word: about half of the words of a text are stop
// words, and no processor predicts which.
import { DOCUMENTS_AT, ENDS_AT, HASHES_AT } from '../memory';
import { ownWords, setOpenWords, setOwnWords } from '../simhash/own-words';
import { countMarks, markStopHashes } from '../simhash/stop-marks';
import { wordsBefore } from '../simhash/word-ends';
import { bucketMask, holds, slotMask, slotsOf } from '../stop-table';

const SEVERAL_TABLES: usize = 1;

// Makes the hashes of stop words zero, which no counter notices, and says how many words of each document are left
// (own-words.ts). `ended` documents end in the fill; `stops` is the address of the current document's table address, and `most`
// the number of documents from it on.
export function zeroStopHashes(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): void {
  markAll(base, hashes, ended, stops, most);
  const all = countMarks(base, hashes);
  let from: usize = 0;
  let removed: usize = 0;
  for (let i: usize = 0; i < ended; i++) {
    const to = <usize>load<u16>(base + (i << 1), DOCUMENTS_AT);
    const until = wordsBefore(base, to);
    setOwnWords(base, i, to - from - (until - removed));
    from = to;
    removed = until;
  }
  setOpenWords(hashes - from - (all - removed));
}

// Removes the hashes of stop words: the others move together, and so do the ends of documents. Returns how many hashes are left.
export function removeStopHashes(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): usize {
  zeroStopHashes(base, hashes, ended, stops, most);
  const first = base + HASHES_AT;
  let out = first;
  for (let i: usize = 0; i < hashes; i += 8) {
    let kept = ~(<usize>load<u8>(base + (i >> 3), ENDS_AT));
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

// Sets a bit for every stop word (simhash/stop-marks.ts) and makes its hash zero.
function markAll(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): void {
  const table = tableOfAll(stops, min(ended + 1, most));
  if (table === SEVERAL_TABLES) markBySeveral(base, hashes, ended, stops);
  else if (table !== 0) markStopHashes(base, hashes, table);
  else clearMarks(base, hashes);
}

// The address of the table that these documents share (0: they have none), or SEVERAL_TABLES.
// @inline
function tableOfAll(stops: usize, documents: usize): usize {
  const table = <usize>load<u32>(stops);
  let others: usize = 0;
  for (let i: usize = 1; i < documents; i++) others |= <usize>load<u32>(stops + (i << 2)) ^ table;
  return others === 0 ? table : SEVERAL_TABLES;
}

// @inline
function clearMarks(base: usize, hashes: usize): void {
  memory.fill(base + ENDS_AT, 0, ((hashes >> 6) + 1) << 3);
}

// If documents have different tables: one hash at a time.
function markBySeveral(base: usize, hashes: usize, ended: usize, stops: usize): void {
  clearMarks(base, hashes);
  let i: usize = 0;
  for (let document: usize = 0; document <= ended; document++) {
    const to = document < ended ? <usize>load<u16>(base + (document << 1), DOCUMENTS_AT) : hashes;
    // after the last document there is no word
    if (i === to) continue;
    const table = <usize>load<u32>(stops + (document << 2));
    if (table === 0) {
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
