// Where the simhash kernel keeps its tables and work arrays, relative to its part of the scratch region, and how the
// tables are filled. Everything that a fill of text touches lies together and, with the text, fits a 32 KB L1 cache.

// Text is worked through in fills: 63 blocks of 64 bytes, so that a fill has at most 2,016 words.
export const BLOCK: usize = 64;
export const FILL: usize = 63 * BLOCK;
export const FILL_WORDS: usize = FILL / 2;

export const SDBM: u64 = 65599;
// Powers of the multiplier for two, four, six and eight bytes.
export const SDBM2: u64 = SDBM * SDBM;
export const SDBM4: u64 = SDBM2 * SDBM2;
export const SDBM6: u64 = SDBM4 * SDBM2;
export const SDBM8: u64 = SDBM4 * SDBM4;

// Vector constants of the loops. Written into the code they would be made anew in every turn of a loop.
export const SPACES_AT: usize = 0x00;
export const EIGHTS_AT: usize = 0x10;
export const NINES_AT: usize = 0x20;
export const TWICE_AT: usize = 0x30;
export const NEEDS_FIRST_AT: usize = 0x40;
export const NEEDS_LAST_AT: usize = 0x50;
export const SIXTY_THREES_AT: usize = 0x60;
export const EVEN_BYTES_AT: usize = 0x70;
export const SDBM2_LOW_AT: usize = 0x80;
export const SDBM4_LOW_AT: usize = 0x90;
export const SDBM4_HIGH_AT: usize = 0xA0;
export const SDBM6_LOW_AT: usize = 0xB0;
export const SDBM6_HIGH_AT: usize = 0xC0;
export const ROUNDS_AT: usize = 0xD0; // four multipliers of the finalizer

// KEEP: 32 full lanes, then 32 empty ones; read from 8 * (32 - n) on, it keeps the first n hashes of a block.
export const KEEP_AT: usize = 0x200;
// START: sixteen groups of four bit planes whose first lanes hold the number 0..15 in every counter.
export const START_AT: usize = 0x400;
// BITS: for every byte the positions of its set bits, eight bytes each.
export const BITS_AT: usize = 0x800;

// Per block of the fill: which bytes end a word, and how many words ended before it.
export const ENDS_AT: usize = 0x1000;
export const RANKS_AT: usize = 0x1200;
// The counters of the present document, bit-sliced: plane p holds bit p of 2 x 64 counters.
export const PLANES: usize = 32;
export const PLANES_AT: usize = 0x1400;
// The last words of a document, filled up with zeros to a block of the counters.
export const REST_AT: usize = 0x1600;
// Document ends in the fill, as numbers of words before them (u16, at most one per byte).
export const DOCUMENTS_AT: usize = 0x1800;
// Long words of the fill, by number (u16).
export const LONG_AT: usize = 0x3800;
// Word ends (u16), relative to the byte before the fill; the entry before the first one is 0.
export const POSITIONS_AT: usize = 0x4010;
// Word hashes (u64).
export const HASHES_AT: usize = 0x5100;
// A copy of the fill with zeros for separators, for text with runs of them; preceded by zeros.
export const COPY_AT: usize = 0x9400;

// Words seen in the present document (distinct.ts).
export const SEEN_AT: usize = 0x10000; // 64 KB
export const SPILL_AT: usize = 0x20000; // 256 KB

export function initTables(base: usize): void {
  v128.store(base, i8x16.splat(0x20), SPACES_AT);
  v128.store(base, i16x8.splat(8), EIGHTS_AT);
  v128.store(base, i16x8.splat(9), NINES_AT);
  v128.store(base, i16x8.splat(0x0101), TWICE_AT);
  v128.store(base, i8x16(8, 7, 8, 7, 8, 7, 8, 7, 6, 5, 6, 5, 6, 5, 6, 5), NEEDS_FIRST_AT);
  v128.store(base, i8x16(4, 3, 4, 3, 4, 3, 4, 3, 2, 1, 2, 1, 2, 1, 2, 1), NEEDS_LAST_AT);
  v128.store(base, i16x8.splat(63), SIXTY_THREES_AT);
  v128.store(base, i16x8.splat(0xFF), EVEN_BYTES_AT);
  v128.store(base, i32x4.splat(<i32>SDBM2), SDBM2_LOW_AT);
  v128.store(base, i32x4.splat(<i32>SDBM4), SDBM4_LOW_AT);
  v128.store(base, i32x4.splat(<i32>(SDBM4 >> 32)), SDBM4_HIGH_AT);
  v128.store(base, i32x4.splat(<i32>SDBM6), SDBM6_LOW_AT);
  v128.store(base, i32x4.splat(<i32>(SDBM6 >> 32)), SDBM6_HIGH_AT);
  v128.store(base, i32x4.splat(0x9e3779b1), ROUNDS_AT);
  v128.store(base, i32x4.splat(0x85ebca6b), ROUNDS_AT + 0x10);
  v128.store(base, i32x4.splat(0xc2b2ae35), ROUNDS_AT + 0x20);
  v128.store(base, i32x4.splat(0x27d4eb2f), ROUNDS_AT + 0x30);
  for (let i: usize = 0; i < 32; i++) {
    store<u64>(base + (i << 3), -1, KEEP_AT);
    store<u64>(base + (i << 3), 0, KEEP_AT + 0x100);
  }
  for (let number: usize = 0; number < 16; number++) {
    for (let plane: usize = 0; plane < 4; plane++) {
      const lane: i64 = (number >> plane) & 1 ? -1 : 0;
      v128.store(base + (number << 6) + (plane << 4), i64x2(lane, 0), START_AT);
    }
  }
  for (let byte: usize = 0; byte < 256; byte++) {
    let found: usize = 0;
    for (let bit: usize = 0; bit < 8; bit++) {
      if ((byte >> bit) & 1) store<u8>(base + (byte << 3) + found++, <u8>bit, BITS_AT);
    }
  }
}
