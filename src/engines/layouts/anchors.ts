/** How anchors are chosen. Compiled by tsc and asc. */
type u32 = number;

/** Words of a run. */
export const ANCHOR_WORDS: u32 = 5;
/** Of this many successive runs one is an anchor. */
export const ANCHOR_WINDOW: u32 = 4;
/** A key of a sentence or paragraph is made of this many least hashes of words; one of fewer words than the second has no key. */
export const PART_KEY_WORDS: u32 = 5;
export const LEAST_PART_WORDS: u32 = 5;
/** Bytes up to this one separate words of canonical text. */
export const LAST_SEPARATOR: u32 = 0x20;
/** The hash of a word: FNV-1a, mixed. */
export const FNV_START: u32 = 0x811c9dc5;
export const FNV_PRIME: u32 = 0x01000193;
/** The hash of a run: its words are the digits of a number in this base. */
export const RUN_FACTOR: u32 = 0x9e3779b1;
/** An anchor is wanted if its bit in a table is set: that of the highest bits of its hash. */
export const WANTED_SHIFT: u32 = 12;
export const WANTED_BYTES: u32 = 1 << 17;
