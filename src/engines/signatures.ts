/**
 * Searching long signatures: the memory that the search kernels share with their callers. A search is an array of u32 in the
 * heap; the numbers below are places in it. `assembly/signatures/search.ts` has the same as a class.
 */

/** What every search has. */
export const SignatureSearch = {
  /** Address of the signatures, `bytes` each, and their number. */
  signatures: 0,
  count: 1,
  bytes: 2,
  /** Address of the queries, `bytes` each, and their number. */
  queries: 3,
  queryCount: 4,
  /** Address of a mask for every query, or 0: only the bits set in it are compared. Looked at by `scanSignatures` only. */
  masks: 5,
  /** How many to find. */
  k: 6,
  /**
   * Address of u64[queryCount][k]: distance << 32 | number, ascending, the unused ones all ones. What these hold at the
   * start counts as found already, so that one search can go on where another ended.
   */
  out: 7,
  /** Address of work space; its size is told beside the kernel. */
  work: 8,
  /** How many signatures are compared bit by bit at most (those with equal scores at the end may be left out). */
  candidates: 9,

  /** `searchSlices`: address of the ends of lists, u32[2^w + 1] for every slice, one after the other. */
  ends: 10,
  /** Address of the numbers in the lists, u32[slices][listed]. */
  ids: 11,
  /** Signatures in the lists; those from here to `count` are compared one by one. */
  listed: 12,
  /** Number of slices, and how many of them are `sliceBits` wide; the others have a bit less. */
  slices: 13,
  wideSlices: 14,
  sliceBits: 15,
  /** Address of all values with at most `expand` bits set, u32, fewest bits first. */
  variants: 16,
  variantCount: 17,
  /** Lists of slices that differ in up to `expand` bits are looked at … */
  expand: 18,
  /** … but what is not seen within `cutoff` bits is not added. */
  cutoff: 19,
  /** Address of u16[width + 1]: the least distance that a signature of this score can have (`optimisticBounds`). */
  bounds: 20,

  /** `searchSketches`: address of the sketches: blocks of 16, byte b of all 16 side by side. */
  sketches: 10,
  sketchBytes: 11,
  blocks: 12,
  /** Address of u32[16 * blocks]: the signature's number, or NO_SIGNATURE. */
  slots: 13,
  /** Clusters: number of first-level centroids (0: no clusters, all blocks are looked at) and their address. */
  groups: 14,
  groupCentroids: 15,
  /** Address of u32[groups + 1]: the lists of a group. */
  groupStarts: 16,
  /** Address of the lists' centroids. */
  listCentroids: 17,
  /** Address of u32[lists]: the first block of a list, and of u32[blocks]: the block that follows; or NO_BLOCK. */
  firstBlocks: 18,
  nextBlocks: 19,
  /** Lists of so many nearest groups are considered … */
  groupProbes: 20,
  /** … and so many nearest of them are looked into. */
  listProbes: 21,
  length: 22,
} as const;

export const NO_SIGNATURE = 0xffffffff;
export const NO_BLOCK = 0xffffffff;
/** Signatures in a block of sketches. */
export const BLOCK_SIGNATURES = 16;
/** Sketches have at most so many bytes: their distances and one value more fit a byte. */
export const MAX_SKETCH_BYTES = 24;
/** Below twice as many blocks all sketch distances are kept; of more, a sample of about as many tells the threshold. */
export const KEPT_BLOCKS = 4096;
/** Candidates that are compared at a time. */
export const CANDIDATE_BATCH = 4096;

/** Work space of `searchSlices`: scores, those seen, counts by score, the candidates in order. Zero at first, and left so. */
export function sliceWorkBytes(count: number, candidates: number): number {
  return 2 * count + 4 * count + 4 * 4352 + 4 * Math.min(candidates, count) + 512;
}

/** Work space of `searchSketches`: counts by distance, distances of lists, chosen blocks, kept distances, candidates. */
export function sketchWorkBytes(lists: number, blocks: number): number {
  return 4 * 4352 + 32 * KEPT_BLOCKS + 4 * CANDIDATE_BATCH + 8 * lists + 4 * blocks + 512;
}

/**
 * How a signature of `width` bits is cut into slices of at most `sliceBits`: as few slices as possible, all as wide as
 * `sliceBits` or one bit less, the wide ones first, every bit in exactly one. (Where the width is too small for that, slices
 * are narrower, and still differ by one bit at most.)
 */
export function cutSlices(
  width: number,
  sliceBits: number,
): { readonly slices: number; readonly wide: number; readonly bits: number } {
  const slices = Math.ceil(width / sliceBits);
  const bits = Math.ceil(width / slices);
  return { slices, wide: width - slices * (bits - 1), bits };
}

/** u32 in the ends of all lists. */
export function sliceEndsLength(cut: ReturnType<typeof cutSlices>): number {
  return cut.wide * (2 ** cut.bits + 1) + (cut.slices - cut.wide) * (2 ** (cut.bits - 1) + 1);
}

/**
 * For every score the least distance of a signature that has it, when slices within `expand` bits were looked at: where it was
 * seen in m slices, the bits of these that the score lacks differ, and each of the others differs in `expand` + 1 bits at least.
 * The score alone does not tell m, so the best case of all m counts.
 */
export function optimisticBounds(cut: ReturnType<typeof cutSlices>, expand: number): Uint16Array {
  const { slices, wide, bits } = cut;
  const narrow = slices - wide;
  const width = slices * bits - narrow;
  // slices no wider than `expand` are always seen
  const always = expand >= bits ? slices : expand >= bits - 1 ? narrow : 0;
  const bounds = new Uint16Array(width + 1);
  for (let score = 0; score <= width; score++) {
    let least = width;
    for (let seen = Math.max(always, Math.ceil(score / bits)); seen <= slices; seen++) {
      const lacking = Math.max(0, seen * bits - Math.min(seen, narrow) - score);
      least = Math.min(least, lacking + (slices - seen) * (expand + 1));
    }
    bounds[score] = least;
  }
  return bounds;
}
