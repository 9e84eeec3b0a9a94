/**
 * A scan of JSON lines for texts and ids: arguments and results of the kernel `scanJsonl`. Compiled by tsc and asc.
 *
 * The kernel goes through each line once. A line that is an object with a text and perhaps an id, and that
 * `JSON.parse` would accept, becomes a document. Lines of white space are ignored. Every other line is *odd*: it is only listed, and
 * the host reads it with `JSON.parse`. So a kernel may call a line odd for any reason; the reasons of both twins
 * are: it is not JSON or not UTF-8, has no text or one that is not a string, an id that is neither a string nor `null` nor an integer of up
 * to 15 digits, an escape in the name of a field, more than 64 containers inside each other, or over `maxLine` bytes.
 */
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
