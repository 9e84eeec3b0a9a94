/** The letter table: classes, bits and places; `../tables.ts` describes it. Compiled by tsc and asc. */
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
