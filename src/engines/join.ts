/**
 * The join: all pairs of fingerprints that differ in few bits, as six kernels and the memory they share.
 *
 * The 64 bits are cut into blocks (`scalar/join/blocks.ts`), and pairs are looked for by the first block they agree in: `count`
 * fingerprints by the highest bits of that block, `scatter` them into chunks by these bits, and join the chunks,
 * a part of them at a time (`part`). At distance 3 pairs may be found from chunk to chunk (`across`), too. In the end the pairs are
 * put into their order (`sort`).
 */
import { blockStart, stepStart } from './scalar/join/blocks.ts';

/** A fingerprint on its way to a chunk: its value (u64) and its id (u32). */
export const RECORD_BYTES = 12;
/** A pair: two ids, the smaller first, and the distance (u32 each). Distance 0: the second repeats the first. */
export const PAIR_BYTES = 12;

/** At most this many bits make chunks. */
export const MAX_CHUNK_BITS = 12;

/** The highest bits of a block, by which chunks are made: up to `most`, from `shift` on. */
export function chunkBits(first: number, blocks: number, most: number): { shift: number; bits: number } {
  const end = blockStart(first + 1, blocks);
  const shift = stepStart(blockStart(first, blocks), end, most);
  return { shift, bits: end - shift };
}

/** Do the kernels of this engine join by quarters of the fingerprint? Then values are turned as they are scattered. */
export function goesByQuarters(engine: 'wasm' | 'scalar', maxDistance: number, blocks: number): boolean {
  return engine === 'wasm' && maxDistance === 3 && blocks === 4;
}

/** Of a table of where the groups of a chunk start: one more than there are. */
export function startBytes(bucketBits: number, groupBits: number): number {
  return (4 << (bucketBits + groupBits)) + 4;
}

/** Work space for chunks of up to `largest` fingerprints. */
export function joinWorkBytes(largest: number): number {
  return (1 << 20) + 36 * (largest + 16) + 384;
}

/** The same for dense buckets. */
export function denseWorkBytes(largest: number): number {
  return joinWorkBytes(largest) + RECORD_BYTES * (largest + 16) + 64;
}

/** Of a table of places, for a dense bucket. */
export const DENSE_START_BYTES = 2064;
/** Tiles of dense buckets: 16 buckets each, and each bucket in four of them. */
export const DENSE_TILES = 16_384;

/**
 * What `joinPart` and `joinAcross` work on, as u32 in the heap; the numbers are places in units of u32.
 * `assembly/join/join.ts` has the same as a class.
 */
export const JoinPart = {
  /** Address of the records. */
  records: 0,
  /** Address of u32[1 << bits]: where every chunk ends, in records. */
  ends: 1,
  maxDistance: 2,
  blocks: 3,
  /** The block by which the records were scattered. */
  first: 4,
  /** The bits of that block from this one on are the same in all records of a chunk. */
  shift: 5,
  /** The next chunk to do, or its place in `order`; moved on by the kernel. */
  chunk: 6,
  /** The chunk to stop before. */
  lastChunk: 7,
  /** Address of `joinWorkBytes(largest)` bytes. */
  work: 8,
  /** Records in the largest chunk. */
  largest: 9,
  /** Address of room for `capacity` pairs. */
  out: 10,
  capacity: 11,
  /** Pairs written by the kernel. */
  written: 12,
  /** When the next chunk's pairs did not fit: how many they are. Otherwise 0. */
  wanted: 13,
  /**
   * Address of where the groups of every chunk start, `startBytes` a chunk; 0 for a join that does not go across buckets
   * (`joinAcross`). If not 0, the chunks are left sorted in place of the records.
   */
  starts: 14,
  groupBits: 15,
  /** Address of one bitmap a bucket, of `1 << foldBits` bits: which ends of siblings occur in it. */
  folds: 16,
  foldBits: 17,
  /** Address of u8[65536]: which buckets are crowded. Between two of them `joinAcross` finds nothing. */
  crowded: 18,
  /**
   * Address of the number (u32) of the first chunk that no thread has taken yet, shared by all threads; 0 for one chunk
   * after the other.
   */
  next: 19,
  /** Address of u32[lastChunk]: the chunks in the order in which they are done; 0 for the order of their numbers. */
  order: 20,
  /**
   * Address of u32[65536][2]: where every bucket begins in its chunk, and how many items it has; 0 unless buckets are dense
   * (`assembly/join/dense.ts`). If not 0, `folds` are bitmaps of all siblings, `starts` has `DENSE_START_BYTES` a bucket, and
   * `joinAcross` does tiles of buckets in place of chunks.
   */
  ranges: 21,
  /** Of dense buckets: 1 + the one of the chunk to do next; 0 before a chunk is begun. Moved on by the kernel. */
  bucket: 22,
  length: 23,
} as const;
