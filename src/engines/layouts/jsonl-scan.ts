/** A scan of JSON lines: arguments and results of the kernel `scanJsonl`. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

/** One line that is not white space. */
// @unmanaged
export class JsonlRecord {
  /** Where it begins, counted from the beginning of the lines, and its bytes up to LF. */
  start: u32 = 0;
  bytes: u32 = 0;
  /** From 1. */
  line: u32 = 0;
  /** 1: odd; 0: the next of the documents. */
  odd: u32 = 0;
}

// @unmanaged
export class JsonlScan {
  /** Address and bytes of whole lines. The last byte is LF, and so is the one before the first. */
  lines: usize = 0;
  bytes: usize = 0;
  /** The names of the fields with text and id, as they are between quotes; they have no escapes. */
  textName: usize = 0;
  textNameBytes: usize = 0;
  idName: usize = 0;
  idNameBytes: usize = 0;
  /** Longer lines are odd. */
  maxLine: usize = 0;
  /** Room for records; the scan stops when it is used up. */
  maxRecords: u32 = 0;
  records: usize = 0;
  /**
   * A batch of texts; and the ids (empty: none) with u32[documents + 1] offsets and u32[documents] hashes (`scalar/id-hash.ts`).
   * Texts and ids each need `bytes + 64` bytes.
   */
  text: usize = 0;
  offsets: usize = 0;
  ids: usize = 0;
  idOffsets: usize = 0;
  idHashes: usize = 0;
  /** The seed of these hashes, in two halves. */
  idSeedLow: u32 = 0;
  idSeedHigh: u32 = 0;
  /** Written by the kernel: bytes and lines gone through, records, and documents among them. */
  doneBytes: usize = 0;
  doneLines: u32 = 0;
  recordCount: u32 = 0;
  documents: u32 = 0;
}
