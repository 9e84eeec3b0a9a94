/**
 * The scan of JSON lines: which texts and ids there are in a piece of a file, as a kernel that is called with the address
 * of what it works on.
 *
 * The kernel goes through each line once. A line that is an object with a text and, where it has one, an id, and that
 * `JSON.parse` would take, becomes a document. White space is nothing. Every other line is *odd*: it is only listed, and
 * the host makes of it what `JSON.parse` makes of it. So a kernel may call a line odd for any reason; those of both twins
 * are: it is not JSON or not UTF-8, has no text or one that is no string, an id that is no string, `null` or integer of up
 * to 15 digits, an escape in the name of a field, more than 64 containers inside each other, or over `maxLine` bytes.
 */

/** One line that is not white space, in units of u32. */
export const JsonlRecord = {
  /** Where it stands, from the beginning of the lines, and its bytes up to LF. */
  start: 0,
  bytes: 1,
  /** From 1. */
  line: 2,
  /** 1: odd; 0: the next of the documents. */
  odd: 3,
  length: 4,
} as const;

/**
 * What `scanJsonl` works on, as u32 in the heap; the numbers are places in units of u32.
 * `assembly/jsonl.ts` has the same as a class.
 */
export const JsonlScan = {
  /** Address and bytes of whole lines. The last byte is LF, and so is the one before the first. */
  lines: 0,
  bytes: 1,
  /** The names of the fields with text and id, as they stand between quotes; they have no escapes. */
  textName: 2,
  textNameBytes: 3,
  idName: 4,
  idNameBytes: 5,
  /** Longer lines are odd. */
  maxLine: 6,
  /** Room for records; the scan stops where it is used up. */
  maxRecords: 7,
  records: 8,
  /**
   * A batch of texts; and the ids (empty: none) with u32[documents + 1] offsets and u32[documents] hashes (`scalar/id-hash.ts`).
   * Texts and ids each need `bytes + 64` bytes.
   */
  text: 9,
  offsets: 10,
  ids: 11,
  idOffsets: 12,
  idHashes: 13,
  /** Written by the kernel: bytes and lines gone through, records, and documents among them. */
  doneBytes: 14,
  doneLines: 15,
  recordCount: 16,
  documents: 17,
  length: 18,
} as const;
