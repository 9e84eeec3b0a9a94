// Distance 3 by quarters. At most 3 differing bits leave one 32-bit half with at most 1 of them; one 16-bit quarter of that
// half then agrees, and the other, its sibling, differs in at most 1 bit. So items are put into buckets by a quarter, and
// in a bucket only pairs are looked at whose siblings differ in at most 1 bit, 17 of 65,536.
//
// Which items have such a sibling before them a bitmap tells: 65,536 bits for the siblings met so far, in which an item
// asks for 17 at once. Only an item that is answered yes is held against the others.
import { lookAgain } from "./near-siblings";
import { collapse } from "./compare";
import { heavyRun } from "./heavy";
import { RECORD_BYTES, toStarts } from "./partition";
import { giveBack, ids, room, take, values } from "./workspace";

const MET_BYTES: usize = 8192;
const NEIGHBOR_BYTES: usize = 512;
// A group should have this many items or more, and there should be no more than 1 << MAX_GROUP_BITS groups in a bucket.
const GROUP: u32 = 32;
const MAX_GROUP_BITS: u32 = 7;
// Up to this size a bucket is never heavy; above, it is where more than three of four items have a sibling near.
const NEVER_HEAVY: u32 = 512;

let met: usize = 0;
let neighbors: usize = 0;

// Finds the pairs of n records that agree in `quarter`. In its bits from `shift` on all of them do.
export function quarterChunk(records: usize, n: u32, quarter: u32, shift: u32): void {
  const bucketBits = shift - (quarter << 4);
  const groupBits = min(MAX_GROUP_BITS, 31 - clz<u32>((n >> bucketBits) / GROUP | 1));
  const endBytes = <usize>4 << (bucketBits + groupBits);
  met = take(MET_BYTES + NEIGHBOR_BYTES + endBytes);
  neighbors = met + MET_BYTES;
  const ends = neighbors + NEIGHBOR_BYTES;
  memory.fill(met, 0, MET_BYTES);
  listNeighbors();
  unpack(records, n, quarter, bucketBits, groupBits, ends);
  let from: u32 = 0;
  for (let key: usize = 0; key < <usize>1 << bucketBits; key++) {
    const groupEnds = ends + ((key << groupBits) << 2);
    const to = load<u32>(groupEnds + (((<usize>1 << groupBits) - 1) << 2));
    if (to - from > 1) bucket(from, to, groupEnds, groupBits, quarter ^ 1);
    from = to;
  }
  giveBack(MET_BYTES + NEIGHBOR_BYTES + endBytes);
}

// For each of 64 bits: itself, and the six whose numbers differ from its own in one bit.
function listNeighbors(): void {
  for (let bit: u64 = 0; bit < 64; bit++) {
    let near: u64 = 1 << bit;
    for (let flip: u64 = 1; flip < 64; flip <<= 1) near |= 1 << (bit ^ flip);
    store<u64>(neighbors + (<usize>bit << 3), near);
  }
}

function bucket(from: u32, to: u32, groupEnds: usize, groupBits: u32, sibling: u32): void {
  const n = to - from;
  const bucketValues = values + (<usize>from << 3);
  const bucketIds = ids + (<usize>from << 2);
  const hits = room + ((<usize>n << 1) + 32);
  const count = meetSiblings(bucketValues + (<usize>sibling << 1), n, hits);
  if (n > NEVER_HEAVY && count > n - (n >> 2)) {
    forgetSiblings(n);
    heavyRun(bucketValues, bucketIds, collapse(bucketValues, bucketIds, n, room));
    return;
  }
  const groupShift = 16 - groupBits;
  for (let hit = hits; hit < hits + (<usize>count << 2); hit += 4) {
    const i = load<u32>(hit);
    const own = <u32>load<u16>(room + (<usize>i << 1));
    const group = own >> groupShift;
    lookAgain(bucketValues, bucketIds, groupStart(groupEnds, group, from), i, i, sibling);
    // near siblings in another group differ in a bit of its number, and the groups after it come later
    for (let bits = group; bits != 0; bits &= bits - 1) {
      const bit = bits & (0 - bits);
      if (!isMet(own ^ (bit << groupShift))) continue;
      const other = group ^ bit;
      lookAgain(bucketValues, bucketIds, groupStart(groupEnds, other, from), groupEnd(groupEnds, other) - from, i, sibling);
    }
  }
  forgetSiblings(n);
}

@inline
function isMet(sibling: u32): bool {
  return <bool>((load<u64>(met + (<usize>(sibling >> 6) << 3)) >> <u64>(sibling & 63)) & 1);
}

function forgetSiblings(n: u32): void {
  const words = met;
  const copies = room;
  for (let i: usize = 0; i < <usize>n; i++) store<u64>(words + ((<usize>load<u16>(copies + (i << 1)) >> 6) << 3), 0);
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

// Copies the n siblings to `room`, for eight to be loaded at once, and lists at `hits` the items with a near sibling before them.
function meetSiblings(siblings: usize, n: u32, hits: usize): u32 {
  const copies = room;
  const words = met;
  const masks = neighbors;
  let hit = hits;
  for (let i: usize = 0; i < <usize>n; i++) {
    const sibling = <usize>load<u16>(siblings + (i << 3));
    store<u16>(copies + (i << 1), <u16>sibling);
    // the low six bits of a sibling say which bit, the high ten which word
    const at = (sibling >> 6) << 3;
    const own = load<u64>(words + at);
    const others = load<u64>(words + (at ^ 8)) | load<u64>(words + (at ^ 16)) | load<u64>(words + (at ^ 32))
      | load<u64>(words + (at ^ 64)) | load<u64>(words + (at ^ 128)) | load<u64>(words + (at ^ 256))
      | load<u64>(words + (at ^ 512)) | load<u64>(words + (at ^ 1024)) | load<u64>(words + (at ^ 2048))
      | load<u64>(words + (at ^ 4096));
    const bit = <u64>1 << <u64>(sibling & 63);
    const near = (own & load<u64>(masks + ((sibling & 63) << 3))) | (others & bit);
    store<u64>(words + at, own | bit);
    store<u32>(hit, <u32>i);
    hit += <usize>(near != 0) << 2;
  }
  return <u32>((hit - hits) >> 2);
}

// Sorts records into values and ids: by the lowest bits of the quarter, then by the highest bits of the sibling.
function unpack(records: usize, n: u32, quarter: u32, bucketBits: u32, groupBits: u32, ends: usize): void {
  const shift = <u64>(quarter << 4);
  const groupShift = <u64>(((quarter ^ 1) << 4) + 16 - groupBits);
  const bucketMask: u64 = (1 << bucketBits) - 1;
  const groupMask: u64 = (1 << groupBits) - 1;
  const toValues = values;
  const toIds = ids;
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
    store<u64>(toValues + (target << 3), value);
    store<u32>(toIds + (target << 2), load<u32>(p, 8));
  }
}
