// Folds whole blocks of 64 bytes of plain text: ASCII, and Cyrillic letters from U+0400 to U+045F (D0 80 to D1 9F), which take as
// many bytes in lower case. Letters and digits become lower case and all else zero; nothing moves.
import {
  APOSTROPHES_AT,
  BEFORE_LETTERS_AT,
  BLOCK,
  C0_AT,
  CASE_BIT_AT,
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
} from '../memory';

// Folds at most `blocks` blocks at p into those at o, up to the first that is not plain, and returns their number. `start` is where
// the text begins that p belongs to.
// @inline
export function foldRun(base: usize, p: usize, o: usize, blocks: usize, start: usize): usize {
  const high = highBytes(p);
  if (high === 0) return foldAscii(base, p, o, blocks);
  if ((load<u8>(p + <usize>ctz(high)) & 0xfe) !== 0xd0) return 0;
  const plain = plainBlocks(base, p, blocks, start);
  if (plain > 0) foldCyrillic(base, p, o, plain);
  return plain;
}

// Folds blocks up to the first that has a byte above ASCII, and returns their number.
function foldAscii(base: usize, p: usize, o: usize, blocks: usize): usize {
  const caseBit = v128.load(base, CASE_BIT_AT);
  const letters = v128.load(base, LETTERS_AT),
    lettersEnd = v128.load(base, LETTERS_END_AT);
  const digits = v128.load(base, DIGITS_AT),
    digitsEnd = v128.load(base, DIGITS_END_AT);
  let folded: usize = 0;
  for (; folded < blocks; folded++, p += BLOCK, o += BLOCK) {
    const a = v128.load(p),
      b = v128.load(p, 16),
      c = v128.load(p, 32),
      d = v128.load(p, 48);
    if (i8x16.bitmask(v128.or(v128.or(a, b), v128.or(c, d))) !== 0) break;
    v128.store(o, asciiWord(a, caseBit, letters, lettersEnd, digits, digitsEnd));
    v128.store(o, asciiWord(b, caseBit, letters, lettersEnd, digits, digitsEnd), 16);
    v128.store(o, asciiWord(c, caseBit, letters, lettersEnd, digits, digitsEnd), 32);
    v128.store(o, asciiWord(d, caseBit, letters, lettersEnd, digits, digitsEnd), 48);
  }
  return folded;
}

// Folds `blocks` blocks; bytes above ASCII are taken for Cyrillic letters.
export function foldCyrillic(base: usize, p: usize, o: usize, blocks: usize): void {
  const caseBit = v128.load(base, CASE_BIT_AT);
  const letters = v128.load(base, LETTERS_AT),
    lettersEnd = v128.load(base, LETTERS_END_AT);
  const digits = v128.load(base, DIGITS_AT),
    digitsEnd = v128.load(base, DIGITS_END_AT);
  const d0 = v128.load(base, D0_AT),
    eighty = v128.load(base, EIGHTY_AT);
  const lowerHalf = v128.load(base, LOWER_HALF_AT),
    gains = v128.load(base, GAINS_AT);
  const zero = i64x2.splat(0);
  const end = p + blocks * BLOCK;
  for (; p < end; p += 16, o += 16) {
    const bytes = v128.load(p);
    const afterD0 = i8x16.eq(v128.load(p - 1), d0);
    const gain = v128.and(i8x16.swizzle(gains, v128.and(i16x8.shr_u(bytes, 4), lowerHalf)), afterD0);
    // D0 becomes D1 before 8x and Ax
    const carry = v128.and(i8x16.eq(bytes, d0), i8x16.eq(v128.and(v128.load(p, 1), d0), eighty));
    const cyrillic = i8x16.sub(i8x16.add(bytes, gain), carry);
    const high = i8x16.lt_s(bytes, zero);
    v128.store(o, v128.or(asciiWord(bytes, caseBit, letters, lettersEnd, digits, digitsEnd), v128.and(cyrillic, high)));
  }
}

// Letters of ASCII in lower case, digits, and zeros. Each range is moved to the lowest signed numbers, where one comparison decides.
// @inline
function asciiWord(bytes: v128, caseBit: v128, letters: v128, lettersEnd: v128, digits: v128, digitsEnd: v128): v128 {
  // digits have the bit that makes letters lower case
  const lower = v128.or(bytes, caseBit);
  const letter = i8x16.lt_s(i8x16.add(lower, letters), lettersEnd);
  const digit = i8x16.lt_s(i8x16.add(bytes, digits), digitsEnd);
  return v128.and(lower, v128.or(letter, digit));
}

// How many of the first `blocks` blocks at p have only ASCII and Cyrillic letters, never side by side, and no apostrophe between two bytes above
// ASCII.
function plainBlocks(base: usize, p: usize, blocks: usize, start: usize): usize {
  // a letter may be in two blocks
  if (load<i8>(p) < -0x40 && !(p > start && isCyrillic(p - 1))) return 0;
  const d0 = v128.load(base, D0_AT),
    d1 = v128.load(base, D1_AT);
  const fe = v128.load(base, FE_AT),
    c0 = v128.load(base, C0_AT);
  const apostrophes = v128.load(base, APOSTROPHES_AT),
    beforeLetters = v128.load(base, BEFORE_LETTERS_AT);
  const end = p + blocks * BLOCK;
  let at = p;
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const before = v128.load(at - 1);
    // apostrophes, letters of ASCII, and the few signs among them, beside a byte above ASCII
    const aside = v128.or(i8x16.eq(bytes, apostrophes), i8x16.gt_s(bytes, beforeLetters));
    const beside = v128.and(aside, v128.or(before, v128.load(at, 1)));
    const foreign = foreignIn(bytes, before, d0, d1, fe, c0);
    if (i8x16.bitmask(v128.or(foreign, beside)) !== 0 && (i8x16.bitmask(foreign) !== 0 || mixes(base, at))) break;
  }
  const plain = (at - p) / BLOCK;
  const last = p + plain * BLOCK - 1;
  return plain > 0 && load<u8>(last) >= 0xc0 && !isCyrillic(last) ? plain - 1 : plain;
}

// Bytes with the highest bit set if anything is neither ASCII nor Cyrillic. (A first byte that lacks its second is found at the next
// byte.)
// @inline
function foreignIn(bytes: v128, before: v128, d0: v128, d1: v128, fe: v128, c0: v128): v128 {
  // second bytes are below C0, and where D1 goes before, below A0
  const second = i8x16.lt_s(bytes, c0);
  const afterD1 = i8x16.eq(before, d1);
  const lone = v128.xor(second, v128.or(i8x16.eq(before, d0), afterD1));
  const foreign = v128.xor(v128.xor(bytes, second), i8x16.eq(v128.and(bytes, fe), d0));
  const later = v128.and(afterD1, i16x8.shl(bytes, 2));
  return v128.or(v128.or(lone, foreign), later);
}

// Whether 16 bytes of ASCII and Cyrillic have an apostrophe between two bytes above ASCII, or a letter of ASCII beside one.
function mixes(base: usize, p: usize): bool {
  const bytes = v128.load(p);
  const before = v128.load(p - 1);
  const after = v128.load(p, 1);
  const quotes = v128.or(i8x16.eq(bytes, v128.load(base, APOSTROPHES_AT)), i8x16.eq(bytes, v128.load(base, GRAVES_AT)));
  const moved = i8x16.add(v128.or(bytes, v128.load(base, CASE_BIT_AT)), v128.load(base, LETTERS_AT));
  const letters = i8x16.lt_s(moved, v128.load(base, LETTERS_END_AT));
  const joins = v128.and(quotes, v128.and(before, after));
  return i8x16.bitmask(v128.or(joins, v128.and(letters, v128.or(before, after)))) !== 0;
}

// A letter from U+0400 to U+045F.
// @inline
export function isCyrillic(p: usize): bool {
  const letter = <u32>load<u16>(p);
  return (letter & 0xc0fe) === 0x80d0 && (letter & 0x2001) !== 0x2001;
}

// A bit for every byte of a block that is above ASCII.
// @inline
export function highBytes(p: usize): u64 {
  return maskOf(v128.load(p), v128.load(p, 16), v128.load(p, 32), v128.load(p, 48));
}

// The highest bits of the bytes of a block.
// @inline
export function maskOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const ab = i8x16.bitmask(a) | (i8x16.bitmask(b) << 16);
  const cd = i8x16.bitmask(c) | (i8x16.bitmask(d) << 16);
  return <u64>(<u32>ab) | ((<u64>(<u32>cd)) << 32);
}
