// Distance 3 by quarters. At most 3 differing bits leave one 32-bit half with at most 1; one 16-bit quarter of that
// half then agrees, and the other, its sibling, differs in at most 1 bit. So items are put into buckets by a quarter, and
// in a bucket only pairs are compared whose siblings differ in at most 1 bit, 17 of 65,536.
//
// A bitmap says which items have such a sibling before them: 65,536 bits for the siblings met so far, in which
// 17 are tested at once. Only an item for which one is set is compared with the others.
import { startBytes } from '../../src/engines/layouts/join-memory';
import { NO_ID, siblingsOf, sortChunk } from './chunk';
import { collapse } from './compare';
import { heavyRun } from './heavy';
import { beginMet, endMet, forget, isMet, meetNear } from './met';
import { beginQuarter, lookAgain, lookIn } from './near-siblings';
import { giveBack, ids, room, sorted, take, values } from './workspace';

// A group should have this many items or more, and there should be no more than 1 << MAX_GROUP_BITS groups in a bucket.
const GROUP_ITEMS: u32 = 32;
const MAX_GROUP_BITS: u32 = 7;
// Up to this size a bucket is never heavy; above, it is heavy if more than three of four items have a near sibling.
const HEAVY_ABOVE: u32 = 512;

// Finds the pairs of n records that agree in `quarter`. All records agree in its bits from `shift` on.
export function quarterChunk(records: usize, n: u32, quarter: u32, shift: u32): void {
  const bucketBits = shift - (quarter << 4);
  const groupBits = min(MAX_GROUP_BITS, 31 - clz<u32>(((n >> bucketBits) / GROUP_ITEMS) | 1));
  const bytes = startBytes(bucketBits, groupBits);
  const starts = take(bytes);
  sortChunk(records, n, bucketBits, groupBits, starts, sorted);
  beginMet();
  beginQuarter(quarter);
  lookIn(sorted, n);
  for (let key: usize = 0; key < (<usize>1) << bucketBits; key++) {
    bucket(n, starts + ((key << groupBits) << 2), groupBits, quarter);
  }
  endMet();
  giveBack(bytes);
}

// The pairs of a bucket. It calls functions for its loops, because several loops in one function have too few registers.
function bucket(n: u32, groups: usize, groupBits: u32, quarter: u32): void {
  const from = load<u32>(groups);
  const size = load<u32>(groups + ((<usize>4) << groupBits)) - from;
  if (size === 0) return;
  const siblings = siblingsOf(sorted, n) + ((<usize>from) << 1);
  const count = meetNear(siblings, size, room);
  if (isHeavy(size, count)) heavyBucket(n, from, size, quarter);
  else lookAtHits(n, from, count, groups, groupBits);
  forget(siblings, size);
}

// @inline
function isHeavy(size: u32, count: u32): bool {
  return size > HEAVY_ABOVE && count > size - (size >> 2);
}

// Compares the items that `room` lists with those before them.
function lookAtHits(n: u32, from: u32, count: u32, groups: usize, groupBits: u32): void {
  const groupMask = ((<u32>1) << groupBits) - 1;
  for (let hit = room; hit < room + ((<usize>count) << 2); hit += 4) {
    const i = from + load<u32>(hit);
    const own = <u32>load<u16>(siblingsOf(sorted, n) + ((<usize>i) << 1));
    const group = own & groupMask;
    lookAgain(load<u32>(groups + ((<usize>group) << 2)), i, i);
    // near siblings in another group differ in a bit of its number, and the groups after it come later
    for (let bits = group; bits !== 0; bits &= bits - 1) {
      const bit = bits & (0 - bits);
      if (!isMet(own ^ bit)) continue;
      const other = groups + ((<usize>(group ^ bit)) << 2);
      lookAgain(load<u32>(other), load<u32>(other, 4), i);
    }
  }
}

// All items of the bucket agree in the quarter, so it is left out of their values.
function heavyBucket(n: u32, from: u32, size: u32, quarter: u32): void {
  const siblingShift = <u64>((quarter ^ 1) << 4);
  const otherShift: u64 = quarter < 2 ? 32 : 0;
  const rests = sorted + ((<usize>from) << 3);
  const siblings = siblingsOf(sorted, n) + ((<usize>from) << 1);
  for (let i: usize = 0; i < <usize>size; i++) {
    const other = (<u64>load<u32>(rests + (i << 3))) << otherShift;
    store<u64>(values + (i << 3), other | ((<u64>load<u16>(siblings + (i << 1))) << siblingShift));
    store<u32>(ids + (i << 2), load<u32>(rests + (i << 3), 4));
  }
  const kept = collapse(values, ids, size, room);
  // those left are still in their order
  let next: usize = 0;
  for (let i: usize = 0; i < <usize>size; i++) {
    const rest = rests + (i << 3);
    if (next < <usize>kept && load<u32>(rest, 4) === load<u32>(ids + (next << 2))) next++;
    else store<u32>(rest, NO_ID, 4);
  }
  heavyRun(values, ids, kept);
}
