// Makes a word count once however often a document has it: hashes that the document had before become zero, which no
// counter notices, and the others are counted.
//
// SEEN has a place for each value of a hash's high bits. The place holds the other bits and, above them, a number that changes
// with every document: so one exclusive or tells whether the document has the hash, and nothing is cleared between
// documents. Where two hashes of a document want the same place, the later one goes to the place's neighbor, in the same line of
// the cache; and where that is taken, too, to two tables with open addressing: to FIRST_SPILL, which stays in the cache and is
// enough for most documents, and then to SPILL.
//
// The scratch region is bounded and documents are not: when SPILL is full, the document is counted in passes, each
// of which looks at one part of all hash values (passes.ts).
import { SIMHASH_AT, SPILL_AT } from "../scratch";
import { COLLIDED_AT, DOCUMENTS_AT, FIRST_SPILL_AT, HASHES_AT, SEEN_AT } from "./layout";
import { setOpenWords, setOwnWords } from "./own-words";

const SEEN_BITS: usize = 14;
const PLACE_SHIFT: u64 = 64 - SEEN_BITS;
// One bit of the place stands in it, too: it tells a hash from one of the neighbor.
const NUMBER_SHIFT: u64 = PLACE_SHIFT + 1;
const HASH_MASK: u64 = (<u64>1 << NUMBER_SHIFT) - 1;
const LAST_NUMBER: u64 = (<u64>1 << (SEEN_BITS - 1)) - 1;
const NEIGHBOR: usize = 8;

const SPILL_BITS: usize = 17;
const SPILL_MASK: usize = (1 << SPILL_BITS) - 1;
const FIRST_BITS: usize = 9;
const FIRST_MASK: usize = (1 << FIRST_BITS) - 1;
const FIRST_MOST: usize = 1 << (FIRST_BITS - 1);
const SPILL_MOST: usize = FIRST_MOST + (3 << (SPILL_BITS - 2));
// A place of both: hash (u64), number of the document that has it (u32), unused.
const SPILL_SHIFT: usize = 4;
const NUMBER: usize = 8;

const GOLDEN: u64 = 0x9E3779B97F4A7C15;

// The number of the present document: one for SEEN, up to LAST_NUMBER, and one for SPILL.
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

// No document gets the number 0.
function clearSeen(base: usize): void {
  memory.fill(base + SEEN_AT, 0, 8 << SEEN_BITS);
  seenNumber = 1;
}

function clearSpill(base: usize): void {
  memory.fill(base + FIRST_SPILL_AT, 0, 1 << (FIRST_BITS + SPILL_SHIFT));
  memory.fill(base - SIMHASH_AT + SPILL_AT, 0, 1 << (SPILL_BITS + SPILL_SHIFT));
  spillNumber = 1;
}

// Forgets the words of the present document.
@inline
export function nextDocument(base: usize): void {
  spilled = 0;
  if (++seenNumber > LAST_NUMBER) clearSeen(base);
  if (++spillNumber == 0) clearSpill(base);
}

// Reduces the hashes of a fill in which so many documents end, and writes how many words of each count.
export function keepDistinct(base: usize, hashes: usize, documents: usize): void {
  let from = base + HASHES_AT;
  overfull = false;
  for (let document: usize = 0; document <= documents; document++) {
    const end = document < documents ? <usize>load<u16>(base + (document << 1), DOCUMENTS_AT) : hashes;
    const to = base + HASHES_AT + (end << 3);
    const number = seenNumber << NUMBER_SHIFT;
    let words: usize = 0;
    let collided = base + COLLIDED_AT;
    for (let at = from; at < to; at += 8) {
      const hash = load<u64>(at);
      let place = base + (<usize>(hash >> PLACE_SHIFT) << 3);
      const entry = (hash & HASH_MASK) | number;
      let differs = load<u64>(place, SEEN_AT) ^ entry;
      if (isTaken(differs)) {
        place ^= NEIGHBOR;
        differs = load<u64>(place, SEEN_AT) ^ entry;
        if (isTaken(differs)) {
          store<u32>(collided, at);
          collided += 4;
          continue;
        }
      }
      store<u64>(place, entry, SEEN_AT);
      store<u64>(at, differs != 0 ? hash : 0);
      words += <usize>(differs != 0);
    }
    if (collided > base + COLLIDED_AT) words += keepCollided(base, collided);
    endedDocuments = document;
    setOpenWords(words);
    if (overfull || document == documents) return;
    setOwnWords(base, document, words);
    nextDocument(base);
    from = to;
  }
}

// Whether the number is the same and the hash is not.
@inline
function isTaken(differs: u64): bool {
  return differs - 1 < HASH_MASK;
}

// The same for the hashes whose places were taken.
function keepCollided(base: usize, end: usize): usize {
  let words: usize = 0;
  for (let at = base + COLLIDED_AT; at < end; at += 4) {
    const address = <usize>load<u32>(at);
    const hash = load<u64>(address);
    if (isSpilled(base, hash)) store<u64>(address, 0);
    else words++;
  }
  return words;
}

// Whether one of the two tables has the hash; now it has, unless both are full.
function isSpilled(base: usize, hash: u64): bool {
  const place = <usize>((hash * GOLDEN) >> 24);
  let at = findSpilled(base + FIRST_SPILL_AT, hash, place, FIRST_MASK);
  if (at == 0) return true;
  if (spilled >= FIRST_MOST) {
    at = findSpilled(base - SIMHASH_AT + SPILL_AT, hash, place, SPILL_MASK);
    if (at == 0) return true;
  }
  if (spilled == SPILL_MOST) {
    overfull = true;
    return false;
  }
  spilled++;
  store<u64>(at, hash);
  store<u32>(at, spillNumber, NUMBER);
  return false;
}

// The free place for a hash in a table, or 0 where it is there.
@inline
function findSpilled(table: usize, hash: u64, place: usize, mask: usize): usize {
  let at = table + ((place & mask) << SPILL_SHIFT);
  while (load<u32>(at, NUMBER) == spillNumber) {
    if (load<u64>(at) == hash) return 0;
    place++;
    at = table + ((place & mask) << SPILL_SHIFT);
  }
  return at;
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
