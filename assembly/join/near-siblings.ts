// One item of a bucket against those whose siblings are near.
import { equal, forget, found, near } from "./found";
import { room } from "./workspace";

// In place of the id of a duplicate. No fingerprint has it: a join takes fewer than 2^32 - 1.
const NO_ID: u32 = 0xFFFFFFFF;

// Compares item i with those of [from, to) whose siblings, their `quarter`s, u16 at `room`, differ from its own in at most 1 bit. A duplicate loses
// its id, so that it is passed over from then on.
export function lookAgain(values: usize, ids: usize, from: u32, to: u32, i: u32, quarter: u32): void {
  const value = load<u64>(values + (<usize>i << 3));
  const id = load<u32>(ids + (<usize>i << 2));
  if (id == NO_ID) return;
  const sibling = i16x8.splat(<i16>(value >> <u64>(quarter << 4)));
  const minusOne = i16x8.splat(-1);
  const zero = i16x8.splat(0);
  const mark = found;
  for (let j = from; j < to; j += 16) {
    const p = room + (<usize>j << 1);
    let x0 = v128.xor(sibling, v128.load(p));
    let x1 = v128.xor(sibling, v128.load(p, 16));
    x0 = v128.and(x0, i16x8.add(x0, minusOne));
    x1 = v128.and(x1, i16x8.add(x1, minusOne));
    let lanes = <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x0, zero), i16x8.eq(x1, zero)));
    if (to - j < 16) lanes &= ((<u32>1 << (to - j)) - 1);
    for (; lanes != 0; lanes &= lanes - 1) {
      const other = <usize>(j + ctz<u32>(lanes));
      const x = value ^ load<u64>(values + (other << 3));
      if (popcnt<u64>(x) > 3) continue;
      const otherId = load<u32>(ids + (other << 2));
      if (otherId == NO_ID) continue;
      if (x == 0) {
        // what was found before was its twin's already
        forget(mark);
        equal(otherId, id);
        store<u32>(ids + (<usize>i << 2), NO_ID);
        return;
      }
      near(x, otherId, id);
    }
  }
}
