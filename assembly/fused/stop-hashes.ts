// Takes the hashes of stop words out of a fill. No branch asks what a word is: about half of the words of a text are stop
// words, and no processor guesses which.
import { DOCUMENTS_AT, HASHES_AT, POSITIONS_AT } from "../simhash/layout";

// The stop-word table; src/engines/tables.ts has its layout.
const SPREAD_AT: usize = 16;
const SPREAD_MASK: u32 = 2046;
const SLOTS_AT: usize = SPREAD_AT + 2048;

// From so many documents in a fill on it is better to ask first whether they have the same table.
const MANY: usize = 8;
const SEVERAL_TABLES: usize = 1;

// The table address of so many documents (0: they have none), if they have the same.
function tableOfAll(stops: usize, documents: usize): usize {
  const table = <usize>load<u32>(stops);
  let others: usize = 0;
  for (let i: usize = 1; i < documents; i++) others |= <usize>load<u32>(stops + (i << 2)) ^ table;
  return others == 0 ? table : SEVERAL_TABLES;
}

// Reduces the hashes of a fill in which so many documents end, and changes the document ends accordingly. `stops` is the
// address of the present document's table address, and `most` the number of documents from it on. Gives the hashes left.
export function removeStopHashes(base: usize, hashes: usize, ended: usize, stops: usize, most: usize): usize {
  if (ended >= MANY) {
    const table = tableOfAll(stops, min(ended + 1, most));
    if (table == 0) return hashes;
    if (table != SEVERAL_TABLES) return removeFromMany(base, hashes, ended, table);
  }
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

// The same for many short documents with the same table: all at once, for a loop for each would mostly end too early or too late.
// Where a word went, or would have gone, is noted in the place of its end, which nobody needs any more.
function removeFromMany(base: usize, hashes: usize, ended: usize, table: usize): usize {
  const multiplier = load<u32>(table);
  const first = base + HASHES_AT;
  const end = first + (hashes << 3);
  let places = base + POSITIONS_AT;
  let out = first;
  for (let at = first; at < end; at += 8, places += 2) {
    store<u16>(places, <u16>out);
    out = moveOther(load<u64>(at), out, table, multiplier);
  }
  store<u16>(places, <u16>out);
  for (let at = base; at < base + (ended << 1); at += 2) {
    const place = <usize>load<u16>(base + (<usize>load<u16>(at, DOCUMENTS_AT) << 1), POSITIONS_AT);
    store<u16>(at, <u16>(((place - first) & 0xFFFF) >> 3), DOCUMENTS_AT);
  }
  return (out - first) >> 3;
}

@inline
function moveOthers(base: usize, from: usize, to: usize, into: usize, table: usize): usize {
  const multiplier = load<u32>(table);
  const end = base + HASHES_AT + (to << 3);
  let out = base + HASHES_AT + (into << 3);
  for (let at = base + HASHES_AT + (from << 3); at < end; at += 8) {
    out = moveOther(load<u64>(at), out, table, multiplier);
  }
  return (out - base - HASHES_AT) >> 3;
}

// Writes a hash, and gives where the next one goes.
@inline
function moveOther(hash: u64, out: usize, table: usize, multiplier: u32): usize {
  const f = <u32>hash * multiplier;
  const spread = <usize>load<u16>(table + (f & SPREAD_MASK), SPREAD_AT);
  const slot = <usize>(f >> 22) + spread;
  store<u64>(out, hash);
  return out + (<usize>(load<u64>(table + (slot << 3), SLOTS_AT) != hash) << 3);
}

function moveAll(base: usize, from: usize, to: usize, into: usize): usize {
  memory.copy(base + HASHES_AT + (into << 3), base + HASHES_AT + (from << 3), (to - from) << 3);
  return into + to - from;
}
