// One item against those of a group whose siblings are near.
import { NO_ID, siblingsOf } from './chunk';
import { equal, forget, found, near } from './found';

// The chunk that has the group, and how a value is assembled from its parts.
let rests: usize = 0;
let siblings: usize = 0;
let siblingShift: u64 = 0;
let otherShift: u64 = 0;

export function beginQuarter(quarter: u32): void {
  siblingShift = <u64>((quarter ^ 1) << 4);
  otherShift = quarter < 2 ? 32 : 0;
}

export function lookIn(chunk: usize, n: u32): void {
  rests = chunk;
  siblings = siblingsOf(chunk, n);
}

// Compares item i with those of [from, to) whose siblings differ from its own in at most 1 bit. An item that repeats another
// loses its id, so that it is skipped from then on.
export function lookAgain(from: u32, to: u32, i: u32): void {
  const id = load<u32>(rests + ((<usize>i) << 3), 4);
  if (id === NO_ID) return;
  const own = load<u16>(siblings + ((<usize>i) << 1));
  const rest = load<u32>(rests + ((<usize>i) << 3));
  const sibling = i16x8.splat(own);
  const minusOne = i16x8.splat(-1);
  const zero = i16x8.splat(0);
  const mark = found;
  for (let j = from; j < to; j += 16) {
    const p = siblings + ((<usize>j) << 1);
    let x0 = v128.xor(sibling, v128.load(p));
    let x1 = v128.xor(sibling, v128.load(p, 16));
    x0 = v128.and(x0, i16x8.add(x0, minusOne));
    x1 = v128.and(x1, i16x8.add(x1, minusOne));
    for (let lanes = lanesOf(i16x8.eq(x0, zero), i16x8.eq(x1, zero), to - j); lanes !== 0; lanes &= lanes - 1) {
      const other = <usize>(j + ctz<u32>(lanes));
      const x = rest ^ load<u32>(rests + (other << 3));
      const y = <u64>(own ^ load<u16>(siblings + (other << 1)));
      if (popcnt<u32>(x) + u32(y !== 0) > 3) continue;
      const otherId = load<u32>(rests + (other << 3), 4);
      if (otherId === NO_ID) continue;
      if (x === 0 && y === 0) {
        // pairs found before are those of its twin
        forget(mark);
        equal(otherId, id);
        store<u32>(rests + ((<usize>i) << 3), NO_ID, 4);
        return;
      }
      near(((<u64>x) << otherShift) | (y << siblingShift), otherId, id);
    }
  }
}

// One bit for each of 16 lanes of 16 bits, all ones or all zeros; only the first `count` count.
// @inline
export function lanesOf(a: v128, b: v128, count: u32): u32 {
  const lanes = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(a, b));
  return lanes & (0xffff >> (16 - min(count, 16)));
}
