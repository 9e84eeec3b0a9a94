/** Modes and answers of the kernels that make canonical text and fingerprints. Compiled by tsc and asc. */
type f64 = number;
type i32 = number;
type u8 = number;
type u32 = number;

/** Bits of the mode of `simhash`. */
export enum SimhashMode {
  /** The mixed hash of words (mixed-hash.ts); without it the values are exactly paper A's. */
  mixed = 1,
  /** Count a word once, no matter how often it occurs. */
  sets = 2,
  /** A bit whose sum is zero becomes 1 (the example printed in paper A) instead of 0 (its text). */
  tiesToOne = 4,
}

/** Bits of the mode of `canonicalize`; the low two bits give the n of character n-grams (1, 2 or 3; 0 is 2). */
export enum CanonicalMode {
  ngramMask = 3,
  /** The text is known to be NFC: do not answer NEEDS_NORMALIZATION. */
  normalized = 4,
  /** Keep the ends of sentences, as SENTENCE_END instead of the space. */
  sentences = 8,
}

/** `canonicalize` answers this when a text must be brought to Unicode NFC first. */
export const NEEDS_NORMALIZATION: i32 = -1;

/** The most bytes of canonical text that one byte of text can become (three-byte characters as trigrams: 10/3). */
export const CANONICAL_GROWTH: f64 = 3.5;

/** What separates sentences in canonical text that keeps them; to everything else it separates words, as a space does. */
export const SENTENCE_END: u8 = 0x1e;

/** The weight of a term is at the highest bits of its hash: the upper half, shifted by this. */
export const SLOT_SHIFT: u32 = 12;
/** Shingles are counted up to this number. */
export const MOST_COUNTED: u32 = 128;
