// Items of two buckets whose siblings are the same.
import { NO_ID, siblingsOf } from './chunk';
import { near } from './found';
import { lanesOf } from './near-siblings';
import { giveBack, take } from './workspace';

// Items that have the same sibling are listed first, each two by their addresses and the bit in which their quarters differ, u32
// each: compared later they wait for memory together. Room for the list, and for 16 more.
const ENTRY_BYTES: usize = 12;
const LIST_BYTES: usize = 1024 * ENTRY_BYTES;
const MORE_BYTES: usize = 16 * ENTRY_BYTES;

// The chunks of the two buckets: the current one, and one before it.
let rests: usize = 0;
let siblings: usize = 0;
let restsBefore: usize = 0;
let siblingsBefore: usize = 0;
let otherShift: u64 = 0;
let quarterShift: u64 = 0;
let difference: u32 = 0;
let list: usize = 0;
let listed: usize = 0;

export function takeTurn(chunk: usize, n: u32, quarter: u32): void {
  rests = chunk;
  siblings = siblingsOf(chunk, n);
  otherShift = quarter < 2 ? 32 : 0;
  quarterShift = <u64>(quarter << 4);
  list = take(LIST_BYTES + MORE_BYTES);
  listed = list;
}

export function endTurn(): void {
  compareListed();
  giveBack(LIST_BYTES + MORE_BYTES);
}

export function lookBefore(chunk: usize, n: u32, bit: u32): void {
  restsBefore = chunk;
  siblingsBefore = siblingsOf(chunk, n);
  difference = bit;
}

// Compares the items of two buckets that have the same sibling. A list of places at which the bitmaps `fold` and `foldBefore`
// have a bit in common says where they can be.
export function compareSame(
  fold: usize,
  foldBefore: usize,
  places: usize,
  end: usize,
  groups: usize,
  groupsBefore: usize,
  foldBits: u32,
  groupBits: u32,
): void {
  const mask = i16x8.splat(<i16>(((<u32>1) << foldBits) - 1));
  const groupMask = ((<u32>1) << groupBits) - 1;
  for (let place = places; place < end; place += 4) {
    const at = <usize>load<u32>(place);
    let low = load<u64>(fold + at) & load<u64>(foldBefore + at);
    let high = load<u64>(fold + at, 8) & load<u64>(foldBefore + at, 8);
    do {
      // one bit after the other, those of the high word last
      const isLow = low !== 0;
      const bits = isLow ? low : high;
      const folded = ((<u32>at) << 3) + (isLow ? 0 : 64) + <u32>ctz<u64>(bits);
      high = isLow ? high : high & (high - 1);
      low = isLow ? low & (low - 1) : low;
      const group = (<usize>(folded & groupMask)) << 2;
      const to = load<u32>(groups + group, 4);
      const fromBefore = load<u32>(groupsBefore + group);
      const toBefore = load<u32>(groupsBefore + group, 4);
      const wanted = i16x8.splat(<i16>folded);
      let i = load<u32>(groups + group);
      // most groups are no larger than 16
      do {
        const p = siblings + ((<usize>i) << 1);
        const a = i16x8.eq(wanted, v128.and(mask, v128.load(p)));
        const b = i16x8.eq(wanted, v128.and(mask, v128.load(p, 16)));
        for (let lanes = lanesOf(a, b, to - i); lanes !== 0; lanes &= lanes - 1) {
          listSame(i + ctz<u32>(lanes), fromBefore, toBefore);
        }
        i += 16;
      } while (i < to);
    } while ((low | high) !== 0);
  }
}

// Lists item i with those of [from, to) before that have its sibling.
// @inline
function listSame(i: u32, from: u32, to: u32): void {
  const sibling = i16x8.splat(load<u16>(siblings + ((<usize>i) << 1)));
  let j = from;
  let next = listed;
  do {
    const p = siblingsBefore + ((<usize>j) << 1);
    const a = i16x8.eq(sibling, v128.load(p));
    const b = i16x8.eq(sibling, v128.load(p, 16));
    let lanes = lanesOf(a, b, to - j);
    do {
      store<u32>(next, <u32>rests + (i << 3));
      store<u32>(next, <u32>restsBefore + ((j + ctz<u32>(lanes)) << 3), 4);
      store<u32>(next, difference, 8);
      next += lanes !== 0 ? ENTRY_BYTES : 0;
      lanes &= lanes - 1;
    } while (lanes !== 0);
    listed = next;
    if (next > list + LIST_BYTES) {
      compareListed();
      next = list;
    }
    j += 16;
  } while (j < to);
}

function compareListed(): void {
  for (let p = list; p < listed; p += ENTRY_BYTES) {
    const item = <usize>load<u32>(p);
    const before = <usize>load<u32>(p, 4);
    const x = load<u32>(item) ^ load<u32>(before);
    if (popcnt<u32>(x) > 2) continue;
    const id = load<u32>(item, 4);
    const idBefore = load<u32>(before, 4);
    if (id === NO_ID || idBefore === NO_ID) continue;
    near(((<u64>x) << otherShift) | ((<u64>load<u32>(p, 8)) << quarterShift), idBefore, id);
  }
  listed = list;
}
