/**
 * The tables of words: stop words (`../tables.ts` describes the table), stems (`../stem-table.ts`) and regional words
 * (`../regional-words.ts`). Compiled by tsc and asc.
 */
type usize = number;
type u32 = number;

/** Where the spreads of the buckets of stop words begin. */
export const SPREAD_AT: usize = 16;

export const STEM_SLOTS_AT: usize = 64;
export const STEM_SLOT_BYTES: usize = 32;
export const STEM_MULTIPLIER: u32 = 0x9e3779b1;
/** Longer words have no stem. */
export const LONGEST_STEMMED: usize = 255;
/** The entry of a word without a stem in the list that `stemWords` makes. */
export const MISSING_BYTES: usize = 24;

export const KINDS_AT: usize = 64;
export const REGIONAL_SLOTS: usize = KINDS_AT + 2 * 0x10000;
export const REGIONAL_MULTIPLIER: u32 = 0x9e3779b1;
/** The bit of a kind that says that a word begins with the character. */
export const BEGINS: u32 = 0x8000;
/** Characters of the longest regional word. */
export const LONGEST_REGIONAL: usize = 12;
