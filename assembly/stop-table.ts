// Looks words up in a stop-word table; src/engines/tables.ts has its layout.
const SPREAD_AT: usize = 16;

// @ts-ignore: decorator
@inline
export function bucketMask(table: usize): u32 {
  return load<u32>(table);
}

// @ts-ignore: decorator
@inline
export function slotMask(table: usize): u32 {
  return load<u32>(table, 4);
}

// Where the table would have the hash that lies at `at`.
// @ts-ignore: decorator
@inline
export function slotAddress(at: usize, table: usize, slots: usize, buckets: u32, mask: u32): usize {
  const spread = load<u32>(table + (load<u32>(at) & buckets), SPREAD_AT);
  return slots + ((load<u32>(at, 4) + spread) & mask);
}

// Whether the table has the hash; `slots` is where its slots begin, and the masks are its own.
// @ts-ignore: decorator
@inline
export function holds(hash: u64, table: usize, slots: usize, buckets: u32, mask: u32): bool {
  const spread = load<u32>(table + (<u32>hash & buckets), SPREAD_AT);
  return load<u64>(slots + ((<u32>(hash >> 32) + spread) & mask)) == hash;
}

// @ts-ignore: decorator
@inline
export function slotsOf(table: usize): usize {
  return table + SPREAD_AT + 4 + bucketMask(table);
}
