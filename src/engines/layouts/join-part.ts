/** Arguments and results of the kernel `joinPart`. Compiled by tsc and asc. */
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
  /** The next chunk to do; moved on by the kernel. */
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
}
