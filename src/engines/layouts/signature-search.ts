/** Searches among long signatures: what the search kernels work on. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

/** What every search has. */
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
  /** Number of slices, and how many of them are `sliceBits` wide; the others have a bit less. */
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

/** A search of `searchSketches`. */
// @unmanaged
export class SketchSearch extends Search {
  /** Address of the sketches: blocks of 16, byte b of all 16 side by side. */
  sketches: usize = 0;
  sketchBytes: usize = 0;
  blocks: u32 = 0;
  /** Address of u32[16 * blocks]: the signature's number, or NO_SIGNATURE. */
  slots: usize = 0;
  /** Clusters: number of first-level centroids (0: no clusters, all blocks are looked at) and their address. */
  groups: u32 = 0;
  groupCentroids: usize = 0;
  /** Address of u32[groups + 1]: the lists of a group. */
  groupStarts: usize = 0;
  /** Address of the lists' centroids. */
  listCentroids: usize = 0;
  /** Address of u32[lists]: the first block of a list, and of u32[blocks]: the block that follows; or NO_BLOCK. */
  firstBlocks: usize = 0;
  nextBlocks: usize = 0;
  /** The lists of this many nearest groups are considered … */
  groupProbes: u32 = 0;
  /** … and this many of the nearest lists are looked into. */
  listProbes: u32 = 0;
}

export const NO_SIGNATURE: u32 = 0xffffffff;
export const NO_BLOCK: u32 = 0xffffffff;
/** Signatures in a block of sketches. */
export const BLOCK_SIGNATURES: u32 = 16;
/** Sketches have at most this many bytes: their distances and one value more fit a byte. */
export const MAX_SKETCH_BYTES: u32 = 24;
/** The farthest distance of a sketch that can be told from an empty place, whose bytes are 0xff. */
export const FARTHEST: u32 = 254;
/** Below twice as many blocks all sketch distances are kept; of more, a sample of about as many gives the threshold. */
export const KEPT_BLOCKS: usize = 4096;
/** Candidates that are compared at a time. */
export const CANDIDATE_BATCH: usize = 4096;

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

// The work space of `searchSketches`: counters by distance, kept distances, candidates (u32), distances and numbers of lists (u32), and the
// blocks that are looked into (u32).
export const KEPT_AT: usize = COUNTER_BYTES;
export const CANDIDATES_AT: usize = KEPT_AT + 32 * KEPT_BLOCKS;
export const LIST_DISTANCES_AT: usize = CANDIDATES_AT + 4 * CANDIDATE_BATCH + PADDING;

export function listNumbersAt(lists: usize): usize {
  return LIST_DISTANCES_AT + lists * 4 + PADDING;
}

export function chosenBlocksAt(lists: usize): usize {
  return listNumbersAt(lists) + lists * 4 + PADDING;
}

export function sketchWorkBytes(lists: usize, blocks: usize): usize {
  return chosenBlocksAt(lists) + blocks * 4 + PADDING;
}

// The work space of `majorityCentroids`: a sum (u16) for every bit of every centroid, then the signatures of every centroid (u32).
export function membersAt(centroidCount: usize, bytes: usize): usize {
  return centroidCount * bytes * 16;
}

export function majorityWorkBytes(centroidCount: usize, bytes: usize): usize {
  return membersAt(centroidCount, bytes) + centroidCount * 4;
}
