// Makes a word count once, no matter how often a document has it: hashes that the document had before are left out, and the others
// move together.
//
// SEEN has a place for each value of a hash's high bits. The place holds the hash, and in those bits, which the place determines,
// a number that changes with every document: so one exclusive or shows whether the document has the hash, and nothing is
// cleared between documents. If two hashes of a document need the same place, the later one goes to the place's neighbor, in the same
// cache line; if that is taken, too, to two tables with open addressing: to FIRST_SPILL, which stays in the cache and is
// enough for most documents, and then to SPILL.
//
// The scratch region is bounded and documents are not: when SPILL is full, the document is counted in passes, each
// of which looks at one part of all hash values (passes.ts).
import {
  COLLIDED_AT,
  COLLISIONS_AT,
  DOCUMENTS_AT,
  FIRST_SPILL_AT,
  FIRST_SPILL_BITS,
  HASHES_AT,
  SEEN_AT,
  SEEN_BITS,
  SPILL_AT,
  SPILL_BITS,
  WORDS,
} from '../memory';

const PLACE_SHIFT: u64 = 64 - SEEN_BITS;
// The lowest bit of the place stays in the hash, to distinguish it from one of the neighbor.
const NUMBER_SHIFT: u64 = PLACE_SHIFT + 1;
const HASH_MASK: u64 = ((<u64>1) << NUMBER_SHIFT) - 1;
const LAST_NUMBER: u64 = ((<u64>1) << (SEEN_BITS - 1)) - 1;
const NEIGHBOR: usize = 8;

const SPILL_MASK: usize = (1 << SPILL_BITS) - 1;
const FIRST_MASK: usize = (1 << FIRST_SPILL_BITS) - 1;
const FIRST_MOST: usize = 1 << (FIRST_SPILL_BITS - 1);
const SPILL_MOST: usize = FIRST_MOST + (3 << (SPILL_BITS - 2));
// A place of both: hash (u64), number of the document that has it (u32), unused.
const SPILL_SHIFT: usize = 4;
const NUMBER: usize = 8;

const GOLDEN: u64 = 0x9e3779b97f4a7c15;

// The number of the current document: one for SEEN, up to LAST_NUMBER, and one for SPILL.
let seenNumber: u64 = 0;
let spillNumber: u32 = 0;
let spilled: usize = 0;

// What `keepDistinct` found: documents that end in the fill, up to the first with too many words.
export let endedDocuments: usize = 0;
export let overfull: bool = false;

export function initDistinct(base: usize): void {
  clearSeen(base);
  clearSpill(base);
}

// Gives all places the number 0, which no document gets.
function clearSeen(base: usize): void {
  for (let place: usize = 0; place < 1 << SEEN_BITS; place++) {
    store<u64>(base + (place << 3), (<u64>(place >> 1)) << NUMBER_SHIFT, SEEN_AT);
  }
  seenNumber = 1;
}

function clearSpill(base: usize): void {
  memory.fill(base + FIRST_SPILL_AT, 0, 1 << (FIRST_SPILL_BITS + SPILL_SHIFT));
  memory.fill(base + SPILL_AT, 0, 1 << (SPILL_BITS + SPILL_SHIFT));
  spillNumber = 1;
}

// Forgets the words of the current document.
// @inline
export function nextDocument(base: usize): void {
  spilled = 0;
  if (++seenNumber > LAST_NUMBER) clearSeen(base);
  if (++spillNumber === 0) clearSpill(base);
}

// Moves the hashes that count to the front, and the ends of documents with them; returns their number. `documents` documents end
// in the fill.
export function keepDistinct(base: usize, hashes: usize, documents: usize): usize {
  const first = base + HASHES_AT;
  let from = first;
  let out = first;
  overfull = false;
  for (endedDocuments = 0; endedDocuments < documents; endedDocuments++) {
    const end = base + (endedDocuments << 1);
    const to = first + ((<usize>load<u16>(end, DOCUMENTS_AT)) << 3);
    out = keepNew(base, from, to, out);
    if (overfull) return 0;
    store<u16>(end, <u16>((out - first) >> 3), DOCUMENTS_AT);
    nextDocument(base);
    from = to;
  }
  return (keepNew(base, from, first + (hashes << 3), out) - first) >> 3;
}

// Moves the new ones of the hashes [from, to), all of one document, to `out`. Returns where they end.
function keepNew(base: usize, from: usize, to: usize, out: usize): usize {
  const number = seenNumber << NUMBER_SHIFT;
  store<u32>(base, 0, COLLISIONS_AT);
  let at = from;
  for (; at + 24 < to; at += 32) {
    out = keepIfNew(base, at, number, out);
    out = keepIfNew(base, at + 8, number, out);
    out = keepIfNew(base, at + 16, number, out);
    out = keepIfNew(base, at + 24, number, out);
  }
  for (; at < to; at += 8) out = keepIfNew(base, at, number, out);
  const collisions = load<u32>(base, COLLISIONS_AT);
  return collisions === 0 ? out : keepCollided(base, collisions, out);
}

// Keeps a hash if it is new; otherwise the next one takes its place. No branch depends on it.
// @inline
function keepIfNew(base: usize, at: usize, number: u64, out: usize): usize {
  const hash = load<u64>(at);
  let place = base + ((<usize>(hash >> PLACE_SHIFT)) << 3);
  const entry = hash ^ number;
  let differs = load<u64>(place, SEEN_AT) ^ entry;
  if (isTaken(differs)) {
    place ^= NEIGHBOR;
    differs = load<u64>(place, SEEN_AT) ^ entry;
    if (isTaken(differs)) {
      const collisions = <usize>load<u32>(base, COLLISIONS_AT);
      assert(collisions < WORDS);
      store<u64>(base + (collisions << 3), hash, COLLIDED_AT);
      store<u32>(base, collisions + 1, COLLISIONS_AT);
      return out;
    }
  }
  store<u64>(place, entry, SEEN_AT);
  store<u64>(out, hash);
  return out + ((<usize>(differs !== 0)) << 3);
}

// Whether the number is the same and the hash is not.
// @inline
function isTaken(differs: u64): bool {
  return differs - 1 < HASH_MASK;
}

// Keeps the new ones of the hashes whose places were taken.
function keepCollided(base: usize, collisions: usize, out: usize): usize {
  const end = base + (collisions << 3);
  for (let at = base; at < end; at += 8) {
    const hash = load<u64>(at, COLLIDED_AT);
    store<u64>(out, hash);
    out += (<usize>!isSpilled(base, hash)) << 3;
  }
  return out;
}

// Whether one of the two tables has the hash; now it has, unless both are full.
function isSpilled(base: usize, hash: u64): bool {
  const place = <usize>((hash * GOLDEN) >> 24);
  let at = findSpilled(base + FIRST_SPILL_AT, hash, place, FIRST_MASK);
  if (at === 0) return true;
  if (spilled >= FIRST_MOST) {
    at = findSpilled(base + SPILL_AT, hash, place, SPILL_MASK);
    if (at === 0) return true;
  }
  if (spilled === SPILL_MOST) {
    overfull = true;
    return false;
  }
  spilled++;
  store<u64>(at, hash);
  store<u32>(at, spillNumber, NUMBER);
  return false;
}

// The free place for a hash in a table, or 0 if it is there.
// @inline
function findSpilled(table: usize, hash: u64, place: usize, mask: usize): usize {
  let at = table + ((place & mask) << SPILL_SHIFT);
  while (load<u32>(at, NUMBER) === spillNumber) {
    if (load<u64>(at) === hash) return 0;
    place++;
    at = table + ((place & mask) << SPILL_SHIFT);
  }
  return at;
}

// Moves those of the first `count` hashes that belong to one of 2^bits parts of all values to the front; returns their number.
export function keepPart(base: usize, count: usize, bits: u64, part: u64): usize {
  const hashes = base + HASHES_AT;
  const end = hashes + (count << 3);
  let out = hashes;
  for (let at = hashes; at < end; at += 8) {
    const hash = load<u64>(at);
    store<u64>(out, hash);
    out += (<usize>((hash * GOLDEN) >> (64 - bits) === part)) << 3;
  }
  return (out - hashes) >> 3;
}
