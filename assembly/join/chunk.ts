// A chunk by quarters: items that agree in the highest bits of a quarter, sorted by its other bits into buckets, and in a
// bucket by the lowest bits of the sibling into groups. Only the part of a value that the bucket does not determine is kept: the sibling
// and the other half. Two arrays follow each other: rests u64[n], the other half below the id, and siblings u16[n].
import { RECORD_BYTES } from '../../src/engines/layouts/join-memory';
import { toStarts } from './partition';

// Replaces the id of an item that repeats another. No fingerprint has it: a join takes fewer than 2^32 - 1.
export const NO_ID: u32 = 0xffffffff;

// @inline
export function siblingsOf(chunk: usize, n: u32): usize {
  return chunk + ((<usize>n) << 3);
}

// Sorts n records, rotated for their quarter, to `chunk`. `starts` becomes where each group starts.
export function sortChunk(records: usize, n: u32, bucketBits: u32, groupBits: u32, starts: usize, chunk: usize): void {
  const bucketMask: u32 = ((1 << bucketBits) - 1) << 16;
  const groups: u32 = 1 << groupBits;
  const siblings = siblingsOf(chunk, n);
  // until the items are moved a group starts where the next one will
  const ends = starts + 4;
  const last = records + <usize>n * RECORD_BYTES;
  memory.fill(ends, 0, (<usize>4) << (bucketBits + groupBits));
  for (let p = records; p < last; p += RECORD_BYTES) {
    const at = ends + ((<usize>keyOf(load<u32>(p), bucketMask, groups)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  store<u32>(starts, 0);
  toStarts(ends, 1 << (bucketBits + groupBits));
  for (let p = records; p < last; p += RECORD_BYTES) {
    const half = load<u32>(p);
    const at = ends + ((<usize>keyOf(half, bucketMask, groups)) << 2);
    const target = <usize>load<u32>(at);
    store<u32>(at, <u32>target + 1);
    store<u64>(chunk + (target << 3), load<u64>(p, 4));
    store<u16>(siblings + (target << 1), <u16>half);
  }
}

// The bucket in its chunk, and the group in it. A product is faster than a shift by a variable.
// @inline
function keyOf(half: u32, bucketMask: u32, groups: u32): u32 {
  return ((half & bucketMask) >> 16) * groups + (half & (groups - 1));
}
