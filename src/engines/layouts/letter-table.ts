/**
 * The letter table: what to do with every code point. `canonicalize/` builds it, byte for byte the same for both twins of the kernels.
 * Compiled by tsc and asc.
 *
 * | offset        | holds                                                                               |
 * |---------------|-------------------------------------------------------------------------------------|
 * | 0             | u32[65536]: the entries of U+0000 to U+FFFF                                         |
 * | PLANES_AT     | u16[4096]: for code point c above U+FFFF, at (c >> 8) - 256, the number of its page |
 * | LONG_FOLDS_AT | 16 bytes for each of up to 1,024 long folds: its length, then its UTF-8 bytes       |
 * | LOOK_ALIKES_AT| u16[3 * LOOK_ALIKE_LETTERS]: for Latin, Cyrillic and Greek, what a letter is taken for in it, or 0 |
 * | PAGES_AT      | u32[256] per page: the entries of the other planes, at c & 255                      |
 *
 * An entry, from the lowest bit: 3 bits class, `unsettled`, `cyrillic`, 2 bits length, `may mix`, 24 bits payload.
 * - Letters, unspaced letters and raised digits: length 1 to 3, and the payload is the folded letter's UTF-8, first byte lowest;
 *   or length 0, and the payload is the number of a long fold, or 0 if the (four-byte) letter is not changed.
 * - Marks and deleted characters: the payload is their place in NFC's order of marks (0: not ordered). Marks stay
 *   as they are.
 */
type usize = number;
type u32 = number;

/** The meanings of an entry's lowest three bits. */
export enum LetterClass {
  separator = 0,
  letter = 1,
  mark = 2,
  deleted = 3,
  /** A letter of a script that does not put spaces between words. */
  unspaced = 4,
  apostrophe = 5,
  /** A superscript or subscript digit. */
  raised = 6,
}

export const CLASS_MASK: u32 = 7;
/** NFC might change the text here. */
export const UNSETTLED: u32 = 8;
/** A Cyrillic letter, beside which an apostrophe belongs to the word. */
export const CYRILLIC: u32 = 16;
export const LENGTH_SHIFT: u32 = 5;
export const LENGTH_MASK: u32 = 3 << 5;
/** The folded letter begins as Greek or Cyrillic ones do, so that a Latin one beside it is a mixture. */
export const MAY_MIX: u32 = 128;
export const PAYLOAD_SHIFT: u32 = 8;

export const PLANES_AT: usize = 0x40000;
export const LONG_FOLDS_AT: usize = 0x42000;
export const LOOK_ALIKES_AT: usize = 0x46000;
export const PAGES_AT: usize = 0x48000;

/** The scripts whose letters look alike. */
export enum Script {
  other = 0,
  latin = 1,
  cyrillic = 2,
  greek = 3,
}

/** Letters of these scripts below this code point can look alike. */
export const LOOK_ALIKE_LETTERS: u32 = 0x530;
