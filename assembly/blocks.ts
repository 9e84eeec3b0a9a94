// ASCII and Cyrillic, 16 bytes at a time.

import { wordIsOpen } from './letters';
import { BITS_AT, scratch } from './memory';

// Where the text continues after foldBlocks().
export let afterBlocks: usize = 0;

// Folds ASCII and the Cyrillic letters U+0400 to U+045F from p on, up to the first character that is neither, or an
// apostrophe that might belong to a word, or `end`. Returns the new o.
export function foldBlocks(p: usize, end: usize, start: usize, o: usize): usize {
  const positions = scratch + BITS_AT;
  let open = <u32>wordIsOpen(start, o);
  while (p < end) {
    const block = v128.load(p);
    const lower = v128.or(block, i8x16.splat(0x20));
    const letter = i8x16.le_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(25));
    const digit = i8x16.le_u(i8x16.sub(block, i8x16.splat(0x30)), i8x16.splat(9));
    let word = v128.or(letter, digit);
    let folded = v128.bitselect(lower, i8x16.splat(0x20), word);
    let n = <u32>min<usize>(end - p, 16);
    const high = <u32>i8x16.bitmask(block);
    if (high !== 0) {
      n = min(n, cyrillicPrefix(block, high));
      if (n === 0) break;
      const above = i8x16.lt_s(block, i8x16.splat(0));
      folded = v128.bitselect(lowerCyrillic(p, block), folded, above);
      word = v128.or(word, above);
    }
    const inWord = <u32>i8x16.bitmask(word);
    // all bytes of words, and the first one after each
    const keep = (inWord | (inWord << 1) | open) & ((1 << n) - 1);
    open = (inWord >> (n - 1)) & 1;
    const left = keep & 0xff;
    const right = keep >> 8;
    v128.store64_lane(o, i8x16.swizzle(folded, v128.load64_zero(positions + (left << 3))), 0);
    o += popcnt(left);
    v128.store64_lane(o, i8x16.swizzle(folded, i8x16.add(v128.load64_zero(positions + (right << 3)), i8x16.splat(8))), 0);
    o += popcnt(right);
    p += n;
  }
  afterBlocks = p;
  return o;
}

// How many bytes from the start of a block are ASCII or whole letters from U+0400 to U+045F (D0 80 to D1 9F), up to an
// apostrophe between two bytes that are not ASCII, or may not be because they are beyond the block.
// @inline
function cyrillicPrefix(block: v128, high: u32): u32 {
  const lead = <u32>i8x16.bitmask(i8x16.eq(v128.and(block, i8x16.splat(<i8>0xfe)), i8x16.splat(<i8>0xd0)));
  const d1 = <u32>i8x16.bitmask(i8x16.eq(block, i8x16.splat(<i8>0xd1)));
  // continuations are below C0, that is below -64 as signed bytes
  const continuation = <u32>i8x16.bitmask(i8x16.lt_s(block, i8x16.splat(<i8>0xc0)));
  const belowA0 = <u32>i8x16.bitmask(i8x16.lt_s(block, i8x16.splat(<i8>0xa0)));
  const whole = lead & ((continuation & (belowA0 | ~(d1 << 1))) >> 1);
  const quote = <u32>i8x16.bitmask(v128.or(i8x16.eq(block, i8x16.splat(0x27)), i8x16.eq(block, i8x16.splat(0x60))));
  const joins = quote & ((high << 1) | 1) & ((high >> 1) | 0x8000);
  const fine = (~high & ~joins) | whole | (whole << 1);
  return <u32>ctz(~fine | 0x10000);
}

// Lower case of U+0400 to U+042F: D0 80..8F to D1 90..9F, D0 90..9F to D0 B0..BF, D0 A0..AF to D1 80..8F.
// @inline
function lowerCyrillic(p: usize, block: v128): v128 {
  const d0 = i8x16.splat(<i8>0xd0);
  // what is added to a second byte after D0, by its upper half
  const gains = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x20, -0x20, 0, 0, 0, 0, 0);
  const upperHalf = v128.and(i16x8.shr_u(block, 4), i8x16.splat(0x0f));
  const gain = v128.and(i8x16.swizzle(gains, upperHalf), i8x16.eq(v128.load(p - 1), d0));
  // D0 becomes D1 before 8x and Ax
  const carry = v128.and(i8x16.eq(block, d0), i8x16.eq(v128.and(v128.load(p, 1), d0), i8x16.splat(<i8>0x80)));
  return i8x16.sub(i8x16.add(block, gain), carry);
}
