/** How anchors are chosen. Compiled by tsc and asc. */
type u32 = number;

/** Words of a run. */
export const ANCHOR_WORDS: u32 = 5;
/** Of this many successive runs one is an anchor. */
export const ANCHOR_WINDOW: u32 = 4;
/** Bytes up to this one separate words of canonical text. */
export const LAST_SEPARATOR: u32 = 0x20;
/** The hash of a word: FNV-1a, mixed. */
export const FNV_START: u32 = 0x811c9dc5;
export const FNV_PRIME: u32 = 0x01000193;
/** The hash of a run: its words are the digits of a number in this base. */
export const RUN_FACTOR: u32 = 0x9e3779b1;
/** Shorter sentences say too little to be looked for in any order. */
export const LEAST_SENTENCE_WORDS: u32 = 5;
/** The words of a sentence are divided into this many classes by their hashes, each with a key of its own. */
export const WORD_CLASSES: u32 = 3;
/** A class with fewer words has no key. */
export const LEAST_CLASS_WORDS: u32 = 3;
/** Sentences and classes with more words have no key: windows of words are looked at up to this length. */
export const MOST_KEY_WORDS: u32 = 127;
/** Tells keys of sentences, classes and lengths from each other. */
export const KEY_STEP: u32 = 0x85ebca6b;
