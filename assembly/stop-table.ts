// Looks words up in a stop-word table; src/engines/layouts/word-tables.ts has its layout.
import { SPREAD_AT } from '../src/engines/layouts/word-tables';

// @inline
export function bucketMask(table: usize): u32 {
  return load<u32>(table);
}

// @inline
export function slotMask(table: usize): u32 {
  return load<u32>(table, 4);
}

// Where the table would have the hash of these halves; `slots` is where its slots begin, and the masks are the table's.
// @inline
export function slotAddress(low: u32, high: u32, table: usize, slots: usize, buckets: u32, mask: u32): usize {
  return slots + ((high + load<u32>(table + (low & buckets), SPREAD_AT)) & mask);
}

// Whether the table has the hash.
// @inline
export function holds(hash: u64, table: usize, slots: usize, buckets: u32, mask: u32): bool {
  return load<u64>(slotAddress(<u32>hash, <u32>(hash >> 32), table, slots, buckets, mask)) === hash;
}

// @inline
export function slotsOf(table: usize): usize {
  return table + SPREAD_AT + 4 + bucketMask(table);
}
