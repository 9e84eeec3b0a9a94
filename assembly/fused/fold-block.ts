// Folds 64 bytes in place of each other: lower case, and zeros for what is no letter or digit. Nothing moves, so for
// ASCII it is little more than a copy.
import {
  APOSTROPHE, CLASS_MASK, CYRILLIC, LENGTH_MASK, LENGTH_SHIFT, LETTER, PAYLOAD_SHIFT, SEPARATOR,
  bytesOf, decode, endsCyrillic, entryOf,
} from "../letters";
import { BLOCK } from "../simhash/layout";
import {
  A0_AT, APOSTROPHES_AT, C0_AT, CASE_BIT_AT, D0_AT, D1_AT, DIGITS_AT, DIGITS_END_AT, EIGHTY_AT, FE_AT, GAINS_AT, GRAVES_AT, LETTERS_AT,
  LETTERS_END_AT, LOWER_HALF_AT,
} from "./layout";

// The first byte of kana, Chinese characters and their punctuation.
const FIRST_CHINESE: u8 = 0xE3;

// Whether the text around has such letters.
let isChinese: bool = false;

@inline
export function setChinese(is: bool): void {
  isChinese = is;
}

// A bit for each of the bytes folded last that belongs to a word.
export let wordBits: u64 = 0;

// Writes 64 folded bytes at o and gives how many of them count: up to the first character that becomes more or fewer bytes,
// or is a mark, unspaced, or unsettled. `start` is where the text begins that p belongs to, `first` its place among the
// folded bytes.
@inline
export function foldBlock(base: usize, p: usize, o: usize, start: usize, first: usize, letters: usize, unsettled: u32): usize {
  const caseBit = v128.load(base, CASE_BIT_AT);
  const a = v128.load(p);
  const b = v128.load(p, 16);
  const c = v128.load(p, 32);
  const d = v128.load(p, 48);
  // digits have the bit that makes letters small
  const lowerA = v128.or(a, caseBit);
  const lowerB = v128.or(b, caseBit);
  const lowerC = v128.or(c, caseBit);
  const lowerD = v128.or(d, caseBit);
  const letters0 = v128.load(base, LETTERS_AT), lettersEnd = v128.load(base, LETTERS_END_AT);
  const digits = v128.load(base, DIGITS_AT), digitsEnd = v128.load(base, DIGITS_END_AT);
  const wordA = wordBytes(a, lowerA, letters0, lettersEnd, digits, digitsEnd);
  const wordB = wordBytes(b, lowerB, letters0, lettersEnd, digits, digitsEnd);
  const wordC = wordBytes(c, lowerC, letters0, lettersEnd, digits, digitsEnd);
  const wordD = wordBytes(d, lowerD, letters0, lettersEnd, digits, digitsEnd);
  v128.store(o, v128.and(lowerA, wordA));
  v128.store(o, v128.and(lowerB, wordB), 16);
  v128.store(o, v128.and(lowerC, wordC), 32);
  v128.store(o, v128.and(lowerD, wordD), 48);
  wordBits = maskOf(wordA, wordB, wordC, wordD);
  if (i8x16.bitmask(v128.or(v128.or(a, b), v128.or(c, d))) == 0) return BLOCK;
  // what lies above ASCII is taken for a letter until it is looked at
  wordBits |= maskOf(a, b, c, d);
  return foldHigh(base, p, o, start, first, letters, unsettled);
}

// All ones for letters and digits of ASCII. Each range is moved to the lowest signed numbers, where one comparison tells.
@inline
function wordBytes(bytes: v128, lower: v128, letters: v128, lettersEnd: v128, digits: v128, digitsEnd: v128): v128 {
  const letter = i8x16.lt_s(i8x16.add(lower, letters), lettersEnd);
  const digit = i8x16.lt_s(i8x16.add(bytes, digits), digitsEnd);
  return v128.or(letter, digit);
}

function foldHigh(base: usize, p: usize, o: usize, start: usize, first: usize, letters: usize, unsettled: u32): usize {
  if (isChinese) {
    // the block ends before the next letter: to fold it would be in vain
    const ascii = <usize>ctz(maskOf(v128.load(p), v128.load(p, 16), v128.load(p, 32), v128.load(p, 48)));
    if (load<u8>(p + ascii) >= FIRST_CHINESE) return ascii;
  }
  const odd = foldCyrillic(base, p, o);
  // a letter may lie in two blocks
  const endsWell = load<u8>(p, 63) < 0xC0 || isCyrillic(p + 63);
  const goesOn = p > start && isCyrillic(p - 1);
  const beginsWell = goesOn || load<i8>(p) >= -0x40;
  if (i8x16.bitmask(odd) == 0 && endsWell && beginsWell) return BLOCK;
  return foldOthers(base, p, o, goesOn, first, letters, unsettled);
}

// A letter from U+0400 to U+045F (D0 80 to D1 9F).
@inline
function isCyrillic(p: usize): bool {
  const letter = <u32>load<u16>(p);
  return (letter & 0xC0FE) == 0x80D0 && (letter & 0x2001) != 0x2001;
}

// Adds Cyrillic letters to what foldBlock wrote, and gives bytes with the highest bit set where there is anything else:
// a character that is neither ASCII nor such a letter, or an apostrophe between two bytes above ASCII. (A first byte that
// lacks its second is found at the next byte.)
@inline
function foldCyrillic(base: usize, p: usize, o: usize): v128 {
  const d0 = v128.load(base, D0_AT);
  const d1 = v128.load(base, D1_AT);
  const fe = v128.load(base, FE_AT);
  const c0 = v128.load(base, C0_AT);
  const eighty = v128.load(base, EIGHTY_AT);
  const lowerHalf = v128.load(base, LOWER_HALF_AT);
  const gains = v128.load(base, GAINS_AT);
  const zero = i64x2.splat(0);
  let odd = zero;
  for (let at: usize = 0; at < BLOCK; at += 16) {
    const bytes = v128.load(p + at);
    const before = v128.load(p + at - 1);
    const after = v128.load(p + at, 1);
    const afterD0 = i8x16.eq(before, d0);
    const gain = v128.and(i8x16.swizzle(gains, v128.and(i16x8.shr_u(bytes, 4), lowerHalf)), afterD0);
    // D0 becomes D1 before 8x and Ax
    const carry = v128.and(i8x16.eq(bytes, d0), i8x16.eq(v128.and(after, d0), eighty));
    const folded = i8x16.sub(i8x16.add(bytes, gain), carry);
    v128.store(o + at, v128.or(v128.load(o + at), v128.and(folded, i8x16.lt_s(bytes, zero))));
    // second bytes are below C0, and where D1 goes before, below A0
    const second = i8x16.lt_s(bytes, c0);
    const afterD1 = i8x16.eq(before, d1);
    const lone = v128.xor(second, v128.or(afterD0, afterD1));
    const foreign = v128.xor(v128.xor(bytes, second), i8x16.eq(v128.and(bytes, fe), d0));
    const later = v128.and(afterD1, i16x8.shl(bytes, 2));
    const joins = v128.and(quotesIn(base, bytes), v128.and(before, after));
    odd = v128.or(odd, v128.or(v128.or(lone, foreign), v128.or(later, joins)));
  }
  return odd;
}

@inline
function quotesIn(base: usize, bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, v128.load(base, APOSTROPHES_AT)), i8x16.eq(bytes, v128.load(base, GRAVES_AT)));
}

@inline
function maskOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return <u64><u32>i8x16.bitmask(a) | (<u64><u32>i8x16.bitmask(b) << 16) |
    (<u64><u32>i8x16.bitmask(c) << 32) | (<u64><u32>i8x16.bitmask(d) << 48);
}

// Folds the characters of a block that foldCyrillic left, one after the other, as long as they keep their size and end
// in the block. `goesOn`: the first byte ends a letter.
function foldOthers(base: usize, p: usize, o: usize, goesOn: bool, first: usize, letters: usize, unsettled: u32): usize {
  for (let odd = oddBytes(base, p, goesOn); odd != 0; ) {
    const at = <usize>ctz(odd);
    const decoded = decode(p + at);
    const size = <usize>bytesOf(decoded);
    const entry = entryOf(letters, decoded);
    const letterClass = entry & CLASS_MASK;
    if (at + size > BLOCK || (entry & unsettled) != 0) return at;
    const own = ((<u64>1 << size) - 1) << at;
    if (letterClass == LETTER) {
      if (!foldInPlace(p + at, o + at, size, entry)) return at;
    } else if (letterClass == SEPARATOR || (letterClass == APOSTROPHE && !joins(p + at, size, first, o + at, letters))) {
      for (let i: usize = 0; i < size; i++) store<u8>(o + at + i, 0);
      wordBits &= ~own;
    } else return at;
    odd &= ~own;
  }
  return BLOCK;
}

// Whether the apostrophe at p belongs to a word: it does between Cyrillic letters.
@inline
function joins(p: usize, size: usize, first: usize, o: usize, letters: usize): bool {
  return endsCyrillic(letters, first - 1, o) && (entryOf(letters, decode(p + size)) & CYRILLIC) != 0;
}

// Writes a folded letter if it takes as many bytes as its own.
@inline
function foldInPlace(p: usize, o: usize, size: usize, entry: u32): bool {
  if ((entry & LENGTH_MASK) >> LENGTH_SHIFT == <u32>size) {
    for (let i: usize = 0; i < size; i++) store<u8>(o + i, <u8>(entry >> (PAYLOAD_SHIFT + <u32>(i << 3))));
    return true;
  }
  // a letter of four bytes that stays
  if ((entry & LENGTH_MASK) != 0 || entry >> PAYLOAD_SHIFT != 0) return false;
  store<u32>(o, load<u32>(p));
  return true;
}

// A bit for every byte of a block that belongs to a character other than ASCII and U+0400 to U+045F, or to an apostrophe
// that may join.
function oddBytes(base: usize, p: usize, goesOn: bool): u64 {
  const a = v128.load(p);
  const b = v128.load(p, 16);
  const c = v128.load(p, 32);
  const d = v128.load(p, 48);
  const high = maskOf(a, b, c, d);
  const fe = v128.load(base, FE_AT);
  const d0 = v128.load(base, D0_AT);
  const lead = maskOf(
    i8x16.eq(v128.and(a, fe), d0), i8x16.eq(v128.and(b, fe), d0), i8x16.eq(v128.and(c, fe), d0), i8x16.eq(v128.and(d, fe), d0),
  );
  const d1 = v128.load(base, D1_AT);
  const leadD1 = maskOf(i8x16.eq(a, d1), i8x16.eq(b, d1), i8x16.eq(c, d1), i8x16.eq(d, d1));
  const c0 = v128.load(base, C0_AT);
  const second = maskOf(i8x16.lt_s(a, c0), i8x16.lt_s(b, c0), i8x16.lt_s(c, c0), i8x16.lt_s(d, c0));
  const a0 = v128.load(base, A0_AT);
  const belowA0 = maskOf(i8x16.lt_s(a, a0), i8x16.lt_s(b, a0), i8x16.lt_s(c, a0), i8x16.lt_s(d, a0));
  const beyond = <u64>isCyrillic(p + 63) << 63;
  const whole = lead & (((second & (belowA0 | ~(leadD1 << 1))) >> 1) | beyond);
  const quote = maskOf(quotesIn(base, a), quotesIn(base, b), quotesIn(base, c), quotesIn(base, d));
  // an apostrophe counts between two bytes above ASCII, or where one of them lies beyond the block
  const joining = quote & ((high << 1) | 1) & ((high >> 1) | 0x8000000000000000);
  return ~((~high & ~joining) | whole | (whole << 1) | <u64>goesOn);
}
