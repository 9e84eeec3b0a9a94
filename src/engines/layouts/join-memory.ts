/** The memory of a join: sizes of its records, pairs and tables, and the places of the arrays in its work space. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

/** A fingerprint on its way to a chunk: its value (u64) and its id (u32). */
export const RECORD_BYTES: usize = 12;
/** A pair: two ids, the smaller first, and the distance (u32 each). Distance 0: the second repeats the first. */
export const PAIR_BYTES: usize = 12;
/** Of a chunk sorted by quarters: the other half with the id (u64), and the sibling (u16). */
export const SORTED_BYTES: usize = 10;

/** Of a table that says where every group of a chunk starts and, after the last, where it ends. */
export function startBytes(bucketBits: u32, groupBits: u32): usize {
  return (4 << (bucketBits + groupBits)) + 4;
}

/** Counters of `joinSort`. */
export const SORT_WORK_BYTES: usize = 32768;

/** Between two arrays of the work space: vectors are read beyond their ends. */
const PADDING: usize = 64;

/** Arrays are for this many items. */
export function paddedItems(items: usize): usize {
  return (items + 15) & ~15;
}

// Where the arrays for n items begin in the work space of a chunk. In front of them are masks, and counters that are taken like a stack.
export const VALUES_AT: usize = 1 << 20;

export function idsAt(n: usize): usize {
  return VALUES_AT + n * 8 + PADDING;
}

export function roomAt(n: usize): usize {
  return idsAt(n) + n * 4 + PADDING;
}

export function keysAt(n: usize): usize {
  return roomAt(n) + n * RECORD_BYTES + PADDING;
}

export function sortedAt(n: usize): usize {
  return keysAt(n) + n * 2 + PADDING;
}

/** Work space for chunks of up to `largest` fingerprints. */
export function joinWorkBytes(largest: usize): usize {
  const n = paddedItems(largest);
  return sortedAt(n) + n * SORTED_BYTES + PADDING;
}
