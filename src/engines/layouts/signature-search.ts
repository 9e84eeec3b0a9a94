/** Searches among long signatures: the arguments of the search kernels. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

/** The fields of every search. */
// @unmanaged
export class Search {
  /** Address of the signatures, `bytes` each, and their number. */
  signatures: usize = 0;
  count: u32 = 0;
  bytes: usize = 0;
  /** Address of the queries, `bytes` each, and their number. */
  queries: usize = 0;
  queryCount: u32 = 0;
  /** Address of a mask for every query, or 0: only the bits set in it are compared. Used by `scanSignatures` only. */
  masks: usize = 0;
  /** How many to find. */
  k: u32 = 0;
  /**
   * Address of u64[queryCount][k]: distance << 32 | number, ascending, the unused ones all ones. Entries that are there at
   * the start count as found, so that one search can continue another.
   */
  out: usize = 0;
  /** Address of u8[count], or 0: signatures with a 1 were removed, and are not found. */
  removed: usize = 0;
  /** Address of work space; the functions below give its size. */
  work: usize = 0;
  /** How many signatures are compared bit by bit at most (those with equal scores at the end may be left out). */
  candidates: u32 = 0;
}

/** A search of `searchSlices`. */
// @unmanaged
export class SliceSearch extends Search {
  /** Address of the ends of lists, u32[2^w + 1] for every slice, one after the other. */
  ends: usize = 0;
  /** Address of the numbers in the lists, u32[slices][listed]. */
  ids: usize = 0;
  /** Signatures in the lists; those from here to `count` are compared one by one. */
  listed: u32 = 0;
  /** Number of slices, and how many are `sliceBits` wide; the others have one bit less. */
  slices: u32 = 0;
  wideSlices: u32 = 0;
  sliceBits: u32 = 0;
  /** Address of all values with at most `expand` bits set, u32, fewest bits first. */
  variants: usize = 0;
  variantCount: u32 = 0;
  /** Lists of slices that differ in up to `expand` bits are looked at … */
  expand: u32 = 0;
  /** … but a signature that is not seen within `cutoff` bits is not added. */
  cutoff: u32 = 0;
  /** Address of u16[width + 1]: the least distance that a signature of this score can have (`optimisticBounds`). */
  bounds: usize = 0;
}

/** A search of `searchLists`. */
// @unmanaged
export class ListSearch extends Search {
  /** Number of lists, and the address of their centroids. */
  lists: u32 = 0;
  centroids: usize = 0;
  /** Address of u32[lists]: the first block of a list, and of u32[blocks]: the block that follows; or NO_BLOCK. */
  firstBlocks: usize = 0;
  nextBlocks: usize = 0;
  /** Address of the signatures in blocks of 16, and of u32[16 * blocks]: the signature's number, or NO_SIGNATURE. */
  blockSignatures: usize = 0;
  slots: usize = 0;
  /** This many of the nearest lists are looked into, of equally near ones the first. */
  listProbes: u32 = 0;
}

export const NO_SIGNATURE: u32 = 0xffffffff;
export const NO_BLOCK: u32 = 0xffffffff;
/** Signatures in a block of a list. */
export const BLOCK_SIGNATURES: u32 = 16;
/** Bytes of a signature that are compared first when its list is looked for. */
export const PREFIX_BYTES: usize = 16;
/** A query looks into the nearest of the lists that differ in at most this many bits more of these bytes than as many lists do. */
export const LIST_MARGIN: u32 = 20;
/** A list counts no more members than this when its centroid is moved. */
export const MOST_MEMBERS: u32 = 65535;

/** Counters (u32) for every distance or score of the widest signature. */
export const COUNTER_BYTES: usize = 4 * 4352;
const PADDING: usize = 64;

// The work space of `searchSlices`, zero at first and left so: 1 + score (u16) of every signature in the lists, counters by score, the
// best candidates (u32), the signatures seen (u32).
export function scoreCountersAt(listed: usize): usize {
  return (listed * 2 + 63) & ~63;
}

export function bestAt(listed: usize): usize {
  return scoreCountersAt(listed) + COUNTER_BYTES;
}

export function seenAt(listed: usize, candidates: usize): usize {
  return bestAt(listed) + (candidates < listed ? candidates : listed) * 4 + PADDING;
}

export function sliceWorkBytes(count: usize, candidates: usize): usize {
  return seenAt(count, candidates) + count * 4 + PADDING;
}

// The work space of `searchLists`: counters by distance, list | distance << 32 (u64) of the lists compared in full, the lists that are looked
// into (u32), and in how many of their first bits lists differ (u8).
export const LIST_DISTANCES_AT: usize = COUNTER_BYTES;

export function probedListsAt(lists: usize): usize {
  return LIST_DISTANCES_AT + lists * 8 + PADDING;
}

export function firstBytesAt(lists: usize): usize {
  return probedListsAt(lists) + lists * 4 + PADDING;
}

export function listWorkBytes(lists: usize): usize {
  return firstBytesAt(lists) + lists + PADDING;
}

// The work space of `assignLists`: in how many of its first bits a signature differs from every centroid (u8).
export function assignWorkBytes(centroidCount: usize): usize {
  return centroidCount + PADDING;
}

// The work space of `majorityCentroids`: a sum (u16) for every bit of every centroid, then the signatures of every centroid (u32).
export function membersAt(centroidCount: usize, bytes: usize): usize {
  return centroidCount * bytes * 16;
}

export function majorityWorkBytes(centroidCount: usize, bytes: usize): usize {
  return membersAt(centroidCount, bytes) + centroidCount * 4;
}
