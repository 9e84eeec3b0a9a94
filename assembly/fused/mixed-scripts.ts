// Whether staged words mix letters of Latin, Cyrillic and Greek. Such words are rare, and to change one here would move all that follows.
import { BLOCK } from '../memory';
import { maskOf } from './fold-runs';

// Whether letters of two of these scripts are side by side in the staged bytes [p, end), as ../mixed-scripts.ts has it. Zeros follow them.
export function mixesScripts(p: usize, end: usize): bool {
  // where letters begin in the block before: ASCII, Latin of two bytes, Greek, Cyrillic
  let asciiBefore: u64 = 0;
  let latinBefore: u64 = 0;
  let greekBefore: u64 = 0;
  let cyrillicBefore: u64 = 0;
  for (; p < end; p += BLOCK) {
    const a = v128.load(p),
      b = v128.load(p, 16),
      c = v128.load(p, 32),
      d = v128.load(p, 48);
    if ((greekBefore | cyrillicBefore) >> 62 === 0 && i8x16.bitmask(v128.or(v128.or(a, b), v128.or(c, d))) === 0) {
      asciiBefore = (<u64>(load<u8>(p, BLOCK - 1) >= 0x61)) << 63;
      latinBefore = greekBefore = cyrillicBefore = 0;
      continue;
    }
    const ascii = bytesFrom(0x61, 25, a, b, c, d);
    const latin = bytesFrom(0xc3, 6, a, b, c, d);
    const greek = bytesFrom(0xce, 1, a, b, c, d);
    const cyrillic = bytesFrom(0xd0, 4, a, b, c, d);
    const afterLatin = (ascii << 1) | (asciiBefore >> 63) | after(latin, latinBefore);
    const meet =
      (afterLatin & (greek | cyrillic)) |
      (after(greek, greekBefore) & (ascii | latin | cyrillic)) |
      (after(cyrillic, cyrillicBefore) & (ascii | latin | greek));
    if (meet !== 0) return true;
    asciiBefore = ascii;
    latinBefore = latin;
    greekBefore = greek;
    cyrillicBefore = cyrillic;
  }
  return false;
}

// The places after letters of two bytes, given where these begin.
// @inline
function after(letters: u64, before: u64): u64 {
  return (letters << 2) | (before >> 62);
}

// A bit for every byte of a block from `first` to `first + more`.
// @inline
function bytesFrom(first: i32, more: i32, a: v128, b: v128, c: v128, d: v128): u64 {
  const from = i8x16.splat(<i8>first),
    most = i8x16.splat(<i8>more);
  return maskOf(
    i8x16.le_u(i8x16.sub(a, from), most),
    i8x16.le_u(i8x16.sub(b, from), most),
    i8x16.le_u(i8x16.sub(c, from), most),
    i8x16.le_u(i8x16.sub(d, from), most),
  );
}
