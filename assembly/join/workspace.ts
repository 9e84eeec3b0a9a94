// The memory one join works in, laid out for chunks of up to `items` fingerprints. Its size is `joinWorkBytes` in
// src/engines/join.ts: 1 MB and 36 bytes an item, 48 for dense buckets.
import { MAX_FORBIDDEN } from './found';

const COUNTERS: usize = 1 << 20;
const PADDING: usize = 64;

export let masks: usize = 0; // forbidden masks
export let values: usize = 0; // u64[items]
export let ids: usize = 0; // u32[items]
export let room: usize = 0; // 12 bytes an item: where partitions are made
export let keys: usize = 0; // u16[items]
export let sorted: usize = 0; // 10 bytes an item: a chunk by quarters, see chunk.ts
export let aside: usize = 0; // 12 bytes an item, if buckets are dense: the records of a chunk, see dense.ts
// counters are taken and given back like a stack, one level of a recursion above the other
let top: usize = 0;

export function layOut(work: usize, items: u32): void {
  const n = (<usize>items + 15) & ~15;
  masks = work;
  top = work + (MAX_FORBIDDEN << 3);
  values = work + COUNTERS;
  ids = values + (n << 3) + PADDING;
  room = ids + (n << 2) + PADDING;
  keys = room + n * 12 + PADDING;
  sorted = keys + (n << 1) + PADDING;
  aside = sorted + n * 10 + PADDING;
}

export function take(bytes: usize): usize {
  const at = top;
  top += bytes;
  return at;
}

export function giveBack(bytes: usize): void {
  top -= bytes;
}
