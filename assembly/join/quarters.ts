// Distance 3 by quarters. At most 3 differing bits leave one 32-bit half with at most 1 of them; one 16-bit quarter of that
// half then agrees, and the other, its sibling, differs in at most 1 bit. So items are put into buckets by a quarter, and
// in a bucket only pairs are looked at whose siblings differ in at most 1 bit, 17 of 65,536.
//
// Large buckets are divided into groups by the highest bits of the sibling. Near siblings are in the same group, or in
// groups whose numbers differ in one bit, and then the rest of them is equal.
import { lookAgain } from "./near-siblings";
import { collapse } from "./compare";
import { heavyRun } from "./heavy";
import { RECORD_BYTES, toStarts } from "./partition";
import { giveBack, ids, room, take, values } from "./workspace";

// A group should have this many items or more, and there should be no more than 1 << MAX_GROUP_BITS groups in a bucket.
const GROUP: u32 = 40;
const MAX_GROUP_BITS: u32 = 5;
// Up to this size a bucket is never heavy; above, it is where an item would be held against this many others or more.
const NEVER_HEAVY: u32 = 512;
const TOLERABLE: u64 = 1024;

// Finds the pairs of n records that agree in `quarter`. In its bits from `shift` on all of them do.
export function quarterChunk(records: usize, n: u32, quarter: u32, shift: u32): void {
  const bucketBits = shift - (quarter << 4);
  const groupBits = min(MAX_GROUP_BITS, 31 - clz<u32>((n >> bucketBits) / GROUP | 1));
  const groups: u32 = 1 << groupBits;
  const endBytes = <usize>4 << (bucketBits + groupBits);
  const ends = take(endBytes);
  unpack(records, n, quarter, bucketBits, groupBits, ends);
  const siblingShift = <u64>((quarter ^ 1) << 4);
  let from: u32 = 0;
  for (let key: usize = 0; key < <usize>1 << bucketBits; key++) {
    const groupEnds = ends + ((key << groupBits) << 2);
    const to = load<u32>(groupEnds + (<usize>(groups - 1) << 2));
    if (to - from > 1) bucket(from, to, groupEnds, groups, siblingShift);
    from = to;
  }
  giveBack(endBytes);
}

function bucket(from: u32, to: u32, groupEnds: usize, groups: u32, shift: u64): void {
  const n = to - from;
  const bucketValues = values + (<usize>from << 3);
  const bucketIds = ids + (<usize>from << 2);
  if (n > NEVER_HEAVY && isHeavy(from, n, groupEnds, groups)) {
    heavyRun(bucketValues, bucketIds, collapse(bucketValues, bucketIds, n, room));
    return;
  }
  // the siblings, for eight to be loaded at once
  for (let i: usize = 0; i < <usize>n; i++) {
    store<u16>(room + (i << 1), <u16>(load<u64>(bucketValues + (i << 3)) >> shift));
  }
  let start: u32 = 0;
  for (let group: u32 = 0; group < groups; group++) {
    const end = load<u32>(groupEnds + (<usize>group << 2)) - from;
    if (end > start) compareGroup(bucketValues, bucketIds, from, start, end, group, groupEnds, groups, shift);
    start = end;
  }
}

function isHeavy(from: u32, n: u32, groupEnds: usize, groups: u32): bool {
  let squares: u64 = 0;
  let start = from;
  for (let group: usize = 0; group < <usize>groups; group++) {
    const end = load<u32>(groupEnds + (group << 2));
    squares += <u64>(end - start) * <u64>(end - start);
    start = end;
  }
  return squares > TOLERABLE * <u64>n;
}

// Holds the items [start, end) of a bucket against those before them in their group, and those in the groups before that differ
// in one bit. Four items at a time, eight others to a vector, with no branch in between; only where one of the
// eight was near, one item in ten, is it looked at again.
function compareGroup(
  bucketValues: usize, bucketIds: usize, from: u32, start: u32, end: u32, group: u32, groupEnds: usize, groups: u32,
  shift: u64,
): void {
  const first = room + (<usize>start << 1);
  const minusOne = i16x8.splat(-1);
  const lanes = i16x8(0, 1, 2, 3, 4, 5, 6, 7);
  for (let i = start; i < end; i += 4) {
    const own = room + (<usize>i << 1);
    const s0 = v128.load_splat<u16>(own);
    const s1 = v128.load_splat<u16>(own, 2);
    const s2 = v128.load_splat<u16>(own, 4);
    const s3 = v128.load_splat<u16>(own, 6);
    // the vector that holds the items themselves: only the lanes before each count
    const lane = <i16>((i - start) & 7);
    const diagonal = own - (<usize>lane << 1);
    let other = v128.load(diagonal);
    // the smallest x & (x - 1) of every lane: 0 if any sibling was near
    let nearest0 = v128.or(oneBitOff(s0, other, minusOne), i16x8.ge_s(lanes, i16x8.splat(lane)));
    let nearest1 = v128.or(oneBitOff(s1, other, minusOne), i16x8.gt_s(lanes, i16x8.splat(lane)));
    let nearest2 = v128.or(oneBitOff(s2, other, minusOne), i16x8.gt_s(lanes, i16x8.splat(lane + 1)));
    let nearest3 = v128.or(oneBitOff(s3, other, minusOne), i16x8.gt_s(lanes, i16x8.splat(lane + 2)));
    for (let p = first; p < diagonal; p += 16) {
      other = v128.load(p);
      nearest0 = i16x8.min_u(nearest0, oneBitOff(s0, other, minusOne));
      nearest1 = i16x8.min_u(nearest1, oneBitOff(s1, other, minusOne));
      nearest2 = i16x8.min_u(nearest2, oneBitOff(s2, other, minusOne));
      nearest3 = i16x8.min_u(nearest3, oneBitOff(s3, other, minusOne));
    }
    if (!i16x8.all_true(i16x8.min_u(i16x8.min_u(nearest0, nearest1), i16x8.min_u(nearest2, nearest3)))) {
      const rest = end - i;
      if (!i16x8.all_true(nearest0)) lookAgain(bucketValues, bucketIds, start, i, i, shift);
      if (!i16x8.all_true(nearest1) && rest > 1) lookAgain(bucketValues, bucketIds, start, i + 1, i + 1, shift);
      if (!i16x8.all_true(nearest2) && rest > 2) lookAgain(bucketValues, bucketIds, start, i + 2, i + 2, shift);
      if (!i16x8.all_true(nearest3) && rest > 3) lookAgain(bucketValues, bucketIds, start, i + 3, i + 3, shift);
    }
    for (let bits = group; bits != 0; bits &= bits - 1) {
      const bit = bits & (0 - bits);
      const flip = i16x8.splat(<i16>(bit * (65536 / groups)));
      const t0 = v128.xor(s0, flip);
      const t1 = v128.xor(s1, flip);
      const t2 = v128.xor(s2, flip);
      const t3 = v128.xor(s3, flip);
      const otherStart = groupStart(groupEnds, group ^ bit, from);
      const otherEnd = groupEnd(groupEnds, group ^ bit) - from;
      const last = room + (<usize>otherEnd << 1);
      let equal0 = i16x8.splat(0);
      let equal1 = equal0;
      let equal2 = equal0;
      let equal3 = equal0;
      // the lanes after a group hold larger siblings or anything: at worst an item is looked at again in vain
      for (let p = room + (<usize>otherStart << 1); p < last; p += 16) {
        other = v128.load(p);
        equal0 = v128.or(equal0, i16x8.eq(t0, other));
        equal1 = v128.or(equal1, i16x8.eq(t1, other));
        equal2 = v128.or(equal2, i16x8.eq(t2, other));
        equal3 = v128.or(equal3, i16x8.eq(t3, other));
      }
      if (v128.any_true(v128.or(v128.or(equal0, equal1), v128.or(equal2, equal3)))) {
        const rest = end - i;
        if (v128.any_true(equal0)) lookAgain(bucketValues, bucketIds, otherStart, otherEnd, i, shift);
        if (v128.any_true(equal1) && rest > 1) lookAgain(bucketValues, bucketIds, otherStart, otherEnd, i + 1, shift);
        if (v128.any_true(equal2) && rest > 2) lookAgain(bucketValues, bucketIds, otherStart, otherEnd, i + 2, shift);
        if (v128.any_true(equal3) && rest > 3) lookAgain(bucketValues, bucketIds, otherStart, otherEnd, i + 3, shift);
      }
    }
  }
}

// Where a group ends, and where it starts in a bucket that begins at `from`.
@inline
function groupEnd(groupEnds: usize, group: u32): u32 {
  return load<u32>(groupEnds + (<usize>group << 2));
}

@inline
function groupStart(groupEnds: usize, group: u32, from: u32): u32 {
  return group == 0 ? 0 : groupEnd(groupEnds, group - 1) - from;
}

// x & (x - 1) of every lane: 0 where siblings differ in at most one bit.
@inline
function oneBitOff(a: v128, b: v128, minusOne: v128): v128 {
  const x = v128.xor(a, b);
  return v128.and(x, i16x8.add(x, minusOne));
}

// Sorts records into values and ids: by the lowest bits of the quarter, then by the highest bits of the sibling.
function unpack(records: usize, n: u32, quarter: u32, bucketBits: u32, groupBits: u32, ends: usize): void {
  const shift = <u64>(quarter << 4);
  const groupShift = <u64>(((quarter ^ 1) << 4) + 16 - groupBits);
  const bucketMask: u64 = (1 << bucketBits) - 1;
  const groupMask: u64 = (1 << groupBits) - 1;
  const last = records + <usize>n * RECORD_BYTES;
  memory.fill(ends, 0, <usize>4 << (bucketBits + groupBits));
  for (let p = records; p < last; p += RECORD_BYTES) {
    const value = load<u64>(p);
    const key = (((value >> shift) & bucketMask) << <u64>groupBits) | ((value >> groupShift) & groupMask);
    const at = ends + (<usize>key << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  toStarts(ends, 1 << (bucketBits + groupBits));
  for (let p = records; p < last; p += RECORD_BYTES) {
    const value = load<u64>(p);
    const key = (((value >> shift) & bucketMask) << <u64>groupBits) | ((value >> groupShift) & groupMask);
    const at = ends + (<usize>key << 2);
    const target = <usize>load<u32>(at);
    store<u32>(at, <u32>target + 1);
    store<u64>(values + (target << 3), value);
    store<u32>(ids + (target << 2), load<u32>(p, 8));
  }
}
