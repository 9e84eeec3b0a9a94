// The siblings met in a bucket, as a bitmap of all 65,536: the low six bits of a sibling say which bit, the high ten which word.
import { giveBack, take } from "./workspace";

const MET_BYTES: usize = 8192;
const NEIGHBOR_BYTES: usize = 512;
// From this many on all of the bitmap is emptied, not one word after the other.
const ALL_AT_ONCE: u32 = 256;
// Fewer siblings than this are folded one by one.
const FEW: u32 = 96;

let met: usize = 0;
let neighbors: usize = 0;

// Takes the memory that the bitmap needs, all empty.
export function beginMet(): void {
  met = take(MET_BYTES + NEIGHBOR_BYTES);
  neighbors = met + MET_BYTES;
  memory.fill(met, 0, MET_BYTES);
  listNeighbors();
}

export function endMet(): void {
  giveBack(MET_BYTES + NEIGHBOR_BYTES);
}

// For each of 64 bits: itself, and the six whose numbers differ from its own in one bit.
function listNeighbors(): void {
  for (let bit: u64 = 0; bit < 64; bit++) {
    let near: u64 = 1 << bit;
    for (let flip: u64 = 1; flip < 64; flip <<= 1) near |= 1 << (bit ^ flip);
    store<u64>(neighbors + (<usize>bit << 3), near);
  }
}

@inline
export function isMet(sibling: u32): bool {
  return <bool>((load<u64>(met + (<usize>(sibling >> 6) << 3)) >> <u64>(sibling & 63)) & 1);
}

// Empties the bitmap of n siblings that were met.
export function forget(siblings: usize, n: u32): void {
  if (n >= ALL_AT_ONCE) {
    memory.fill(met, 0, MET_BYTES);
    return;
  }
  const words = met;
  for (let i: usize = 0; i < <usize>n; i++) {
    store<u64>(words + ((<usize>load<u16>(siblings + (i << 1)) >> 6) << 3), 0);
  }
}

// Writes to `out` which of the 1 << bits ends of siblings, n of which were met, occur.
export function fold(siblings: usize, n: u32, out: usize, bits: u32): void {
  const bytes = <usize>1 << (bits - 3);
  if (n < FEW) {
    memory.fill(out, 0, bytes);
    const mask = bytes - 1;
    for (let p = siblings; p < siblings + (<usize>n << 1); p += 2) {
      const sibling = <u32>load<u16>(p);
      const at = out + (<usize>(sibling >> 3) & mask);
      store<u8>(at, load<u8>(at) | (<u8>1 << <u8>(sibling & 7)));
    }
    return;
  }
  for (let at: usize = 0; at < bytes; at += 32) {
    let a = v128.load(met + at);
    let b = v128.load(met + at, 16);
    for (let p = met + at + bytes; p < met + MET_BYTES; p += bytes) {
      a = v128.or(a, v128.load(p));
      b = v128.or(b, v128.load(p, 16));
    }
    v128.store(out + at, a);
    v128.store(out + at, b, 16);
  }
}

// Meets siblings and lists at `hits`, u32, those that differ in at most 1 bit from one met before. Returns how many.
export function meetNear(siblings: usize, n: u32, hits: usize): u32 {
  const words = met;
  const masks = neighbors;
  let hit = hits;
  for (let i: usize = 0; i < <usize>n; i++) {
    const sibling = <usize>load<u16>(siblings + (i << 1));
    const at = (sibling >> 6) << 3;
    const own = load<u64>(words + at);
    const others = load<u64>(words + (at ^ 8)) | load<u64>(words + (at ^ 16)) | load<u64>(words + (at ^ 32))
      | load<u64>(words + (at ^ 64)) | load<u64>(words + (at ^ 128)) | load<u64>(words + (at ^ 256))
      | load<u64>(words + (at ^ 512)) | load<u64>(words + (at ^ 1024)) | load<u64>(words + (at ^ 2048))
      | load<u64>(words + (at ^ 4096));
    const bit = <u64>1 << <u64>(sibling & 63);
    const near = (own & load<u64>(masks + ((sibling & 63) << 3))) | (others & bit);
    store<u64>(words + at, own | bit);
    store<u32>(hit, <u32>i);
    hit += <usize>(near != 0) << 2;
  }
  return <u32>((hit - hits) >> 2);
}
