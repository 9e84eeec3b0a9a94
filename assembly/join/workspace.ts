// The memory one join works in, laid out for chunks of up to `items` fingerprints.
import { idsAt, keysAt, paddedItems, roomAt, sortedAt, VALUES_AT } from '../../src/engines/layouts/join-memory';
import { MAX_FORBIDDEN } from './found';

export let masks: usize = 0; // forbidden masks
export let values: usize = 0; // u64[items]
export let ids: usize = 0; // u32[items]
export let room: usize = 0; // 12 bytes an item: where partitions are made
export let keys: usize = 0; // u16[items]
export let sorted: usize = 0; // 10 bytes an item: a chunk by quarters, see chunk.ts
// counters are taken and released like a stack, one level of a recursion above the other
let top: usize = 0;

export function layOut(work: usize, items: u32): void {
  const n = paddedItems(items);
  masks = work;
  top = work + (MAX_FORBIDDEN << 3);
  values = work + VALUES_AT;
  ids = work + idsAt(n);
  room = work + roomAt(n);
  keys = work + keysAt(n);
  sorted = work + sortedAt(n);
}

export function take(bytes: usize): usize {
  const at = top;
  top += bytes;
  assert(top <= values);
  return at;
}

export function giveBack(bytes: usize): void {
  top -= bytes;
}
