// The siblings met in a bucket, as a bitmap of all 65,536: the low seven bits of a sibling say which bit of a vector, the high nine
// which vector.
import { giveBack, take } from './workspace';

const MET_BYTES: usize = 8192;
// For every bit of a vector, two vectors: the bit, and the bit with its neighbors.
const NEIGHBOR_BYTES: usize = 128 * 32;
const TAKEN_BYTES: usize = 2 * MET_BYTES + NEIGHBOR_BYTES;
// From this many on, the whole bitmap is cleared, not one word after the other.
const CLEAR_WHOLE_FROM: u32 = 128;

let met: usize = 0;
let neighbors: usize = 0;

// Takes the memory that the bitmap needs, and clears it.
export function beginMet(): void {
  // aligned to its size, so that an address of another word differs in one bit
  const taken = take(TAKEN_BYTES);
  met = (taken + MET_BYTES - 1) & ~(MET_BYTES - 1);
  neighbors = met + MET_BYTES;
  memory.fill(met, 0, MET_BYTES);
  listNeighbors();
}

export function endMet(): void {
  giveBack(TAKEN_BYTES);
}

// The neighbors of a bit are itself and the seven whose numbers differ from its own in one bit.
function listNeighbors(): void {
  memory.fill(neighbors, 0, NEIGHBOR_BYTES);
  for (let bit: u32 = 0; bit < 128; bit++) {
    const own = neighbors + ((<usize>bit) << 5);
    setBit(own, bit);
    setBit(own + 16, bit);
    for (let flip: u32 = 1; flip < 128; flip <<= 1) setBit(own + 16, bit ^ flip);
  }
}

function setBit(vector: usize, bit: u32): void {
  const at = vector + <usize>(bit >> 3);
  store<u8>(at, load<u8>(at) | ((<u8>1) << (<u8>(bit & 7))));
}

// @inline
export function isMet(sibling: u32): bool {
  return <bool>((load<u64>(met + ((<usize>(sibling >> 6)) << 3)) >> <u64>(sibling & 63)) & 1);
}

// Clears the bitmap of n siblings that were met.
export function forget(siblings: usize, n: u32): void {
  if (n >= CLEAR_WHOLE_FROM) {
    memory.fill(met, 0, MET_BYTES);
    return;
  }
  const words = met;
  for (let i: usize = 0; i < <usize>n; i++) {
    store<u64>(words + ((<usize>load<u16>(siblings + (i << 1)) >> 6) << 3), 0);
  }
}

// Meets siblings and lists at `hits`, u32, those that differ in at most 1 bit from one met before. Returns how many.
export function meetNear(siblings: usize, n: u32, hits: usize): u32 {
  const words = met;
  const masks = neighbors;
  let hit = hits;
  for (let i: usize = 0; i < <usize>n; i++) {
    const sibling = <usize>load<u16>(siblings + (i << 1));
    const at = words + ((sibling >> 7) << 4);
    const mask = masks + ((sibling & 127) << 5);
    const own = v128.load(at);
    const bit = v128.load(mask);
    let others = v128.or(v128.load(at ^ 16), v128.load(at ^ 32));
    others = v128.or(others, v128.or(v128.load(at ^ 64), v128.load(at ^ 128)));
    others = v128.or(others, v128.or(v128.load(at ^ 256), v128.load(at ^ 512)));
    others = v128.or(others, v128.or(v128.load(at ^ 1024), v128.load(at ^ 2048)));
    others = v128.or(others, v128.load(at ^ 4096));
    const near = v128.or(v128.and(own, v128.load(mask, 16)), v128.and(others, bit));
    v128.store(at, v128.or(own, bit));
    store<u32>(hit, <u32>i);
    hit += (<usize>v128.any_true(near)) << 2;
  }
  return <u32>((hit - hits) >> 2);
}
