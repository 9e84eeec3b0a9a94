// Distance 3 by quarters. At most 3 differing bits leave one 32-bit half with at most 1 of them; one 16-bit quarter of that
// half then agrees, and the other, its sibling, differs in at most 1 bit. So items are grouped by a quarter, and in a
// group only pairs are looked at whose siblings differ by x with x & (x - 1) == 0: 8 pairs in 3 instructions.
import { allow, equal, forbid, forget, found, near } from "./found";
import { collapse, compare } from "./compare";
import { heavyRun } from "./heavy";
import { countBits, scatterByBits, sumOfSquares, toStarts } from "./partition";
import { giveBack, room, siblings, take } from "./workspace";

// Up to this many items every sibling is held against every other; `siblings` has room for these and 32 more.
const SMALL: u32 = 256;
// Comparisons an item may cost before the bits that vary are looked for.
const TOLERABLE: u64 = 64;

// Finds the pairs of n items that agree in `quarter`.
export function quarterBucket(values: usize, ids: usize, n: u32, quarter: u32): void {
  const shift = <u64>((quarter ^ 1) << 4);
  if (n <= SMALL) smallBucket(values, ids, n, shift);
  else largeBucket(values, ids, n, shift);
}

function smallBucket(values: usize, ids: usize, n: u32, shift: u64): void {
  const minusOne = i16x8.splat(-1);
  const zero = i16x8.splat(0);
  let kept: usize = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    const value = load<u64>(values + (i << 3));
    const sibling = i16x8.splat(<i16>(value >> shift));
    const mark = found;
    let twin: usize = -1;
    for (let j: usize = 0; j < kept; j += 32) {
      const p = siblings + (j << 1);
      let x0 = v128.xor(sibling, v128.load(p));
      let x1 = v128.xor(sibling, v128.load(p, 16));
      let x2 = v128.xor(sibling, v128.load(p, 32));
      let x3 = v128.xor(sibling, v128.load(p, 48));
      x0 = v128.and(x0, i16x8.add(x0, minusOne));
      x1 = v128.and(x1, i16x8.add(x1, minusOne));
      x2 = v128.and(x2, i16x8.add(x2, minusOne));
      x3 = v128.and(x3, i16x8.add(x3, minusOne));
      if (i16x8.all_true(i16x8.min_u(i16x8.min_u(x0, x1), i16x8.min_u(x2, x3)))) continue;
      let lanes =
        <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x0, zero), i16x8.eq(x1, zero))) |
        (<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x2, zero), i16x8.eq(x3, zero))) << 16);
      // the lanes after the last item hold anything
      if (kept - j < 32) lanes &= (<u32>1 << <u32>(kept - j)) - 1;
      for (; lanes != 0; lanes &= lanes - 1) {
        const other = j + <usize>ctz<u32>(lanes);
        const x = value ^ load<u64>(values + (other << 3));
        if (x == 0) {
          twin = other;
          break;
        }
        if (popcnt<u64>(x) <= 3) near(x, load<u32>(ids + (other << 2)), load<u32>(ids + (i << 2)));
      }
      if (twin != -1) break;
    }
    if (twin != -1) {
      forget(mark);
      equal(load<u32>(ids + (twin << 2)), load<u32>(ids + (i << 2)));
      continue;
    }
    store<u16>(siblings + (kept << 1), <u16>(value >> shift));
    if (kept != i) {
      store<u64>(values + (kept << 3), value);
      store<u32>(ids + (kept << 2), load<u32>(ids + (i << 2)));
    }
    kept++;
  }
}

// At most 1 differing bit leaves one byte of the sibling as it is: first the pairs that agree in its low byte, then, of
// those that do not, the pairs that agree in its high byte.
function largeBucket(values: usize, ids: usize, n: u32, shift: u64): void {
  const lows = take(1024);
  const highs = take(1024);
  countBits(values, n, shift, 8, lows);
  countBits(values, n, shift + 8, 8, highs);
  if (sumOfSquares(lows, 256) + sumOfSquares(highs, 256) > TOLERABLE * <u64>n) {
    heavyRun(values, ids, collapse(values, ids, n, room));
  } else {
    compareByByte(values, ids, n, shift, lows);
    forbid(<u64>0xff << shift);
    compareByByte(values, ids, n, shift + 8, highs);
    allow(0);
  }
  giveBack(2048);
}

function compareByByte(values: usize, ids: usize, n: u32, shift: u64, counts: usize): void {
  toStarts(counts, 256);
  scatterByBits(values, ids, n, shift, 0xff, room, counts);
  const roomIds = room + (<usize>n << 3);
  let from: u32 = 0;
  for (let byte: usize = 0; byte < 256; byte++) {
    const to = load<u32>(counts + (byte << 2));
    if (to - from > 1) compare(room + (<usize>from << 3), roomIds + (<usize>from << 2), to - from);
    from = to;
  }
}
