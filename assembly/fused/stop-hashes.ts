// Takes the hashes of stop words out of a fill. No branch asks what a word is: about half of the words of a text are stop
// words, and no processor guesses which.
import { DOCUMENTS_AT, HASHES_AT } from "../simhash/layout";

// The stop-word table; src/engines/tables.ts has its layout.
const SPREAD_AT: usize = 16;
const SPREAD_MASK: u32 = 2046;
const SLOTS_AT: usize = SPREAD_AT + 2048;

// Reduces the hashes of a fill in which so many documents end, and changes the document ends accordingly. `stops` is the
// address of the present document's table address. Gives the hashes left.
export function removeStopHashes(base: usize, hashes: usize, ended: usize, stops: usize): usize {
  let from: usize = 0;
  let into: usize = 0;
  for (let document: usize = 0; document <= ended; document++) {
    const to = document < ended ? <usize>load<u16>(base + (document << 1), DOCUMENTS_AT) : hashes;
    if (from < to) {
      const table = <usize>load<u32>(stops + (document << 2));
      into = table == 0 ? moveAll(base, from, to, into) : moveOthers(base, from, to, into, table);
    }
    if (document < ended) store<u16>(base + (document << 1), <u16>into, DOCUMENTS_AT);
    from = to;
  }
  return into;
}

@inline
function moveOthers(base: usize, from: usize, to: usize, into: usize, table: usize): usize {
  const mask = load<u32>(table);
  const multiplier = load<u32>(table, 4);
  const end = base + HASHES_AT + (to << 3);
  let out = base + HASHES_AT + (into << 3);
  for (let at = base + HASHES_AT + (from << 3); at < end; at += 8) {
    const hash = load<u64>(at);
    const f = <u32>hash * multiplier;
    const spread = <u32>load<u16>(table + (f & SPREAD_MASK), SPREAD_AT);
    const slot = (f >> 15 ^ spread) & mask;
    store<u64>(out, hash);
    out += <usize>(load<u64>(table + slot, SLOTS_AT) != hash) << 3;
  }
  return (out - base - HASHES_AT) >> 3;
}

function moveAll(base: usize, from: usize, to: usize, into: usize): usize {
  memory.copy(base + HASHES_AT + (into << 3), base + HASHES_AT + (from << 3), (to - from) << 3);
  return into + to - from;
}
