// Where the simhash kernel keeps its tables and work arrays, relative to its part of the scratch region (512 KB, of which
// the first 206 are used), and how the tables are filled. What a fill of text touches lies together and, with the text, fits
// a 32 KB L1 cache.
import { SIMHASH_AT, WORD_GAPS_AT } from '../scratch';

// Text is worked through in fills: 63 blocks of 64 bytes, so that a fill has at most 2,016 words.
export const BLOCK: usize = 64;
export const FILL: usize = 63 * BLOCK;

// The multiplier of sdbm, and its powers for two to eight bytes.
export const SDBM: u64 = 65599;
export const SDBM2: u64 = SDBM * SDBM;
export const SDBM4: u64 = SDBM2 * SDBM2;
export const SDBM6: u64 = SDBM4 * SDBM2;
export const SDBM8: u64 = SDBM4 * SDBM4;

// Vector constants of the loops. Written into the code they would be made anew in every turn of a loop.
export const TO_SIGN_AT: usize = 0x00;
export const SIXTEENS_AT: usize = 0x10;
export const EIGHTS_AT: usize = 0x20;
export const NINES_AT: usize = 0x30;
export const TWICE_AT: usize = 0x40;
export const FOUR_TIMES_AT: usize = 0x50;
export const NEEDS_AT: usize = 0x60; // two vectors (hash-words.ts)
export const SIXTY_THREES_AT: usize = 0xa0;
export const EVEN_BYTES_AT: usize = 0xb0;
export const EVEN_PAIRS_AT: usize = 0xc0;
export const POWERS_AT: usize = 0xd0; // K^0, K^2, K^4, K^6: a vector of low halves, then one of high halves
export const ROUNDS_AT: usize = 0x1d0; // the four multipliers of mixing
// How long a word must be for its bytes: for its last eight bytes, the eight before, and so on, two vectors each.
export const PIECE_NEEDS_AT: usize = 0x210;
export const PIECES: usize = 4;

// KEEP: 16 full lanes, then 16 empty ones; read from 8 * (16 - n) on, it keeps the first n of 16 hashes.
export const KEEP_AT: usize = 0x300;
// START: sixteen groups of four bit planes whose first lanes hold the number 0..15 in every counter.
export const START_AT: usize = 0x400;
// BITS: for every byte the positions of its set bits, eight bytes each.
export const BITS_AT: usize = 0x800;

// Per block of the fill: which bytes end a word, and how many words ended before it.
export const ENDS_AT: usize = 0x1000;
export const RANKS_AT: usize = 0x1280;
// KEPT: for every set of four u16, the bytes of those in the set, moved together (for swizzle), eight bytes each.
export const KEPT_AT: usize = 0x1300;
// The counters of the present document, bit-sliced: plane p holds bit p of 2 x 64 counters.
export const PLANES: usize = 32;
export const PLANES_AT: usize = 0x1400;
// The last hashes of a document, filled up with zeros.
export const REST_AT: usize = 0x1600;
// The powers for the eight bytes before the last eight of a word, K^8 to K^14, and before those, and so on: as in POWERS.
export const HEAD_POWERS_AT: usize = 0x1680;
export const HEADS: usize = 3;
// Per document that ends in the fill (u16; at most one per byte): words of the fill before its end, and words that count.
export const DOCUMENTS_AT: usize = 0x1800;
export const COUNTS_AT: usize = 0x3800;
// Long words of the fill, by number (u16).
export const LONG_AT: usize = 0x5800;
// Word ends (u16), relative to the byte before the fill; the entry before the first one is 0.
export const POSITIONS_AT: usize = 0x6010;
// Word hashes (u64), behind 64 bytes that mixing may write.
export const HASHES_AT: usize = 0x7100;
// A copy of the fill with zeros for separators, for text with runs of them.
export const COPY_AT: usize = 0xb400;
// Hashes of words whose place in SEEN was taken (u64), and their number.
export const COLLISIONS_AT: usize = 0xc4f0;
export const COLLIDED_AT: usize = 0xc500; // 16 KB

// Words seen in the present document (distinct.ts).
export const SEEN_AT: usize = 0x10800; // 128 KB
export const FIRST_SPILL_AT: usize = 0x30800; // 8 KB
// Carries of the counters of a fill, one for every 16 words, and room for seven more (counters.ts).
export const CARRIES_AT: usize = 0x32800; // 4 KB
export function initTables(base: usize): void {
  v128.store(base, i8x16.splat(0x5f), TO_SIGN_AT);
  v128.store(base, i16x8.splat(16), SIXTEENS_AT);
  v128.store(base, i16x8.splat(8), EIGHTS_AT);
  v128.store(base, i16x8.splat(9), NINES_AT);
  v128.store(base, i16x8.splat(0x0101), TWICE_AT);
  v128.store(base, i32x4.splat(0x01010101), FOUR_TIMES_AT);
  v128.store(base, i8x16(8, 7, 8, 7, 8, 7, 8, 7, 6, 5, 6, 5, 6, 5, 6, 5), NEEDS_AT);
  v128.store(base, i8x16(4, 3, 4, 3, 4, 3, 4, 3, 2, 1, 2, 1, 2, 1, 2, 1), NEEDS_AT + 0x10);
  for (let i: usize = 0; i < PIECES << 5; i++)
    store<u8>(base + i, <u8>(((i >> 5) << 3) + 8 - ((i >> 2) & 4) - (i & 3)), PIECE_NEEDS_AT);
  v128.store(base, i16x8.splat(63), SIXTY_THREES_AT);
  v128.store(base, i16x8.splat(0xff), EVEN_BYTES_AT);
  v128.store(base, i32x4.splat(0xffff), EVEN_PAIRS_AT);
  storePowers(base + POWERS_AT, 1);
  let power = SDBM8;
  for (let head: usize = 0; head < HEADS; head++) {
    storePowers(base + HEAD_POWERS_AT + (head << 7), power);
    power *= SDBM8;
  }
  v128.store(base, i32x4.splat(0x9e3779b1), ROUNDS_AT);
  v128.store(base, i32x4.splat(0x85ebca6b), ROUNDS_AT + 0x10);
  v128.store(base, i32x4.splat(0xc2b2ae35), ROUNDS_AT + 0x20);
  v128.store(base, i32x4.splat(0x27d4eb2f), ROUNDS_AT + 0x30);
  for (let i: usize = 0; i < 16; i++) {
    store<u64>(base + (i << 3), -1, KEEP_AT);
    store<u64>(base + (i << 3), 0, KEEP_AT + 0x80);
  }
  for (let number: usize = 0; number < 16; number++) {
    for (let plane: usize = 0; plane < 4; plane++) {
      const lane: i64 = (number >> plane) & 1 ? -1 : 0;
      v128.store(base + (number << 6) + (plane << 4), i64x2(lane, 0), START_AT);
    }
  }
  for (let bits: usize = 0; bits < 256; bits++) storePositions(base + BITS_AT, bits);
  for (let bits: usize = 0; bits < 65536; bits++) {
    if ((bits & (bits >> 1)) === 0) storePositions(base - SIMHASH_AT + WORD_GAPS_AT, bits);
  }
  for (let set: usize = 0; set < 16; set++) {
    let next = base + KEPT_AT + (set << 3);
    for (let i: u16 = 0; i < 4; i++) {
      if (!((set >> i) & 1)) continue;
      store<u16>(next, i * 0x202 + 0x100);
      next += 2;
    }
  }
}

// Four powers, beginning with one and each K^2 times the one before.
function storePowers(at: usize, power: u64): void {
  for (let i: usize = 0; i < 4; i++) {
    v128.store(at + (i << 5), i32x4.splat(<i32>power));
    v128.store(at + (i << 5), i32x4.splat(<i32>(power >> 32)), 0x10);
    power *= SDBM2;
  }
}

function storePositions(table: usize, bits: usize): void {
  let next = table + (bits << 3);
  store<u64>(next, 0);
  for (let rest = bits; rest !== 0; rest &= rest - 1) store<u8>(next++, <u8>ctz(rest));
}
