// Fills the tables of the simhash kernel; memory.ts describes them.
import {
  BITS_AT,
  COPY_AT,
  COPY_BEFORE,
  EIGHTS_AT,
  EVEN_BYTES_AT,
  EVEN_PAIRS_AT,
  FOUR_TIMES_AT,
  HEAD_POWERS_AT,
  HEADS,
  KEEP_AT,
  KEPT_AT,
  NEEDS_AT,
  NINES_AT,
  PIECE_NEEDS_AT,
  PIECES,
  POSITIONS_AT,
  POWERS_AT,
  POWERS_BYTES,
  ROUNDS_AT,
  SIXTEENS_AT,
  SIXTY_THREES_AT,
  START_AT,
  TO_SIGN_AT,
  TWICE_AT,
  WORD_GAPS_AT,
} from '../memory';

// The multiplier of sdbm, and its powers for two to eight bytes.
const SDBM: u64 = 65599;
export const SDBM2: u64 = SDBM * SDBM;
export const SDBM4: u64 = SDBM2 * SDBM2;
export const SDBM6: u64 = SDBM4 * SDBM2;
export const SDBM8: u64 = SDBM4 * SDBM4;

export function initTables(base: usize): void {
  // the bytes before the copy of a fill separate words
  memory.fill(base + COPY_AT - COPY_BEFORE, 0, COPY_BEFORE);
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
    storePowers(base + HEAD_POWERS_AT + head * POWERS_BYTES, power);
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
    if ((bits & (bits >> 1)) === 0) storePositions(base + WORD_GAPS_AT, bits);
  }
  store<u16>(base, 0, POSITIONS_AT - 2);
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
