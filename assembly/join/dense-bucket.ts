// One dense bucket: records that agree in a quarter become a bitmap of their siblings, and items in the order of these.
import { RECORD_BYTES } from '../../src/engines/layouts/join-memory';
import { Bucket, firstsOf, hasSibling, MAP_BYTES, nearItems, placeOf, WORDS } from './dense-compare';
import { equal, forget, found } from './found';
import { lanesOf } from './near-siblings';
import { room, sorted, take } from './workspace';

// Of the list of records whose sibling has neighbors in its word: which these are u64, and the address of the record.
const NEIGHBOR_BYTES: usize = 12;

let siblingShift: u64 = 0;
// u64[64]: for every bit of a word those whose numbers differ from its own in one bit.
let neighbors: usize = 0;

// Takes memory that is never released: `layOut` begins again.
export function beginBuckets(quarter: u32): void {
  siblingShift = <u64>((quarter ^ 1) << 4);
  neighbors = take(512);
  for (let bit: u32 = 0; bit < 64; bit++) {
    let mask: u64 = 0;
    for (let flip: u32 = 1; flip < 64; flip <<= 1) mask |= (<u64>1) << (<u64>(bit ^ flip));
    store<u64>(neighbors + ((<usize>bit) << 3), mask);
  }
}

// Where records are listed whose siblings have neighbors before them.
let neighborsEnd: usize = 0;

// Makes the bitmap of n records, lists those that repeat a sibling at `sorted`, u32, and at `room` those with a neighbor before them in
// the same word. Returns how many siblings are repeated.
export function countSiblings(bucket: Bucket, records: usize, n: u32): u32 {
  const map = bucket.map;
  const zero = i64x2.splat(0);
  for (let at: usize = 0; at < MAP_BYTES; at += 16) v128.store(map + at, zero);
  const masks = neighbors;
  const end = records + <usize>n * RECORD_BYTES;
  let repeated = sorted;
  let near = room;
  for (let p = records; p < end; p += RECORD_BYTES) {
    const sibling = <u64>load<u16>(p);
    const word = map + ((<usize>(sibling >> 6)) << 3);
    const met = load<u64>(word);
    store<u64>(word, met | ((<u64>1) << sibling));
    const isRepeated = (met >> sibling) & 1;
    store<u32>(repeated, <u32>p);
    repeated += (<usize>isRepeated) << 2;
    // nothing for one that is repeated
    const bits = met & load<u64>(masks + ((<usize>(sibling & 63)) << 3)) & (isRepeated - 1);
    store<u64>(near, bits);
    store<u32>(near, <u32>p, 8);
    near += bits !== 0 ? NEIGHBOR_BYTES : 0;
  }
  neighborsEnd = near;
  toStarts(map, bucket.starts);
  return <u32>((repeated - sorted) >> 2);
}

function toStarts(map: usize, starts: usize): void {
  let sum: u32 = 0;
  for (let word: usize = 0; word < WORDS; word++) {
    store<u16>(starts + (word << 1), <u16>sum);
    sum += <u32>popcnt<u64>(load<u64>(map + (word << 3)));
  }
  store<u16>(starts + (WORDS << 1), <u16>sum);
}

// Moves the first records of every sibling to their places; those that repeat one are written there before them.
export function placeItems(bucket: Bucket, records: usize, n: u32): void {
  const map = bucket.map;
  const starts = bucket.starts;
  const rests = bucket.rests;
  const ids = bucket.ids;
  for (let p = records + <usize>n * RECORD_BYTES; p > records; ) {
    p -= RECORD_BYTES;
    const sibling = <u64>load<u16>(p);
    const word = <usize>(sibling >> 6);
    const below = load<u64>(map + (word << 3)) & (((<u64>1) << sibling) - 1);
    const place = <usize>(<u32>load<u16>(starts + (word << 1)) + <u32>popcnt<u64>(below));
    store<u32>(rests + (place << 2), load<u32>(p, 4));
    store<u32>(ids + (place << 2), load<u32>(p, 8));
  }
}

// Moves the `count` records listed at `sorted` after the first ones, without comparing them.
export function placeRepeated(bucket: Bucket, count: u32): void {
  bucket.repeated = 0;
  for (let at = sorted; at < sorted + ((<usize>count) << 2); at += 4) {
    addRepeated(bucket, <usize>load<u32>(at));
    bucket.repeated++;
  }
}

// As above, and finds their pairs with those before them and with first ones. Items with the value of another are left out.
export function joinRepeated(bucket: Bucket, count: u32): void {
  bucket.repeated = 0;
  for (let at = sorted; at < sorted + ((<usize>count) << 2); at += 4) {
    const record = <usize>load<u32>(at);
    addRepeated(bucket, record);
    if (compareWithAll(bucket, firstsOf(bucket) + bucket.repeated, <u32>load<u16>(record))) bucket.repeated++;
  }
}

// @inline
function addRepeated(bucket: Bucket, record: usize): void {
  const place = <usize>(firstsOf(bucket) + bucket.repeated);
  store<u32>(bucket.rests + (place << 2), load<u32>(record, 4));
  store<u32>(bucket.ids + (place << 2), load<u32>(record, 8));
  store<u16>(bucket.siblings + ((<usize>bucket.repeated) << 1), load<u16>(record));
}

// Compares item i with first ones and with the repeated ones before it. False if its value equals any of these.
function compareWithAll(bucket: Bucket, i: u32, sibling: u32): bool {
  const mark = found;
  if (!compareTwo(bucket, i, placeOf(bucket, sibling), 0, mark)) return false;
  const own = i16x8.splat(<i16>sibling);
  const minusOne = i16x8.splat(-1);
  const zero = i16x8.splat(0);
  for (let k: u32 = 0; k < bucket.repeated; k += 16) {
    const p = bucket.siblings + ((<usize>k) << 1);
    let x0 = v128.xor(own, v128.load(p));
    let x1 = v128.xor(own, v128.load(p, 16));
    x0 = v128.and(x0, i16x8.add(x0, minusOne));
    x1 = v128.and(x1, i16x8.add(x1, minusOne));
    let lanes = lanesOf(i16x8.eq(x0, zero), i16x8.eq(x1, zero), bucket.repeated - k);
    for (; lanes !== 0; lanes &= lanes - 1) {
      const other = k + ctz<u32>(lanes);
      const y = sibling ^ <u32>load<u16>(bucket.siblings + ((<usize>other) << 1));
      if (!compareTwo(bucket, i, firstsOf(bucket) + other, y, mark)) return false;
    }
  }
  for (let flip: u32 = 1; flip < 65536; flip <<= 1) {
    if (hasSibling(bucket, sibling ^ flip)) compareTwo(bucket, i, placeOf(bucket, sibling ^ flip), flip, mark);
  }
  return true;
}

// Two items whose siblings differ by y. False if they have the same value; pairs of i found after `mark` are those of its twin.
// @inline
function compareTwo(bucket: Bucket, i: u32, j: u32, y: u32, mark: u32): bool {
  const x = load<u32>(bucket.rests + ((<usize>i) << 2)) ^ load<u32>(bucket.rests + ((<usize>j) << 2));
  if (popcnt<u32>(x) + u32(y !== 0) > 3) return true;
  if ((x | y) !== 0) {
    nearItems(bucket, i, bucket, j, x, (<u64>y) << siblingShift);
    return true;
  }
  forget(mark);
  equal(load<u32>(bucket.ids + ((<usize>j) << 2)), load<u32>(bucket.ids + ((<usize>i) << 2)));
  return false;
}

// Compares the first items that `countSiblings` has found neighbors for.
export function joinNeighbors(bucket: Bucket): void {
  const rests = bucket.rests;
  for (let p = room; p < neighborsEnd; p += NEIGHBOR_BYTES) {
    const record = <usize>load<u32>(p, 8);
    const sibling = <u32>load<u16>(record);
    const rest = load<u32>(record, 4);
    const word = load<u64>(bucket.map + ((<usize>(sibling >> 6)) << 3));
    const start = <u32>load<u16>(bucket.starts + ((<usize>(sibling >> 6)) << 1));
    let bits = load<u64>(p);
    do {
      const j = start + <u32>popcnt<u64>(word & (bits - 1) & ~bits);
      const x = rest ^ load<u32>(rests + ((<usize>j) << 2));
      if (popcnt<u32>(x) <= 2) {
        const y = <u64>((sibling & 63) ^ <u32>ctz<u64>(bits));
        nearItems(bucket, placeOf(bucket, sibling), bucket, j, x, y << siblingShift);
      }
      bits &= bits - 1;
    } while (bits !== 0);
  }
}
