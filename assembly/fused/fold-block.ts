// Folds 64 bytes of ASCII and Cyrillic letters in place of each other: lower case, and zeros for what is no letter or
// digit. Nothing moves, so it is little more than a copy.

// Writes 64 folded bytes at o and gives how many of them count: up to the first character that is neither ASCII nor a
// letter from U+0400 to U+045F (D0 80 to D1 9F), or an apostrophe that may belong to a word.
@inline
export function foldBlock(p: usize, o: usize): usize {
  const a = v128.load(p);
  const b = v128.load(p, 16);
  const c = v128.load(p, 32);
  const d = v128.load(p, 48);
  v128.store(o, foldAscii(a));
  v128.store(o, foldAscii(b), 16);
  v128.store(o, foldAscii(c), 32);
  v128.store(o, foldAscii(d), 48);
  if (!v128.any_true(v128.and(v128.or(v128.or(a, b), v128.or(c, d)), i8x16.splat(-128)))) return 64;
  return foldHigh(p, o, a, b, c, d);
}

@inline
function foldAscii(bytes: v128): v128 {
  // digits have the bit that makes letters small
  const lower = v128.or(bytes, i8x16.splat(0x20));
  const letter = i8x16.le_u(i8x16.sub(lower, i8x16.splat(0x61)), i8x16.splat(25));
  const digit = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x30)), i8x16.splat(9));
  return v128.and(lower, v128.or(letter, digit));
}

function foldHigh(p: usize, o: usize, a: v128, b: v128, c: v128, d: v128): usize {
  foldCyrillic(p, o, a);
  foldCyrillic(p + 16, o + 16, b);
  foldCyrillic(p + 32, o + 32, c);
  foldCyrillic(p + 48, o + 48, d);
  const high = maskOf(a, b, c, d);
  const fe = i8x16.splat(<i8>0xFE);
  const d0 = i8x16.splat(<i8>0xD0);
  const lead = maskOf(
    i8x16.eq(v128.and(a, fe), d0), i8x16.eq(v128.and(b, fe), d0), i8x16.eq(v128.and(c, fe), d0), i8x16.eq(v128.and(d, fe), d0),
  );
  const d1 = maskOf(
    i8x16.eq(a, i8x16.splat(<i8>0xD1)), i8x16.eq(b, i8x16.splat(<i8>0xD1)),
    i8x16.eq(c, i8x16.splat(<i8>0xD1)), i8x16.eq(d, i8x16.splat(<i8>0xD1)),
  );
  // continuations are below C0, that is below -64 as signed bytes
  const c0 = i8x16.splat(<i8>0xC0);
  const continuation = maskOf(i8x16.lt_s(a, c0), i8x16.lt_s(b, c0), i8x16.lt_s(c, c0), i8x16.lt_s(d, c0));
  const a0 = i8x16.splat(<i8>0xA0);
  const belowA0 = maskOf(i8x16.lt_s(a, a0), i8x16.lt_s(b, a0), i8x16.lt_s(c, a0), i8x16.lt_s(d, a0));
  const whole = lead & ((continuation & (belowA0 | ~(d1 << 1))) >> 1);
  const quote = maskOf(quotesIn(a), quotesIn(b), quotesIn(c), quotesIn(d));
  // an apostrophe counts between two bytes above ASCII, or where one of them lies beyond the block
  const joins = quote & ((high << 1) | 1) & ((high >> 1) | 0x8000000000000000);
  const fine = (~high & ~joins) | whole | (whole << 1);
  return fine == <u64>-1 ? 64 : <usize>ctz(~fine);
}

@inline
function quotesIn(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, i8x16.splat(0x27)), i8x16.eq(bytes, i8x16.splat(0x60)));
}

@inline
function maskOf(a: v128, b: v128, c: v128, d: v128): u64 {
  return <u64><u32>i8x16.bitmask(a) | (<u64><u32>i8x16.bitmask(b) << 16) |
    (<u64><u32>i8x16.bitmask(c) << 32) | (<u64><u32>i8x16.bitmask(d) << 48);
}

// Adds the letters to what foldAscii wrote. Lower case of U+0400 to U+042F: D0 80..8F to D1 90..9F, D0 90..9F to
// D0 B0..BF, D0 A0..AF to D1 80..8F.
@inline
function foldCyrillic(p: usize, o: usize, bytes: v128): void {
  const d0 = i8x16.splat(<i8>0xD0);
  const gains = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0x20, -0x20, 0, 0, 0, 0, 0);
  const upperHalf = v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(0x0F));
  const gain = v128.and(i8x16.swizzle(gains, upperHalf), i8x16.eq(v128.load(p - 1), d0));
  // D0 becomes D1 before 8x and Ax
  const carry = v128.and(i8x16.eq(bytes, d0), i8x16.eq(v128.and(v128.load(p, 1), d0), i8x16.splat(<i8>0x80)));
  const folded = i8x16.sub(i8x16.add(bytes, gain), carry);
  const above = i8x16.lt_s(bytes, i8x16.splat(0));
  v128.store(o, v128.or(v128.load(o), v128.and(folded, above)));
}
