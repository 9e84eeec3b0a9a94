/** How the windows of a text and their anchors are found, and the arguments of `windowAnchors` and `windowKeys`. Compiled by tsc and asc. */
type usize = number;
type u32 = number;

/** Words of a run that may become an anchor, if a window has as many. */
export const RUN_WORDS: u32 = 8;
/** The weight of a word, and of a character of a script without spaces: 80 such characters weigh as much as 50 words. */
export const WORD_WEIGHT: u32 = 8;
export const CHARACTER_WEIGHT: u32 = 5;
/** Keys of windows are numbers below this prime: as the digits of a number in a base, no periodic text has equal keys for different windows. */
export const KEY_PRIME: u32 = 0x7fffffff;
export const LOW_BASE: u32 = 0x2f0b4c47;
export const HIGH_BASE: u32 = 0x51ed270b;

/**
 * The work memory of both kernels, for `room` words: the hash of each word (u64); then where the window ends that begins with it (u32);
 * then what only `windowAnchors` needs: the run that begins with it (u32), the key of all words up to it (two u32), and its weight (u8).
 */
export const WORK_BYTES: u32 = 25;
export const ENDS_AT: u32 = 8;
export const RUNS_AT: u32 = 12;
export const PREFIXES_AT: u32 = 16;
export const WEIGHTS_AT: u32 = 24;
/**
 * Bytes of an anchor: its low and high hash, the first window that has it, the word with which its run begins, and the low and high key of its
 * domain: of all words that the windows with this anchor cover.
 */
export const ANCHOR_BYTES: u32 = 24;
/** Bytes of the key of a window: low and high, and the word after its last one. */
export const KEY_BYTES: u32 = 12;

// @unmanaged
export class WindowAnchorsCall {
  /** Canonical text. */
  text: usize = 0;
  bytes: u32 = 0;
  /** The letter table. */
  letters: usize = 0;
  /** What a window weighs at least is that of as many words. */
  least: u32 = 0;
  /** Words that are read at most. */
  room: u32 = 0;
  work: usize = 0;
  /** The anchors: ANCHOR_BYTES for each. */
  out: usize = 0;
  /** Three u32: words that were read, where the last one ends, and windows. */
  read: usize = 0;
}

// @unmanaged
export class WindowKeysCall {
  /** As `windowAnchors` left it. */
  work: usize = 0;
  room: u32 = 0;
  /** The first window, and how many. */
  first: u32 = 0;
  count: u32 = 0;
  /** KEY_BYTES for each. */
  out: usize = 0;
}
