// Folds a block of 64 bytes with any characters, one for one: letters to lower case, other bytes than letters and digits to zeros.

import {
  CLASS_MASK,
  CYRILLIC,
  LENGTH_MASK,
  LENGTH_SHIFT,
  LetterClass,
  MAY_MIX,
  PAYLOAD_SHIFT,
} from '../../src/engines/layouts/letter-table';
import { bytesOf, decode, endsCyrillic, entryOf } from '../letters';
import { A0_AT, APOSTROPHES_AT, BEFORE_LETTERS_AT, BLOCK, C0_AT, D0_AT, D1_AT, FE_AT, GRAVES_AT } from '../memory';
import { isBesideOther } from '../mixed-scripts';
import { foldCyrillic, highBytes, isCyrillic, maskOf } from './fold-runs';

// The first byte of kana, Chinese characters and their punctuation.
const FIRST_CHINESE: u8 = 0xe3;

// Whether the text around has such letters.
let isChinese: bool = false;

// @inline
export function setChinese(is: bool): void {
  isChinese = is;
}

// What was met since this was cleared: Greek letters, or Cyrillic ones beside others; other letters one by one; Cyrillic letters.
let metMixable: bool = false;
let metOthers: bool = false;
let metCyrillic: bool = false;

export function clearLetters(): void {
  metMixable = metOthers = metCyrillic = false;
}

// Whether a word folded since then may mix scripts.
export function mayMix(): bool {
  return metMixable || (metOthers && metCyrillic);
}

// A letter with this entry was folded by itself at o; the text goes on at p, and [first, o) was folded before.
// @inline
export function noteLetter(entry: u32, first: usize, o: usize, p: usize): void {
  if ((entry & CYRILLIC) !== 0) {
    metCyrillic = true;
    if (isBesideOther(first, o, p)) metMixable = true;
  } else if ((entry & MAY_MIX) !== 0) metMixable = true;
  else metOthers = true;
}

// @inline
export function noteMixable(): void {
  metMixable = true;
}

// A run of plain blocks was folded from p on; one with Cyrillic letters has one in its first block.
// @inline
export function noteRun(p: usize): void {
  if (!metCyrillic && highBytes(p) !== 0) metCyrillic = true;
}

// Writes 64 folded bytes at o and returns how many count: up to the first character that becomes more or fewer bytes,
// or is a mark, unspaced, or unsettled. `start` is where the text begins that p belongs to, `first` its place among the
// folded bytes.
export function foldBlock(base: usize, p: usize, o: usize, start: usize, first: usize, letters: usize, unsettled: u32): usize {
  // bytes above ASCII are taken for letters at first
  foldCyrillic(base, p, o, 1);
  const high = highBytes(p);
  if (high === 0) return BLOCK;
  if (isChinese) {
    // the block ends before the next letter: folding it would be wasted
    const ascii = <usize>ctz(high);
    if (load<u8>(p + ascii) >= FIRST_CHINESE) return ascii;
  }
  return foldOthers(base, p, o, p > start && isCyrillic(p - 1), first, letters, unsettled);
}

// Folds the characters of a block that are not plain, one after the other, as long as they keep their size and end
// in the block. `goesOn`: the first byte ends a letter that began before.
function foldOthers(base: usize, p: usize, o: usize, goesOn: bool, first: usize, letters: usize, unsettled: u32): usize {
  for (let odd = oddBytes(base, p, o, goesOn); odd !== 0; ) {
    const at = <usize>ctz(odd);
    const decoded = decode(p + at);
    const size = <usize>bytesOf(decoded);
    const entry = entryOf(letters, decoded);
    const letterClass = entry & CLASS_MASK;
    if (at + size > BLOCK || (entry & unsettled) !== 0) return at;
    if (letterClass === LetterClass.letter) {
      if (!foldInPlace(p + at, o + at, size, entry)) return at;
      noteLetter(entry, first, o + at, p + at + size);
    } else if (
      letterClass === LetterClass.separator ||
      (letterClass === LetterClass.apostrophe && !joins(p + at, size, first, o + at, letters))
    ) {
      for (let i: usize = 0; i < size; i++) store<u8>(o + at + i, 0);
    } else return at;
    odd &= ~((((<u64>1) << size) - 1) << at);
  }
  return BLOCK;
}

// Whether the apostrophe at p belongs to a word: it does between Cyrillic letters.
// @inline
function joins(p: usize, size: usize, first: usize, o: usize, letters: usize): bool {
  return endsCyrillic(letters, first - 1, o) && (entryOf(letters, decode(p + size)) & CYRILLIC) !== 0;
}

// Writes a folded letter if it takes as many bytes as its own.
// @inline
function foldInPlace(p: usize, o: usize, size: usize, entry: u32): bool {
  if ((entry & LENGTH_MASK) >> LENGTH_SHIFT === <u32>size) {
    for (let i: usize = 0; i < size; i++) store<u8>(o + i, <u8>(entry >> (PAYLOAD_SHIFT + <u32>(i << 3))));
    return true;
  }
  // a letter of four bytes that is not changed
  if ((entry & LENGTH_MASK) !== 0 || entry >> PAYLOAD_SHIFT !== 0) return false;
  store<u32>(o, load<u32>(p));
  return true;
}

// A bit for every byte of a block that belongs to a character other than ASCII and U+0400 to U+045F, or to an apostrophe
// that may join. The block was folded to o as if it had none.
function oddBytes(base: usize, p: usize, o: usize, goesOn: bool): u64 {
  const a = v128.load(p);
  const b = v128.load(p, 16);
  const c = v128.load(p, 32);
  const d = v128.load(p, 48);
  const high = maskOf(a, b, c, d);
  const fe = v128.load(base, FE_AT);
  const d0 = v128.load(base, D0_AT);
  const lead = maskOf(
    i8x16.eq(v128.and(a, fe), d0),
    i8x16.eq(v128.and(b, fe), d0),
    i8x16.eq(v128.and(c, fe), d0),
    i8x16.eq(v128.and(d, fe), d0),
  );
  const d1 = v128.load(base, D1_AT);
  const leadD1 = maskOf(i8x16.eq(a, d1), i8x16.eq(b, d1), i8x16.eq(c, d1), i8x16.eq(d, d1));
  const c0 = v128.load(base, C0_AT);
  const second = maskOf(i8x16.lt_s(a, c0), i8x16.lt_s(b, c0), i8x16.lt_s(c, c0), i8x16.lt_s(d, c0));
  const a0 = v128.load(base, A0_AT);
  const belowA0 = maskOf(i8x16.lt_s(a, a0), i8x16.lt_s(b, a0), i8x16.lt_s(c, a0), i8x16.lt_s(d, a0));
  const beyond = (<u64>isCyrillic(p + 63)) << 63;
  const whole = lead & (((second & (belowA0 | ~(leadD1 << 1))) >> 1) | beyond);
  if (whole !== 0 || goesOn) {
    const ascii = maskOf(lettersAt(base, o), lettersAt(base, o + 16), lettersAt(base, o + 32), lettersAt(base, o + 48));
    if ((ascii & ((whole << 2) | (whole >> 1) | ((<u64>goesOn) << 1))) !== 0) metMixable = true;
    metCyrillic = true;
  }
  const quote = maskOf(quotesIn(base, a), quotesIn(base, b), quotesIn(base, c), quotesIn(base, d));
  // an apostrophe counts between two bytes above ASCII, or if either is beyond the block
  const joining = quote & ((high << 1) | 1) & ((high >> 1) | 0x8000000000000000);
  return ~((~high & ~joining) | whole | (whole << 1) | <u64>goesOn);
}

// Letters of ASCII among folded bytes.
// @inline
function lettersAt(base: usize, o: usize): v128 {
  return i8x16.gt_s(v128.load(o), v128.load(base, BEFORE_LETTERS_AT));
}

// @inline
function quotesIn(base: usize, bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, v128.load(base, APOSTROPHES_AT)), i8x16.eq(bytes, v128.load(base, GRAVES_AT)));
}
