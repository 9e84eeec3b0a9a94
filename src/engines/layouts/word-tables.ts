/**
 * Tables of words that kernels read; `canonicalize/` builds them. Compiled by tsc and asc.
 *
 * **The stop-word table**: the words to leave out, as a perfect hash table of their mixed hashes: every lookup reads one slot.
 * It is kept small, because it shares the fastest cache with the text.
 *
 * | offset    | holds                                                                              |
 * |-----------|------------------------------------------------------------------------------------|
 * | 0         | u32: bucket mask, 4 * (n - 1) for n buckets, n a power of two                      |
 * | 4         | u32: slot mask, 8 * (n - 1) for n slots, n a power of two                          |
 * | SPREAD_AT | u32 per bucket: its spread, eight times a number of slots                          |
 * | then      | u64 per slot: a hash; if it is empty, one whose slot is another                    |
 *
 * The bucket of a hash (low, high) is at `low & bucketMask`, and its slot at `(high + spread) & slotMask`.
 *
 * **The stem table** (`stemWords`): an open hash table of the words seen so far and their stems.
 *
 * | offset        | holds                                                                    |
 * |---------------|--------------------------------------------------------------------------|
 * | 0             | u32: shift, 32 - log2 of the number of slots                             |
 * | 4             | u32: mask, the number of slots - 1                                       |
 * | STEM_SLOTS_AT | 32 bytes per slot, at least one slot empty                               |
 *
 * A slot: u64 the word's mixed hash (1 if that is 0; 0: empty), u8 how many bytes of the word the stem keeps, u8 how many
 * it adds to them, then these. The first slot of a hash is `(low ^ high) * STEM_MULTIPLIER >>> shift`, the others follow.
 *
 * Kernels read a table while the thread that owns it fills it: it writes the rest of a slot first and the hash last.
 *
 * **The table of regional words** (`regionalWords`): Chinese words for which other regions have another word.
 *
 * | offset         | holds                                                                                            |
 * |----------------|--------------------------------------------------------------------------------------------------|
 * | 0              | u32: shift, 32 - log2 of the number of slots                                                     |
 * | 4              | u32: mask, the number of slots - 1                                                               |
 * | KINDS_AT       | u16[65536], by code point: the number of a character that words have, or 0; and BEGINS           |
 * | REGIONAL_SLOTS | u32 per slot: where an entry is in the table, or 0                                               |
 * | then           | entries: u8 characters of the word, u8 bytes of what it becomes, u16 a character, then the bytes |
 *
 * No word becomes longer. The variants of a character (traditional, simplified) have one number. The hash of a word starts as 0 and is
 * `(hash ^ number) * REGIONAL_MULTIPLIER` after every character; its first slot is `hash >>> shift`, the others follow.
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
