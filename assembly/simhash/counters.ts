// Counts, for all 64 bits at once, how many hashes have the bit set.
//
// The counters are bit-sliced: plane p holds bit p of 128 counters, one for each bit of the two hashes in a
// vector. Adding is then logic: a full adder takes three planes of equal weight and gives one of the same weight (sum)
// and one of twice the weight (carry). A tree of them (Harley and Seal's) takes eight vectors at once.
//
// The fingerprint has a one if a counter is above `most`, half of the number of words. Zeros change no counter,
// so the last hashes of a document are filled up with zeros.
import { CARRIES_AT, KEEP_AT, PLANES, PLANES_AT, REST_AT, START_AT } from '../memory';

// Hashes that a tree takes at once; and the bytes of three planes.
const TREE: usize = 16;
const TREE_BYTES: usize = TREE << 3;
const TREE_PLANES: usize = 3 << 4;

// The fingerprint of fewer than 16 hashes.
//
// The counters begin with 15 - most, so that those above `most` are those that carry into 16: that carry is the
// fingerprint, and nothing is left to compare. A counter has two parts, one in each lane: either flows over, or
// their sum does.
export function fingerprintOfFew(base: usize, hashes: usize, count: usize, most: usize): u64 {
  const start = base + ((15 - most) << 6);
  let ones = v128.load(start, START_AT);
  let twos = v128.load(start, START_AT + 0x10);
  let fours = v128.load(start, START_AT + 0x20);
  let eights = v128.load(start, START_AT + 0x30);
  const keep = base + ((TREE - count) << 3);
  const a = v128.and(v128.load(hashes), v128.load(keep, KEEP_AT));
  const b = v128.and(v128.load(hashes, 16), v128.load(keep, KEEP_AT + 16));
  const c = v128.and(v128.load(hashes, 32), v128.load(keep, KEEP_AT + 32));
  const d = v128.and(v128.load(hashes, 48), v128.load(keep, KEEP_AT + 48));
  const e = v128.and(v128.load(hashes, 64), v128.load(keep, KEEP_AT + 64));
  const f = v128.and(v128.load(hashes, 80), v128.load(keep, KEEP_AT + 80));
  const g = v128.and(v128.load(hashes, 96), v128.load(keep, KEEP_AT + 96));
  const h = v128.and(v128.load(hashes, 112), v128.load(keep, KEEP_AT + 112));
  const two0 = carry(ones, a, b);
  ones = sum(ones, a, b);
  const two1 = carry(ones, c, d);
  ones = sum(ones, c, d);
  const four0 = carry(twos, two0, two1);
  twos = sum(twos, two0, two1);
  const two2 = carry(ones, e, f);
  ones = sum(ones, e, f);
  const two3 = carry(ones, g, h);
  ones = sum(ones, g, h);
  const four1 = carry(twos, two2, two3);
  twos = sum(twos, two2, two3);
  const over8 = carry(fours, four0, four1);
  fours = sum(fours, four0, four1);
  const over = v128.and(eights, over8);
  eights = v128.xor(eights, over8);
  let up = v128.and(ones, otherLane(ones));
  up = majority(twos, otherLane(twos), up);
  up = majority(fours, otherLane(fours), up);
  up = majority(eights, otherLane(eights), up);
  return firstLane(v128.or(up, v128.or(over, otherLane(over))));
}

// The fingerprint of fewer than 256 hashes: as fingerprintOfFew, with 255 and carries into 256.
export function fingerprintOfSome(base: usize, hashes: usize, count: usize, most: usize): u64 {
  const planes = base + PLANES_AT;
  const low = base + (((255 - most) & 15) << 6);
  const high = base + (((255 - most) >> 4) << 6);
  v128.store(planes, v128.load(low, START_AT));
  v128.store(planes, v128.load(low, START_AT + 0x10), 0x10);
  v128.store(planes, v128.load(low, START_AT + 0x20), 0x20);
  v128.store(planes, v128.load(low, START_AT + 0x30), 0x30);
  v128.store(planes, v128.load(high, START_AT), 0x40);
  v128.store(planes, v128.load(high, START_AT + 0x10), 0x50);
  v128.store(planes, v128.load(high, START_AT + 0x20), 0x60);
  v128.store(planes, v128.load(high, START_AT + 0x30), 0x70);
  addHashes(base, hashes, count);
  const over = v128.load(planes, 0x80);
  v128.store(planes, i64x2.splat(0), 0x80);
  let up = i64x2.splat(0);
  for (let plane = planes; plane < planes + 0x80; plane += 16) {
    const counters = v128.load(plane);
    up = majority(counters, otherLane(counters), up);
    v128.store(plane, i64x2.splat(0));
  }
  return firstLane(v128.or(up, v128.or(over, otherLane(over))));
}

// Adds hashes of a fill to those of a document of any size; `takeFingerprint` ends it.
//
// Every tree adds to three planes and carries one vector of eight times the weight. These wait until all trees are done, and are
// then added by trees of their own to the next three planes, and so on: a loop that kept more planes would run out of registers.
export function addHashes(base: usize, hashes: usize, count: usize): void {
  if (count === 0) return;
  const carries = base + CARRIES_AT;
  const rest = count % TREE;
  const full = hashes + ((count - rest) << 3);
  let planes = base + PLANES_AT;
  let end = carries;
  if (full > hashes) end = addTrees(planes, hashes, full, end);
  if (rest > 0) {
    const last = keepRest(base, full, rest);
    end = addTrees(planes, last, last + TREE_BYTES, end);
  }
  planes += TREE_PLANES;
  for (; end > carries + 16; planes += TREE_PLANES) {
    for (let at = end; at < end + TREE_BYTES - 16; at += 16) v128.store(at, i64x2.splat(0));
    end = addTrees(planes, carries, end, carries);
  }
  addUp(planes, v128.load(carries));
}

// Adds the vectors [from, end), eight at a time, to three planes. Writes the carry of every eight, and returns where these end;
// they may take the place of the vectors.
function addTrees(planes: usize, from: usize, end: usize, carries: usize): usize {
  let ones = v128.load(planes);
  let twos = v128.load(planes, 0x10);
  let fours = v128.load(planes, 0x20);
  for (let at = from; at < end; at += TREE_BYTES) {
    const a = v128.load(at),
      b = v128.load(at, 16),
      c = v128.load(at, 32),
      d = v128.load(at, 48);
    const e = v128.load(at, 64),
      f = v128.load(at, 80),
      g = v128.load(at, 96),
      h = v128.load(at, 112);
    const two0 = carry(a, b, ones);
    ones = sum(a, b, ones);
    const two1 = carry(c, d, ones);
    ones = sum(c, d, ones);
    const four0 = carry(two0, two1, twos);
    twos = sum(two0, two1, twos);
    const two2 = carry(e, f, ones);
    ones = sum(e, f, ones);
    const two3 = carry(g, h, ones);
    ones = sum(g, h, ones);
    const four1 = carry(two2, two3, twos);
    twos = sum(two2, two3, twos);
    v128.store(carries, carry(four0, four1, fours));
    fours = sum(four0, four1, fours);
    carries += 16;
  }
  v128.store(planes, ones);
  v128.store(planes, twos, 0x10);
  v128.store(planes, fours, 0x20);
  return carries;
}

// Adds a vector to planes, from one on.
// @inline
function addUp(plane: usize, over: v128): void {
  for (; v128.any_true(over); plane += 16) {
    const counters = v128.load(plane);
    v128.store(plane, v128.xor(counters, over));
    over = v128.and(counters, over);
  }
}

export function clearCounters(base: usize): void {
  memory.fill(base + PLANES_AT, 0, 16 * PLANES);
}

// The fingerprint of the hashes added, and counters of zero for the next document.
export function takeFingerprint(base: usize, words: usize, most: usize): u64 {
  let above: u64 = 0;
  let up: u64 = 0;
  const planes: usize = 32 - clz(words);
  let plane = base + PLANES_AT;
  for (let p: usize = 0; p < planes; p++, plane += 16) {
    const a = load<u64>(plane);
    const b = load<u64>(plane, 8);
    const bit = a ^ b ^ up;
    up = (a & b) | ((a ^ b) & up);
    // compared from the lowest plane up: the highest plane in which counter and `most` differ decides
    const mostBit: u64 = 0 - <u64>((most >> p) & 1);
    above = (above & bit) | ((above | bit) & ~mostBit);
    v128.store(plane, i64x2.splat(0));
  }
  return above;
}

// A copy of the first `count` hashes, filled up with zeros.
// @inline
function keepRest(base: usize, hashes: usize, count: usize): usize {
  const keep = base + ((TREE - count) << 3);
  v128.store(base, v128.and(v128.load(hashes), v128.load(keep, KEEP_AT)), REST_AT);
  v128.store(base, v128.and(v128.load(hashes, 16), v128.load(keep, KEEP_AT + 16)), REST_AT + 16);
  v128.store(base, v128.and(v128.load(hashes, 32), v128.load(keep, KEEP_AT + 32)), REST_AT + 32);
  v128.store(base, v128.and(v128.load(hashes, 48), v128.load(keep, KEEP_AT + 48)), REST_AT + 48);
  v128.store(base, v128.and(v128.load(hashes, 64), v128.load(keep, KEEP_AT + 64)), REST_AT + 64);
  v128.store(base, v128.and(v128.load(hashes, 80), v128.load(keep, KEEP_AT + 80)), REST_AT + 80);
  v128.store(base, v128.and(v128.load(hashes, 96), v128.load(keep, KEEP_AT + 96)), REST_AT + 96);
  v128.store(base, v128.and(v128.load(hashes, 112), v128.load(keep, KEEP_AT + 112)), REST_AT + 112);
  return base + REST_AT;
}

// @inline
function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

// @inline
function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

// As `carry`, if the sum is not needed.
// @inline
function majority(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.or(a, b), c));
}

// @inline
function otherLane(a: v128): v128 {
  return v128.shuffle<i64>(a, a, 1, 0);
}

// @inline
function firstLane(a: v128): u64 {
  return <u64>i64x2.extract_lane(a, 0);
}
