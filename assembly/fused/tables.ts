// Fills the vector constants of folding; memory.ts describes them.
import {
  A0_AT,
  APOSTROPHES_AT,
  BEFORE_LETTERS_AT,
  C0_AT,
  CASE_BIT_AT,
  COPY_AT,
  COPY_BEFORE,
  D0_AT,
  D1_AT,
  DIGITS_AT,
  DIGITS_END_AT,
  EIGHTY_AT,
  FE_AT,
  GAINS_AT,
  GRAVES_AT,
  LETTERS_AT,
  LETTERS_END_AT,
  LOWER_HALF_AT,
  scratch,
} from '../memory';

export function initFused(): void {
  const base = scratch;
  // the bytes before the staged text separate words
  memory.fill(base + COPY_AT - COPY_BEFORE, 0, COPY_BEFORE);
  v128.store(base, i8x16.splat(0x20), CASE_BIT_AT);
  v128.store(base, i8x16.splat(<i8>(0x80 - 0x61)), LETTERS_AT);
  v128.store(base, i8x16.splat(-0x80 + 26), LETTERS_END_AT);
  v128.store(base, i8x16.splat(<i8>(0x80 - 0x30)), DIGITS_AT);
  v128.store(base, i8x16.splat(-0x80 + 10), DIGITS_END_AT);
  v128.store(base, i8x16.splat(<i8>0xd0), D0_AT);
  v128.store(base, i8x16.splat(<i8>0xd1), D1_AT);
  v128.store(base, i8x16.splat(<i8>0xfe), FE_AT);
  v128.store(base, i8x16.splat(<i8>0xc0), C0_AT);
  v128.store(base, i8x16.splat(<i8>0xa0), A0_AT);
  v128.store(base, i8x16.splat(<i8>0x80), EIGHTY_AT);
  v128.store(base, i8x16.splat(0x0f), LOWER_HALF_AT);
  v128.store(base, i8x16.splat(0x27), APOSTROPHES_AT);
  v128.store(base, i8x16.splat(0x60), GRAVES_AT);
  v128.store(base, i8x16.splat(0x40), BEFORE_LETTERS_AT);
  v128.store(base, i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x20, -0x20, 0, 0, 0, 0, 0), GAINS_AT);
}
