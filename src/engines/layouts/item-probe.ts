/** Arguments of the kernel `itemProbe`, and the size of what it finds. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

// @unmanaged
export class ItemProbeCall {
  /** Canonical texts: for each of them two u32, where it begins and where it ends. */
  text: usize = 0;
  offsets: usize = 0;
  count: u32 = 0;
  /** Work memory for a text of so many words: PROBE_WORK_BYTES for each. */
  work: usize = 0;
  room: u32 = 0;
  /** The set of the hashes that are looked for, u32, and its shift. */
  hashes: usize = 0;
  hashShift: u32 = 0;
  /** Bits of those hashes that are looked for among the anchors of a text, and their shift. Few enough to stay in the cache. */
  marks: usize = 0;
  markShift: u32 = 0;
  /** Bits of those that are looked for among all runs, 2 to the power of RUN_MARK_BITS; 0 if there are none. */
  runMarks: usize = 0;
  /** The odd factor that the set and the bits were made with. */
  factor: u32 = 0;
  /** What is found. */
  out: usize = 0;
}

/** Bytes for a run that is found: the number of its document, where it begins there, its hash. */
export const FOUND_RUN_BYTES: u32 = 12;
export const RUN_MARK_BITS: u32 = 17;
/** The run that begins with a word, where the word begins, and a run that may be in the set. */
export const PROBE_WORK_BYTES: u32 = 12;
/** Words that the work memory holds besides: so many are looked at together. */
export const PROBE_STEP: u32 = 8;
