// ASCII and Cyrillic, 16 bytes at a time.

import { wordIsOpen } from './letters';
import { ASCII_AT, BITS_AT, scratch } from './memory';

export function initBlocks(): void {
  const constants = scratch + ASCII_AT;
  v128.store(constants, i8x16.splat(0x20));
  v128.store(constants, i8x16.splat(0x61), 0x10);
  v128.store(constants, i8x16.splat(25), 0x20);
  v128.store(constants, i8x16.splat(0x30), 0x30);
  v128.store(constants, i8x16.splat(9), 0x40);
}

// Where the text continues after foldBlocks().
export let afterBlocks: usize = 0;

// Folds ASCII and the Cyrillic letters U+0400 to U+045F from p on, up to the first character that is neither, or an
// apostrophe that might belong to a word, or a letter of one kind right after one of the other, or `end`. Returns the new o.
export function foldBlocks(p: usize, end: usize, start: usize, o: usize): usize {
  const positions = scratch + BITS_AT;
  let open = <u32>wordIsOpen(start, o);
  // whether the byte before is above ASCII, as far as it matters here
  let afterHigh = <u32>(open !== 0 && endsHigh(o, load<u8>(p)));
  // whether a letter began with the last byte of the block before
  let goesOn: u32 = 0;
  while (p < end) {
    if (p + 16 <= end && i8x16.bitmask(v128.load(p)) === 0) {
      if (afterHigh !== 0 && isAsciiLetter(load<u8>(p))) break;
      o = foldAscii(p, end, o, open);
      p = afterAscii;
      open = asciiIsOpen;
      afterHigh = 0;
      continue;
    }
    const block = v128.load(p);
    const lower = v128.or(block, i8x16.splat(0x20));
    const letter = i8x16.le_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(25));
    const digit = i8x16.le_u(i8x16.sub(block, i8x16.splat(0x30)), i8x16.splat(9));
    const word = v128.or(letter, digit);
    let folded = v128.bitselect(lower, i8x16.splat(0x20), word);
    const high = <u32>i8x16.bitmask(block);
    const inWord = <u32>i8x16.bitmask(word) | high;
    const before = (inWord << 1) | open;
    let whole: u32 = 0;
    let odd: u32 = 0;
    if (high !== 0) {
      const after = v128.load(p, 1);
      const isD0 = i8x16.eq(block, i8x16.splat(<i8>0xd0));
      const above = i8x16.lt_s(block, i8x16.splat(0));
      folded = v128.bitselect(lowerCyrillic(p, block, isD0, after), folded, above);
      whole = wholeCyrillic(block, isD0, after);
      odd = (high & ~(whole | (whole << 1) | goesOn)) | joiningQuotes(block, high);
    }
    // bytes of words that follow one of the other kind
    const meet = inWord & before & (high ^ ((high << 1) | afterHigh));
    if (meet !== 0) odd |= besideLetter(meet, high, <u32>i8x16.bitmask(letter), o);
    // all bytes of words, and the first one after each
    const keep = (inWord | before) & 0xffff;
    if (odd === 0 && p + 16 <= end) {
      o = storeKept(o, folded, keep, positions);
      p += 16;
      open = inWord >> 15;
      afterHigh = high >> 15;
      goesOn = whole >> 15;
      continue;
    }
    const n = min(<u32>min<usize>(end - p, 16), <u32>ctz(odd | 0x10000));
    if (n === 0) break;
    o = storeKept(o, folded, keep & ((1 << n) - 1), positions);
    p += n;
    open = (inWord >> (n - 1)) & 1;
    afterHigh = (high >> (n - 1)) & 1;
    goesOn = 0;
    // an apostrophe at the end of a block is looked at again
    if (((odd & inWord) >> n) & 1) break;
  }
  afterBlocks = p;
  return o;
}

// Whether a word with this letter before o goes on like that: above ASCII, if `first` is so and the letter is not of Latin or Greek; else
// if it is of Greek or Cyrillic.
// @inline
function endsHigh(o: usize, first: u8): bool {
  if (load<i8>(o - 1) >= 0) return false;
  const lead = <u32>load<u8>(o - 2);
  return first < 0x80 ? lead - 0xce <= 6 : lead - 0xc3 > 6 && lead - 0xce > 1;
}

// Those bytes in `meet` that are ASCII letters, or follow one. The first byte of the block follows the byte before o.
function besideLetter(meet: u32, high: u32, letters: u32, o: usize): u32 {
  const follows = (letters << 1) | <u32>(load<u8>(o - 1) > 0x39);
  return meet & (letters | (high & follows));
}

// @inline
function isAsciiLetter(byte: u8): bool {
  return <u32>(byte | 0x20) - 0x61 <= 25;
}

// Where the text continues after foldAscii(), and whether a word is open there.
let afterAscii: usize = 0;
let asciiIsOpen: u32 = 0;

// Folds whole blocks of ASCII from p on, up to one that is not. Returns the new o.
function foldAscii(p: usize, end: usize, o: usize, open: u32): usize {
  const positions = scratch + BITS_AT;
  const spaces = v128.load(scratch, ASCII_AT);
  const firstLetter = v128.load(scratch, ASCII_AT + 0x10);
  const letters = v128.load(scratch, ASCII_AT + 0x20);
  const firstDigit = v128.load(scratch, ASCII_AT + 0x30);
  const digits = v128.load(scratch, ASCII_AT + 0x40);
  const last = end - 16;
  for (; p <= last; p += 16) {
    const block = v128.load(p);
    if (i8x16.bitmask(block) !== 0) break;
    const letter = i8x16.le_u(i8x16.sub(v128.or(block, spaces), firstLetter), letters);
    const word = v128.or(letter, i8x16.le_u(i8x16.sub(block, firstDigit), digits));
    const inWord = <u32>i8x16.bitmask(word);
    const keep = (inWord | (inWord << 1) | open) & 0xffff;
    open = inWord >> 15;
    // lower-case letters, digits and the space all have this bit
    o = storeKept(o, v128.or(v128.and(block, word), spaces), keep, positions);
  }
  afterAscii = p;
  asciiIsOpen = open;
  return o;
}

// Writes the bytes of a block whose bits are set in `keep` one after the other. Returns where they end.
// @inline
function storeKept(o: usize, folded: v128, keep: u32, positions: usize): usize {
  const left = keep & 0xff;
  const right = keep >> 8;
  v128.store64_lane(o, i8x16.swizzle(folded, v128.load64_zero(positions + (left << 3))), 0);
  o += popcnt(left);
  v128.store64_lane(o, i8x16.swizzle(v128.shuffle<i64>(folded, folded, 1, 1), v128.load64_zero(positions + (right << 3))), 0);
  return o + popcnt(right);
}

// The first bytes of letters from U+0400 to U+045F (D0 80 to D1 9F).
// @inline
function wholeCyrillic(block: v128, isD0: v128, after: v128): u32 {
  // second bytes are below C0, that is below -64 as signed bytes, and after D1 below A0
  const afterD0 = v128.and(isD0, i8x16.lt_s(after, i8x16.splat(<i8>0xc0)));
  const afterD1 = v128.and(i8x16.eq(block, i8x16.splat(<i8>0xd1)), i8x16.lt_s(after, i8x16.splat(<i8>0xa0)));
  return <u32>i8x16.bitmask(v128.or(afterD0, afterD1));
}

// Apostrophes between two bytes that are not ASCII, or may not be because they are beyond the block.
// @inline
function joiningQuotes(block: v128, high: u32): u32 {
  const quote = <u32>i8x16.bitmask(v128.or(i8x16.eq(block, i8x16.splat(0x27)), i8x16.eq(block, i8x16.splat(0x60))));
  return quote & ((high << 1) | 1) & ((high >> 1) | 0x8000);
}

// Lower case of U+0400 to U+042F: D0 80..8F to D1 90..9F, D0 90..9F to D0 B0..BF, D0 A0..AF to D1 80..8F.
// @inline
function lowerCyrillic(p: usize, block: v128, isD0: v128, after: v128): v128 {
  const d0 = i8x16.splat(<i8>0xd0);
  // added to a second byte after D0, by its upper half
  const gains = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x20, -0x20, 0, 0, 0, 0, 0);
  const upperHalf = v128.and(i16x8.shr_u(block, 4), i8x16.splat(0x0f));
  const gain = v128.and(i8x16.swizzle(gains, upperHalf), i8x16.eq(v128.load(p - 1), d0));
  // D0 becomes D1 before 8x and Ax
  const carry = v128.and(isD0, i8x16.eq(v128.and(after, d0), i8x16.splat(<i8>0x80)));
  return i8x16.sub(i8x16.add(block, gain), carry);
}
