// A chunk by quarters: items that agree in the highest bits of a quarter, sorted by its other bits into buckets, and in a
// bucket by bits of the sibling, from `groupShift` on, into groups. Of a value only what the bucket does not tell is kept: the sibling
// and the other half. Two arrays lie one behind the other: rests u64[n], the other half below the id, and siblings u16[n].
import { RECORD_BYTES, toStarts } from "./partition";

// Of a chunk sorted so.
export const SORTED_BYTES: usize = 10;
// In place of the id of an item that repeats another. No fingerprint has it: a join takes fewer than 2^32 - 1.
export const NO_ID: u32 = 0xFFFFFFFF;

@inline
export function siblingsOf(chunk: usize, n: u32): usize {
  return chunk + (<usize>n << 3);
}

// Of a table that says where every group of a chunk starts, and behind the last where it ends.
export function startBytes(bucketBits: u32, groupBits: u32): usize {
  return (<usize>4 << (bucketBits + groupBits)) + 4;
}

// Sorts n records to `chunk`. `starts` becomes where each group starts.
export function sortChunk(
  records: usize, n: u32, quarter: u32, bucketBits: u32, groupBits: u32, groupShift: u32, starts: usize, chunk: usize,
): void {
  const shift = <u64>(quarter << 4);
  const siblingShift = <u64>((quarter ^ 1) << 4);
  const groupAt = siblingShift + <u64>groupShift;
  const otherShift: u64 = quarter < 2 ? 32 : 0;
  const bucketMask: u64 = (1 << bucketBits) - 1;
  const groupMask: u64 = (1 << groupBits) - 1;
  const siblings = siblingsOf(chunk, n);
  // until the items are moved a group starts where the next one will
  const ends = starts + 4;
  const last = records + <usize>n * RECORD_BYTES;
  memory.fill(ends, 0, <usize>4 << (bucketBits + groupBits));
  for (let p = records; p < last; p += RECORD_BYTES) {
    const value = load<u64>(p);
    const key = (((value >> shift) & bucketMask) << <u64>groupBits) | ((value >> groupAt) & groupMask);
    const at = ends + (<usize>key << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  store<u32>(starts, 0);
  toStarts(ends, 1 << (bucketBits + groupBits));
  for (let p = records; p < last; p += RECORD_BYTES) {
    const value = load<u64>(p);
    const key = (((value >> shift) & bucketMask) << <u64>groupBits) | ((value >> groupAt) & groupMask);
    const at = ends + (<usize>key << 2);
    const target = <usize>load<u32>(at);
    store<u32>(at, <u32>target + 1);
    const other = (value >> otherShift) & 0xFFFFFFFF;
    store<u64>(chunk + (target << 3), other | (<u64>load<u32>(p, 8) << 32));
    store<u16>(siblings + (target << 1), <u16>(value >> siblingShift));
  }
}
