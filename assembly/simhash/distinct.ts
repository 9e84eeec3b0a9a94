// Leaves every hash of a document in place once: a word counts once however often it occurs.
//
// SEEN has one place for each value of a hash's low bits: the hash, and the number of the document that had it. A
// place is taken when it bears the number of the present document, so nothing is ever cleared. Where two hashes of a
// document want the same place, the later one goes to SPILL, a table with open addressing.
//
// The scratch region is bounded and documents are not: when SPILL is full, the document is counted in passes, each
// of which looks at one part of all hash values (passes.ts).
import { DOCUMENTS_AT, HASHES_AT, SEEN_AT, SPILL_AT } from "./layout";

const SEEN_BITS: usize = 12;
const SEEN_MASK: u64 = (1 << SEEN_BITS) - 1;
const SPILL_BITS: usize = 14;
const SPILL_MASK: usize = (1 << SPILL_BITS) - 1;
const SPILL_MOST: usize = 3 << (SPILL_BITS - 2);
// A place: hash (u64), number (u32), unused.
const PLACE_SHIFT: usize = 4;
const NUMBER: usize = 8;
const GOLDEN: u64 = 0x9E3779B97F4A7C15;

const FULL: usize = <usize>-1;

// The number of the present document, counted over all calls.
let present: u32 = 0;
let spilled: usize = 0;

// What `keepDistinct` leaves: hashes in all, documents that end among them, and whether the next one has too many words.
export let keptHashes: usize = 0;
export let keptDocuments: usize = 0;
export let overfull: bool = false;

// Forgets the words of the present document.
export function nextDocument(base: usize): void {
  spilled = 0;
  if (++present == 0) clearSeen(base);
}

export function clearSeen(base: usize): void {
  memory.fill(base + SEEN_AT, 0, 1 << (SEEN_BITS + PLACE_SHIFT));
  memory.fill(base + SPILL_AT, 0, 1 << (SPILL_BITS + PLACE_SHIFT));
  present = 1;
}

// Reduces the hashes of a fill in which so many documents end, and changes the document ends accordingly.
export function keepDistinct(base: usize, hashes: usize, documents: usize): void {
  let from: usize = 0;
  let into: usize = 0;
  overfull = false;
  for (let document: usize = 0; document < documents; document++) {
    const to = <usize>load<u16>(base + (document << 1), DOCUMENTS_AT);
    const end = moveDistinct(base, from, to, into);
    if (end == FULL) {
      keptHashes = into;
      keptDocuments = document;
      overfull = true;
      return;
    }
    store<u16>(base + (document << 1), <u16>end, DOCUMENTS_AT);
    nextDocument(base);
    from = to;
    into = end;
  }
  const end = moveDistinct(base, from, hashes, into);
  overfull = end == FULL;
  keptHashes = overfull ? into : end;
  keptDocuments = documents;
}

// Moves those of hashes [from, to) that the present document did not have yet to `into` on; gives where they end, or FULL.
@inline
function moveDistinct(base: usize, from: usize, to: usize, into: usize): usize {
  const hashes = base + HASHES_AT;
  const end = hashes + (to << 3);
  let out = hashes + (into << 3);
  const number = present;
  for (let at = hashes + (from << 3); at < end; at += 8) {
    const hash = load<u64>(at);
    const place = base + (<usize>(hash & SEEN_MASK) << PLACE_SHIFT);
    const taken = <usize>(load<u32>(place, SEEN_AT + NUMBER) == number);
    const equal = <usize>(load<u64>(place, SEEN_AT) == hash);
    store<u64>(out, hash);
    if (taken > equal) {
      const isNew = spill(base, hash);
      if (isNew == FULL) return FULL;
      out += isNew << 3;
      continue;
    }
    store<u64>(place, hash, SEEN_AT);
    store<u32>(place, number, SEEN_AT + NUMBER);
    out += (taken ^ 1) << 3;
  }
  return (out - hashes) >> 3;
}

// 1 when the hash was not in SPILL, 0 when it was, FULL when it is new and there is no room.
function spill(base: usize, hash: u64): usize {
  let place = <usize>((hash * GOLDEN) >> 24) & SPILL_MASK;
  let at = base + (place << PLACE_SHIFT);
  while (load<u32>(at, SPILL_AT + NUMBER) == present) {
    if (load<u64>(at, SPILL_AT) == hash) return 0;
    place = (place + 1) & SPILL_MASK;
    at = base + (place << PLACE_SHIFT);
  }
  if (spilled == SPILL_MOST) return FULL;
  spilled++;
  store<u64>(at, hash, SPILL_AT);
  store<u32>(at, present, SPILL_AT + NUMBER);
  return 1;
}

// Moves those of the first `count` hashes that belong to one of 2^bits parts of all values to the front; gives their number.
export function keepPart(base: usize, count: usize, bits: u64, part: u64): usize {
  const hashes = base + HASHES_AT;
  const end = hashes + (count << 3);
  let out = hashes;
  for (let at = hashes; at < end; at += 8) {
    const hash = load<u64>(at);
    store<u64>(out, hash);
    out += <usize>((hash * GOLDEN) >> (64 - bits) == part) << 3;
  }
  return (out - hashes) >> 3;
}
