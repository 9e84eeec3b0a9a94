// Where the fused kernel keeps its own work arrays, in the part of the simhash kernel (simhash/layout.ts), whose copy of
// a fill it uses for the staged text.
import { SIMHASH_AT, scratch } from '../scratch';
import { BLOCK, COPY_AT, FILL } from '../simhash/layout';

// Folded text with zeros for separators; zeros lie before it.
export const STAGED_AT: usize = COPY_AT;
// Staged bytes of a fill, at most: positions and ranks have room for so many, and one block more.
export const MOST_STAGED: usize = FILL - BLOCK;

// In front of SEEN_AT.
export const CHANGES_AT: usize = 0xe500;
export const MOST_CHANGES: usize = 768;

// Vector constants of folding: what moves a range of bytes to the lowest signed numbers, and where it then ends; and single bytes.
const FOLDING_AT: usize = 0xfe00;
export const CASE_BIT_AT: usize = FOLDING_AT;
export const LETTERS_AT: usize = FOLDING_AT + 0x10;
export const LETTERS_END_AT: usize = FOLDING_AT + 0x20;
export const DIGITS_AT: usize = FOLDING_AT + 0x30;
export const DIGITS_END_AT: usize = FOLDING_AT + 0x40;
export const D0_AT: usize = FOLDING_AT + 0x50;
export const D1_AT: usize = FOLDING_AT + 0x60;
export const FE_AT: usize = FOLDING_AT + 0x70;
export const C0_AT: usize = FOLDING_AT + 0x80;
export const A0_AT: usize = FOLDING_AT + 0x90;
export const EIGHTY_AT: usize = FOLDING_AT + 0xa0;
export const LOWER_HALF_AT: usize = FOLDING_AT + 0xb0;
export const APOSTROPHES_AT: usize = FOLDING_AT + 0xc0;
export const GRAVES_AT: usize = FOLDING_AT + 0xd0;
// What the second byte after D0 gains in lower case, by its upper half: D0 80..8F become D1 90..9F, D0 90..9F become
// D0 B0..BF, D0 A0..AF become D1 80..8F.
export const GAINS_AT: usize = FOLDING_AT + 0xe0;

export function initFused(): void {
  const base = scratch + SIMHASH_AT;
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
  v128.store(base, i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x20, -0x20, 0, 0, 0, 0, 0), GAINS_AT);
}
