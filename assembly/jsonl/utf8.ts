// Is this UTF-8? The three-table test of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2020).
//
// Every table says, by half a byte, which mistakes are possible; a mistake is real if all three agree. The bits:
//   01 too short: a lead without its continuation     10 a surrogate
//   02 too long: a continuation after ASCII           20 overlong, two bytes
//   04 overlong, three bytes                          40 overlong, four bytes, or far too large
//   08 too large                                      80 two continuations in a row
// The last is a mistake only if no lead of three or four bytes comes before them.

// One bit for every byte of the block at p before which, at the latest, a sequence went wrong. The three bytes before p count, and must be
// the end of something correct.
// @inline
export function utf8Mistakes(p: usize, block: v128): u32 {
  const half = i8x16.splat(0x0f);
  const before = v128.load(p - 1);
  const byHighHalf = i8x16(2, 2, 2, 2, 2, 2, 2, 2, -0x80, -0x80, -0x80, -0x80, 0x21, 1, 0x15, 0x49);
  const byLowHalf = i8x16(
    -0x19,
    -0x5d,
    -0x7d,
    -0x7d,
    -0x75,
    -0x35,
    -0x35,
    -0x35,
    -0x35,
    -0x35,
    -0x35,
    -0x35,
    -0x35,
    -0x25,
    -0x35,
    -0x35,
  );
  const byNextHalf = i8x16(1, 1, 1, 1, 1, 1, 1, 1, -0x1a, -0x52, -0x46, -0x46, 1, 1, 1, 1);
  const possible = v128.and(
    v128.and(i8x16.swizzle(byHighHalf, v128.and(i16x8.shr_u(before, 4), half)), i8x16.swizzle(byLowHalf, v128.and(before, half))),
    i8x16.swizzle(byNextHalf, v128.and(i16x8.shr_u(block, 4), half)),
  );
  // 80 if the second byte before is a lead of three bytes or more, or the third a lead of four
  const third = i8x16.sub_sat_u(v128.load(p - 2), i8x16.splat(0x60));
  const fourth = i8x16.sub_sat_u(v128.load(p - 3), i8x16.splat(0x70));
  const expected = v128.and(v128.or(third, fourth), i8x16.splat(-0x80));
  return <u32>i8x16.bitmask(i8x16.ne(possible, expected));
}
