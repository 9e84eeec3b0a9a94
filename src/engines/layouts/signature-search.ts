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
  /** Address of a mask for every query, or 0: only the bits set in it are compared. Looked at by `scanSignatures` only. */
  masks: usize = 0;
  /** How many to find. */
  k: u32 = 0;
  /**
   * Address of u64[queryCount][k]: distance << 32 | number, ascending, the unused ones all ones. What these hold at the
   * start counts as found already, so that one search can go on where another ended.
   */
  out: usize = 0;
  /** Address of work space; its size is told beside the kernel. */
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
  /** … but what is not seen within `cutoff` bits is not added. */
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
  /** Lists of so many nearest groups are considered … */
  groupProbes: u32 = 0;
  /** … and so many nearest of them are looked into. */
  listProbes: u32 = 0;
}
