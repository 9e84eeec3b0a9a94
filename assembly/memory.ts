// The memory map: every region of the scratch memory in which the kernels keep tables and work arrays. Every thread has its own instance
// of the module and its own scratch memory, so kernels use it without locks.
//
// Addresses are relative to `scratch`, and a region begins where the one before it ends: no two can overlap, and one that grows moves the
// rest. They are compile-time constants, so that they become offsets of loads and stores. A size covers everything a kernel may write,
// including what it writes only because it writes whole vectors; regions that are read backwards begin with a few bytes of their own for that.
// In the debug build a guard follows every region (guards.ts).
//
// The store (store/layout.ts) is not here: it has its own memory, all of it.

import { MOST_COUNTED } from '../src/engines/layouts/modes';
import { LONGEST_REGIONAL } from '../src/engines/layouts/word-tables';

export let scratch: usize = 0;

export function setScratch(base: usize): void {
  scratch = base;
}

export const GUARD_BYTES: usize = ASC_NO_ASSERT ? 0 : 64;

const KB: usize = 1024;
const VECTOR: usize = 16;

// Text is worked through in fills of 63 blocks of 64 bytes. A word takes two bytes with its separator, a document at least one.
export const BLOCK: usize = 64;
const BLOCKS: usize = 63;
export const FILL: usize = BLOCKS * BLOCK;
export const WORDS: usize = FILL / 2;
// The number of an empty word that pads lists of words. It is after all words of a fill and anything written past them.
export const NO_WORD: usize = WORDS + 16;

// The arguments of a call, if they are a struct (src/engines/layouts/calls.ts).
const CALL_BYTES: usize = 64;
const CALL_END: usize = CALL_BYTES + GUARD_BYTES;

// ── Simhash (simhash/). The regions that a fill of text touches are together and, with the text, fit a 32 KB L1 cache. ──

// Vector constants of the loops. As constants in the code they would be made again in every turn of a loop.
export const TO_SIGN_AT: usize = CALL_END;
export const SIXTEENS_AT: usize = TO_SIGN_AT + VECTOR;
export const EIGHTS_AT: usize = SIXTEENS_AT + VECTOR;
export const NINES_AT: usize = EIGHTS_AT + VECTOR;
export const TWICE_AT: usize = NINES_AT + VECTOR;
export const FOUR_TIMES_AT: usize = TWICE_AT + VECTOR;
export const NEEDS_AT: usize = FOUR_TIMES_AT + VECTOR; // two vectors (sdbm-words.ts)
export const SIXTY_THREES_AT: usize = NEEDS_AT + 2 * VECTOR;
export const EVEN_BYTES_AT: usize = SIXTY_THREES_AT + VECTOR;
export const EVEN_PAIRS_AT: usize = EVEN_BYTES_AT + VECTOR;
// K^0, K^2, K^4, K^6: a vector of low halves, then one of high halves.
export const POWERS_AT: usize = EVEN_PAIRS_AT + VECTOR;
export const POWERS_BYTES: usize = 8 * VECTOR;
// The four multipliers of mixing.
export const ROUNDS_AT: usize = POWERS_AT + POWERS_BYTES;
// How long a word must be for its bytes: for its last eight bytes, the eight before, and so on, two vectors each.
export const PIECE_NEEDS_AT: usize = ROUNDS_AT + 4 * VECTOR;
export const PIECES: usize = 4;
// The powers for the eight bytes before the last eight of a word, K^8 to K^14, and before those, and so on: as in POWERS.
export const HEAD_POWERS_AT: usize = PIECE_NEEDS_AT + PIECES * 2 * VECTOR;
export const HEADS: usize = 3;
const HEAD_POWERS_END: usize = HEAD_POWERS_AT + HEADS * POWERS_BYTES + GUARD_BYTES;
// The seed of word hashes: its low half in every lane of a vector, then its high half.
export const SEED_AT: usize = HEAD_POWERS_END;
const SEED_END: usize = SEED_AT + 2 * VECTOR + GUARD_BYTES;

// KEEP: 16 full lanes, then 16 empty ones; read from 8 * (16 - n) on, it keeps the first n of 16 hashes.
export const KEEP_AT: usize = (SEED_END + 63) & ~63;
const KEEP_END: usize = KEEP_AT + 2 * 16 * 8 + GUARD_BYTES;
// START: sixteen groups of four bit planes whose first lanes hold the number 0..15 in every counter.
export const START_AT: usize = KEEP_END;
const START_END: usize = START_AT + 16 * 4 * VECTOR + GUARD_BYTES;
// BITS: for every byte the positions of its set bits, eight bytes each.
export const BITS_AT: usize = START_END;
const BITS_END: usize = BITS_AT + 256 * 8 + GUARD_BYTES;
// KEPT: for every set of four u16, the bytes of those in the set, moved together (for swizzle), eight bytes each.
export const KEPT_AT: usize = BITS_END;
const KEPT_END: usize = KEPT_AT + 16 * 8 + GUARD_BYTES;

// For each block of the fill, and the end: which bytes end a word (u64), and how many words ended before it (u16).
export const ENDS_AT: usize = KEPT_END;
const ENDS_END: usize = ENDS_AT + (BLOCKS + 1) * 8 + GUARD_BYTES;
export const RANKS_AT: usize = ENDS_END;
const RANKS_END: usize = RANKS_AT + (BLOCKS + 1) * 2 + GUARD_BYTES;
// The counters of the current document, bit-sliced: plane p holds bit p of 2 x 64 counters.
export const PLANES: usize = 32;
export const PLANES_AT: usize = RANKS_END;
const PLANES_END: usize = PLANES_AT + PLANES * VECTOR + GUARD_BYTES;
// The last hashes of a document, filled up with zeros.
export const REST_AT: usize = PLANES_END;
const REST_END: usize = REST_AT + 16 * 8 + GUARD_BYTES;
// For each document that ends in the fill: words of the fill before its end (u16).
export const DOCUMENTS_AT: usize = REST_END;
const DOCUMENTS_END: usize = DOCUMENTS_AT + FILL * 2 + GUARD_BYTES;
// Words of the fill that take more than nine bytes with what separates them, by number (u16), and one vector more.
export const LONG_AT: usize = DOCUMENTS_END;
const LONG_END: usize = LONG_AT + 1 * KB + GUARD_BYTES;
// Word ends (u16), relative to the byte before the fill; the entry before the first one is 0. The last is NO_WORD's.
const POSITIONS_BEFORE: usize = VECTOR;
export const POSITIONS_AT: usize = LONG_END + POSITIONS_BEFORE;
const POSITIONS_END: usize = POSITIONS_AT + 4 * KB - POSITIONS_BEFORE + GUARD_BYTES; // NO_WORD * 2 + 2, rounded up
// Word hashes (u64), after 64 bytes that mixing may write. The last is NO_WORD's.
const HASHES_BEFORE: usize = 64;
export const HASHES_AT: usize = POSITIONS_END + HASHES_BEFORE;
const HASHES_END: usize = HASHES_AT + 16 * KB + GUARD_BYTES;
// A copy of the fill with zeros for separators, for text with runs of separators. Zeros come before it.
export const COPY_BEFORE: usize = 64;
export const COPY_AT: usize = HASHES_END + COPY_BEFORE;
const COPY_END: usize = COPY_AT + FILL + GUARD_BYTES;
// Carries of the counters of a fill, one for every 16 words, and room for seven more (counters.ts).
export const CARRIES_AT: usize = COPY_END;
const CARRIES_END: usize = CARRIES_AT + (WORDS / 16 + 1 + 7) * VECTOR + GUARD_BYTES;

// ── Distinct words (simhash/distinct.ts). ──

// Hashes of words whose place in SEEN was taken (u64), and their number.
export const COLLISIONS_AT: usize = CARRIES_END;
export const COLLIDED_AT: usize = COLLISIONS_AT + VECTOR;
const COLLIDED_END: usize = COLLIDED_AT + WORDS * 8 + GUARD_BYTES;
// Words seen in the current document: places of eight bytes that share cache lines two by two, and two tables for those whose places were
// taken, with places of 16 bytes.
export const SEEN_BITS: usize = 14;
export const SEEN_AT: usize = (COLLIDED_END + 63) & ~63;
const SEEN_END: usize = SEEN_AT + (8 << SEEN_BITS) + GUARD_BYTES;
export const FIRST_SPILL_BITS: usize = 9;
export const FIRST_SPILL_AT: usize = SEEN_END;
const FIRST_SPILL_END: usize = FIRST_SPILL_AT + (16 << FIRST_SPILL_BITS) + GUARD_BYTES;
export const SPILL_BITS: usize = 17;
export const SPILL_AT: usize = FIRST_SPILL_END;
const SPILL_END: usize = SPILL_AT + (16 << SPILL_BITS) + GUARD_BYTES;
// The positions of set bits, eight bytes each, for all 16-bit values without neighboring set bits (word-ends.ts). Such values use 20 KB
// of it, and a text few of them.
export const WORD_GAPS_AT: usize = SPILL_END;
const WORD_GAPS_END: usize = WORD_GAPS_AT + 0xaaab * 8 + GUARD_BYTES;

// Vector constants of the loop over blocks of ASCII (blocks.ts).
export const ASCII_AT: usize = (WORD_GAPS_END + 63) & ~63;
const ASCII_END: usize = ASCII_AT + 5 * VECTOR + GUARD_BYTES;

// ── Single words (word-hash.ts, stem-words.ts, regional-words.ts). ──

// 8 bytes of zeros and 8 of ones: at n from its start, the mask of the last n bytes of 8.
export const TAIL_MASKS_AT: usize = (ASCII_END + 63) & ~63;
const TAIL_MASKS_END: usize = TAIL_MASKS_AT + 16 + GUARD_BYTES;
// Words without a stem that were listed last (u64), so that most are listed once.
export const LISTED_STEMS: usize = 4096;
export const LISTED_STEMS_AT: usize = TAIL_MASKS_END;
const LISTED_STEMS_END: usize = LISTED_STEMS_AT + LISTED_STEMS * 8 + GUARD_BYTES;
// The numbers of the characters from a place on (u16), and the hashes of the words they make (u32).
export const REGIONAL_NUMBERS_AT: usize = LISTED_STEMS_END;
const REGIONAL_NUMBERS_END: usize = REGIONAL_NUMBERS_AT + LONGEST_REGIONAL * 2 + GUARD_BYTES;
export const REGIONAL_HASHES_AT: usize = REGIONAL_NUMBERS_END;
const REGIONAL_HASHES_END: usize = REGIONAL_HASHES_AT + LONGEST_REGIONAL * 4 + GUARD_BYTES;

// ── Shingles (shingles/), bands (bands.ts) and rarity (rarity.ts). ──

// Counters of the sort (sort.ts).
export const SORT_COUNTS_AT: usize = (REGIONAL_HASHES_END + 63) & ~63;
const SORT_COUNTS_END: usize = SORT_COUNTS_AT + 32 * KB + GUARD_BYTES;
// Values of words (u64): those of earlier fills that belong to shingles to come, then those of a fill. Four runs are read at once.
export const WIDEST_SHINGLE: usize = 64;
export const WORD_VALUES_AT: usize = SORT_COUNTS_END;
const WORD_VALUES_END: usize = WORD_VALUES_AT + (WIDEST_SHINGLE + WORDS + 4) * 8 + GUARD_BYTES;
// The shingles of a fill; four are written at once.
export const WORD_RUNS_AT: usize = WORD_VALUES_END;
const WORD_RUNS_END: usize = WORD_RUNS_AT + (WIDEST_SHINGLE + WORDS + 4) * 8 + GUARD_BYTES;
// The values of four shingles, to be sorted.
export const SORTED_RUNS_AT: usize = WORD_RUNS_END;
const SORTED_RUNS_END: usize = SORTED_RUNS_AT + WIDEST_SHINGLE * 4 * 8 + GUARD_BYTES;
// Vector constants of the checksums of shingles (shingles/fold-runs.ts).
export const FOLD_AT: usize = (SORTED_RUNS_END + 63) & ~63;
const FOLD_END: usize = FOLD_AT + 6 * VECTOR + GUARD_BYTES;
// Where the last units begin, and how far the merge of a shingle's units is (u32).
export const RECENT_UNITS: u32 = 128;
export const UNIT_STARTS_AT: usize = FOLD_END;
const UNIT_STARTS_END: usize = UNIT_STARTS_AT + RECENT_UNITS * 4 + GUARD_BYTES;
export const MERGE_HEADS_AT: usize = UNIT_STARTS_END;
const MERGE_HEADS_END: usize = MERGE_HEADS_AT + RECENT_UNITS * 4 + GUARD_BYTES;
// Tables of CRC-32; state, block and words of MD5 and SHA-1.
export const CRC32_AT: usize = MERGE_HEADS_END;
const CRC32_END: usize = CRC32_AT + 4 * KB + GUARD_BYTES;
export const CHECKSUM_STATE_AT: usize = CRC32_END;
const CHECKSUM_STATE_END: usize = CHECKSUM_STATE_AT + 8 * 4 + GUARD_BYTES;
export const CHECKSUM_BLOCK_AT: usize = CHECKSUM_STATE_END;
const CHECKSUM_BLOCK_END: usize = CHECKSUM_BLOCK_AT + 64 + GUARD_BYTES;
export const SHA1_WORDS_AT: usize = CHECKSUM_BLOCK_END;
const SHA1_WORDS_END: usize = SHA1_WORDS_AT + 80 * 4 + GUARD_BYTES;
// Blocks of min-hashes (bands.ts) and one that is not used: their factors (two u32), and their least values so far (four u16).
export const BAND_BLOCKS: usize = 64;
export const BAND_FACTORS_AT: usize = (SHA1_WORDS_END + 63) & ~63;
const BAND_FACTORS_END: usize = BAND_FACTORS_AT + (BAND_BLOCKS + 1) * 8 + GUARD_BYTES;
export const BAND_LEAST_AT: usize = BAND_FACTORS_END;
const BAND_LEAST_END: usize = BAND_LEAST_AT + (BAND_BLOCKS + 1) * 8 + GUARD_BYTES;
// Where the values of the bands are, and blocks that stayed empty (u32).
export const BAND_LANES_AT: usize = BAND_LEAST_END;
const BAND_LANES_END: usize = BAND_LANES_AT + BAND_BLOCKS * 4 * 4 + GUARD_BYTES;
export const BAND_EMPTY_AT: usize = BAND_LANES_END;
const BAND_EMPTY_END: usize = BAND_EMPTY_AT + (BAND_BLOCKS + 8) * 4 + GUARD_BYTES;
// Shingles that are worked through together: their products, and the places of their blocks (u32). Four are written at once.
export const BAND_LISTED: usize = 1024;
export const BAND_XS_AT: usize = BAND_EMPTY_END;
const BAND_XS_END: usize = BAND_XS_AT + (BAND_LISTED + 4) * 4 + GUARD_BYTES;
export const BAND_PLACES_AT: usize = BAND_XS_END;
const BAND_PLACES_END: usize = BAND_PLACES_AT + (BAND_LISTED + 4) * 4 + GUARD_BYTES;
// Four ones (u32).
export const BAND_ONES_AT: usize = (BAND_PLACES_END + 63) & ~63;
const BAND_ONES_END: usize = BAND_ONES_AT + VECTOR + GUARD_BYTES;
// For every rarity, the place of its next shingle (u32).
export const RARITY_PLACES_AT: usize = BAND_ONES_END;
const RARITY_PLACES_END: usize = RARITY_PLACES_AT + (MOST_COUNTED + 1) * 4 + GUARD_BYTES;
// How often shingles were counted (u8).
export const RARITY_LISTED: usize = 1024;
export const RARITY_COUNTED_AT: usize = RARITY_PLACES_END;
const RARITY_COUNTED_END: usize = RARITY_COUNTED_AT + RARITY_LISTED + GUARD_BYTES;

// ── Signatures (topsig.ts, signatures/) and weighted simhash (weighted-simhash.ts). ──

// The table of a document's distinct terms: hash (u64), stamp (u32), count (u32); and the places taken, in order (u16).
export const TERM_BITS: usize = 14;
export const MOST_TERMS: usize = 3 << (TERM_BITS - 2);
export const TERMS_AT: usize = (RARITY_COUNTED_END + 63) & ~63;
const TERMS_END: usize = TERMS_AT + (16 << TERM_BITS) + GUARD_BYTES;
export const TERM_LIST_AT: usize = TERMS_END;
const TERM_LIST_END: usize = TERM_LIST_AT + MOST_TERMS * 2 + GUARD_BYTES;
// The sums of a signature's bits (i32), and the places that one term draws (u32).
const WIDEST_SIGNATURE: usize = 4096;
export const SUMS_AT: usize = TERM_LIST_END;
const SUMS_END: usize = SUMS_AT + WIDEST_SIGNATURE * 4 + GUARD_BYTES;
export const DRAWS_AT: usize = SUMS_END;
const DRAWS_END: usize = DRAWS_AT + (WIDEST_SIGNATURE / 168) * 4 * 4 + GUARD_BYTES;
// Vector constants of the loop over terms.
export const DRAW_CONSTANTS_AT: usize = DRAWS_END;
const DRAW_CONSTANTS_END: usize = DRAW_CONSTANTS_AT + 5 * VECTOR + GUARD_BYTES;
// Weighted simhash: what one table or fill adds to each bit (u16), the counters (u32), and the bits of 16-bit values.
export const WEIGHT_LANES_AT: usize = DRAW_CONSTANTS_END;
const WEIGHT_LANES_END: usize = WEIGHT_LANES_AT + 64 * 2 + GUARD_BYTES;
export const WEIGHT_SUMS_AT: usize = WEIGHT_LANES_END;
const WEIGHT_SUMS_END: usize = WEIGHT_SUMS_AT + 64 * 4 + GUARD_BYTES;
export const LOW_BITS_AT: usize = WEIGHT_SUMS_END; // u16[8]: 1 << 0 … 1 << 7
export const HIGH_BITS_AT: usize = LOW_BITS_AT + VECTOR; // 1 << 8 … 1 << 15
const HIGH_BITS_END: usize = HIGH_BITS_AT + VECTOR + GUARD_BYTES;

// Anchors: the hashes of the last eight words, and of the last four runs of words (u32).
export const ANCHOR_WORDS_AT: usize = HIGH_BITS_END;
const ANCHOR_WORDS_END: usize = ANCHOR_WORDS_AT + 8 * 4 + GUARD_BYTES;
export const ANCHOR_RUNS_AT: usize = ANCHOR_WORDS_END;
const ANCHOR_RUNS_END: usize = ANCHOR_RUNS_AT + 4 * 4 + GUARD_BYTES;
// Where the last eight words begin (usize).
export const ANCHOR_STARTS_AT: usize = ANCHOR_RUNS_END;
const ANCHOR_STARTS_END: usize = ANCHOR_STARTS_AT + 8 * sizeof<usize>() + GUARD_BYTES;

// Sentence keys: the sum and the number of the words of each group (u32). Of documents that may share something: how many words in a row of
// each group are known, and the sums up to the last 128 words.
export const KEY_SUMS_AT: usize = ANCHOR_STARTS_END;
const KEY_SUMS_END: usize = KEY_SUMS_AT + 2 * 4 * 4 + GUARD_BYTES;
export const KNOWN_SUMS_AT: usize = KEY_SUMS_END;
const KNOWN_SUMS_END: usize = KNOWN_SUMS_AT + 4 * 128 * 4 + GUARD_BYTES;

// The size of all regions.
export const SCRATCH_BYTES: usize = KNOWN_SUMS_END;

// Where every region ends, with its guard (guards.ts).
export const REGION_ENDS: StaticArray<usize> = [
  CALL_END,
  HEAD_POWERS_END,
  SEED_END,
  KEEP_END,
  START_END,
  BITS_END,
  KEPT_END,
  ENDS_END,
  RANKS_END,
  PLANES_END,
  REST_END,
  DOCUMENTS_END,
  LONG_END,
  POSITIONS_END,
  HASHES_END,
  COPY_END,
  CARRIES_END,
  COLLIDED_END,
  SEEN_END,
  FIRST_SPILL_END,
  SPILL_END,
  WORD_GAPS_END,
  ASCII_END,
  TAIL_MASKS_END,
  LISTED_STEMS_END,
  REGIONAL_NUMBERS_END,
  REGIONAL_HASHES_END,
  SORT_COUNTS_END,
  WORD_VALUES_END,
  WORD_RUNS_END,
  SORTED_RUNS_END,
  FOLD_END,
  UNIT_STARTS_END,
  MERGE_HEADS_END,
  CRC32_END,
  CHECKSUM_STATE_END,
  CHECKSUM_BLOCK_END,
  SHA1_WORDS_END,
  BAND_FACTORS_END,
  BAND_LEAST_END,
  BAND_LANES_END,
  BAND_EMPTY_END,
  BAND_XS_END,
  BAND_PLACES_END,
  BAND_ONES_END,
  RARITY_PLACES_END,
  RARITY_COUNTED_END,
  TERMS_END,
  TERM_LIST_END,
  SUMS_END,
  DRAWS_END,
  DRAW_CONSTANTS_END,
  WEIGHT_LANES_END,
  WEIGHT_SUMS_END,
  HIGH_BITS_END,
  ANCHOR_WORDS_END,
  ANCHOR_RUNS_END,
  ANCHOR_STARTS_END,
  KEY_SUMS_END,
  KNOWN_SUMS_END,
];
