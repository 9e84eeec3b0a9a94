// The memory of a store: fingerprints that are queried one at a time, at distance 3. It has a memory of its own, and all
// of it. In this order, so that later parts can be moved up when it grows:
//   hits       u32[2][STORE_HITS]: the results of a query
//   offsets    u32[4][65536 + 1]: where every bucket of a quarter begins in the tables
//   heads      u32[4][65536]: the newest block of a bucket's chain, and how many entries it has
//   removed    a bit for every fingerprint
//   values     u64 for every fingerprint
//   siblings   u16[4][stride]: the tables, a bucket after the other: the quarter beside, and
//   ids        u32[4][stride]: the number of the fingerprint
//   blocks     64 bytes each: the chains of fingerprints added since the tables were made
// That is 32 bytes a fingerprint in the tables, and about 36 for one in the chains.
import { STORE_HITS } from '../../src/engines/layouts/store';

export const BUCKETS: usize = 65536;
const START: usize = 65536;
const OFFSET_BYTES: usize = (BUCKETS + 16) << 2;
const HEAD_BYTES: usize = BUCKETS << 2;

// Fingerprints ever added, those in the tables, and how many there is room for: of values, and in every table.
export let added: u32 = 0;
export let main: u32 = 0;
export let capacity: u32 = 0;
let stride: u32 = 0;
// Blocks in use. Block 0 is none.
export let blockCount: u32 = 1;

export const hits: usize = START;
export const offsets: usize = hits + ((<usize>STORE_HITS) << 3);
export const heads: usize = offsets + 4 * OFFSET_BYTES;
const GROWING: usize = heads + 4 * HEAD_BYTES;
export let removed: usize = GROWING;
export let values: usize = GROWING;
export let siblings: usize = GROWING;
export let ids: usize = GROWING;
export let blocks: usize = GROWING;

// @inline
export function offsetOf(quarter: u32, bucket: u32): usize {
  return offsets + <usize>quarter * OFFSET_BYTES + ((<usize>bucket) << 2);
}

// @inline
export function headOf(quarter: u32, bucket: u32): usize {
  return heads + <usize>quarter * HEAD_BYTES + ((<usize>bucket) << 2);
}

// @inline
export function siblingsOf(quarter: u32): usize {
  return siblings + ((<usize>quarter * <usize>stride) << 1);
}

// @inline
export function idsOf(quarter: u32): usize {
  return ids + ((<usize>quarter * <usize>stride) << 2);
}

export function countAdded(): u32 {
  return added++;
}

export function takeBlock(): u32 {
  reach(blocks + ((<usize>(blockCount + 1)) << 6));
  return blockCount++;
}

export function freeBlocks(): void {
  blockCount = 1;
}

export function setMain(count: u32): void {
  main = count;
}

// Moves everything so that there is room for `room` fingerprints in all and `entries` in every table. Nothing moves down,
// so the last part moves first.
export function relocate(room: u32, entries: u32): void {
  entries = max(entries, stride);
  const newRemoved = GROWING;
  const newValues = align(newRemoved + (<usize>room >> 3) + 1);
  const newSiblings = align(newValues + ((<usize>room) << 3));
  const newIds = align(newSiblings + ((<usize>entries) << 3));
  const newBlocks = align(newIds + ((<usize>entries) << 4));
  const blockBytes = (<usize>blockCount) << 6;
  reach(newBlocks + blockBytes);
  memory.copy(newBlocks, blocks, blockBytes);
  for (let quarter: usize = 4; quarter-- > 0; ) {
    memory.copy(newIds + ((quarter * <usize>entries) << 2), idsOf(<u32>quarter), (<usize>main) << 2);
  }
  for (let quarter: usize = 4; quarter-- > 0; ) {
    memory.copy(newSiblings + ((quarter * <usize>entries) << 1), siblingsOf(<u32>quarter), (<usize>main) << 1);
  }
  memory.copy(newValues, values, (<usize>added) << 3);
  const bits = (<usize>capacity >> 3) + 1;
  memory.fill(newRemoved + bits, 0, (<usize>room >> 3) + 1 - bits);
  removed = newRemoved;
  values = newValues;
  siblings = newSiblings;
  ids = newIds;
  blocks = newBlocks;
  capacity = room;
  stride = entries;
}

export function bytesInUse(): usize {
  return blocks + ((<usize>blockCount) << 6);
}

function align(address: usize): usize {
  return (address + 63) & ~63;
}

// Makes sure that the memory goes beyond `end`, by as much as a query may read beyond it.
function reach(end: usize): void {
  const pages = <i32>(((end + 256) >> 16) + 1) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
}
