/** Arguments and results of the kernels `joinPart` and `joinAcross`. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

// @unmanaged
export class JoinPart {
  /** Address of the records. */
  records: usize = 0;
  /** Address of u32[1 << bits]: where every chunk ends, in records. */
  ends: usize = 0;
  maxDistance: u32 = 0;
  blocks: u32 = 0;
  /** The block by which the records were scattered. */
  first: u32 = 0;
  /** The bits of that block from this one on are the same in all records of a chunk. */
  shift: u32 = 0;
  /** The next chunk to do, or its place in `order`; moved on by the kernel. */
  chunk: u32 = 0;
  /** The chunk to stop before. */
  lastChunk: u32 = 0;
  /** Address of `joinWorkBytes(largest)` bytes. */
  work: usize = 0;
  /** Records in the largest chunk. */
  largest: u32 = 0;
  /** Address of room for `capacity` pairs. */
  out: usize = 0;
  capacity: u32 = 0;
  /** Pairs written by the kernel. */
  written: u32 = 0;
  /** When the next chunk's pairs did not fit: how many they are. Otherwise 0. */
  wanted: u32 = 0;
  /**
   * Address of where the groups of every chunk start, `startBytes` a chunk; 0 for a join that does not go across buckets
   * (`joinAcross`). If not 0, the chunks are left sorted in place of the records.
   */
  starts: usize = 0;
  groupBits: u32 = 0;
  /** Address of one bitmap a bucket, of `1 << foldBits` bits: which ends of siblings occur in it. */
  folds: usize = 0;
  foldBits: u32 = 0;
  /** Address of u8[65536]: which buckets are crowded. Between two crowded buckets `joinAcross` finds nothing. */
  crowded: usize = 0;
  /**
   * Address of the number (u32) of the first chunk that no thread has taken yet, shared by all threads; 0 for one chunk
   * after the other.
   */
  next: usize = 0;
  /** Address of u32[lastChunk]: the chunks in the order in which they are done; 0 for the order of their numbers. */
  order: usize = 0;
}
