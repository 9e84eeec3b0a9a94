// Counts, for all 64 bits at once, how many hashes have the bit set.
//
// The counters are bit-sliced: plane p holds bit p of 128 counters, one for each bit of the two hashes that lie in a
// vector. Adding is then logic: a full adder takes three planes of equal weight and gives one of the same weight (sum)
// and one of twice the weight (carry). A tree of them (Harley and Seal's) brings 16 vectors into four planes.
//
// The fingerprint has a one where a counter is above `most`, half of the number of words. Zeros change no counter,
// so hashes are filled up with zeros to whole blocks.
import { KEEP_AT, PLANES, PLANES_AT, REST_AT, START_AT } from "./layout";

// Hashes in a block of the tree.
const BLOCK_HASHES: usize = 32;

// The fingerprint of a document of fewer than 16 words.
//
// The counters begin with 15 - most, so that those above `most` are those that carry into 16: that carry is the
// fingerprint, and nothing is left to compare.
export function fingerprintOfFew(base: usize, hashes: usize, words: usize, most: usize): u64 {
  const keep = base + ((32 - words) << 3);
  const start = base + ((15 - most) << 6);
  let ones = v128.load(start, START_AT);
  let twos = v128.load(start, START_AT + 0x10);
  let fours = v128.load(start, START_AT + 0x20);
  let eights = v128.load(start, START_AT + 0x30);
  let a: v128, b: v128, twosA: v128, twosB: v128;
  a = v128.and(v128.load(hashes, 0), v128.load(keep, KEEP_AT));
  b = v128.and(v128.load(hashes, 16), v128.load(keep, KEEP_AT + 16));
  twosA = carry(ones, a, b);
  ones = sum(ones, a, b);
  a = v128.and(v128.load(hashes, 32), v128.load(keep, KEEP_AT + 32));
  b = v128.and(v128.load(hashes, 48), v128.load(keep, KEEP_AT + 48));
  twosB = carry(ones, a, b);
  ones = sum(ones, a, b);
  const foursA = carry(twos, twosA, twosB);
  twos = sum(twos, twosA, twosB);
  a = v128.and(v128.load(hashes, 64), v128.load(keep, KEEP_AT + 64));
  b = v128.and(v128.load(hashes, 80), v128.load(keep, KEEP_AT + 80));
  twosA = carry(ones, a, b);
  ones = sum(ones, a, b);
  a = v128.and(v128.load(hashes, 96), v128.load(keep, KEEP_AT + 96));
  b = v128.and(v128.load(hashes, 112), v128.load(keep, KEEP_AT + 112));
  twosB = carry(ones, a, b);
  ones = sum(ones, a, b);
  const foursB = carry(twos, twosA, twosB);
  twos = sum(twos, twosA, twosB);
  const eightsA = carry(fours, foursA, foursB);
  fours = sum(fours, foursA, foursB);
  const over = v128.and(eights, eightsA);
  eights = v128.xor(eights, eightsA);
  let up = v128.and(ones, otherLane(ones));
  up = majority(twos, otherLane(twos), up);
  up = majority(fours, otherLane(fours), up);
  up = majority(eights, otherLane(eights), up);
  return firstLane(v128.or(up, v128.or(over, otherLane(over))));
}

// The fingerprint of a document of fewer than 256 words: the same, with carries into 256.
export function fingerprintOfSome(base: usize, hashes: usize, words: usize, most: usize): u64 {
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
  const over = addBlocks(base, hashes, words, false);
  let up = i64x2.splat(0);
  for (let plane = planes; plane < planes + 0x80; plane += 16) {
    const counters = v128.load(plane);
    up = majority(counters, otherLane(counters), up);
    v128.store(plane, i64x2.splat(0));
  }
  return firstLane(v128.or(up, v128.or(over, otherLane(over))));
}

// Adds hashes of a document of any size; at most a fill's.
export function addHashes(base: usize, hashes: usize, count: usize): void {
  // a fill has fewer than 1,024 vectors, so each counter of ten planes flows over once at most
  let over = addBlocks(base, hashes, count, true);
  for (let plane = base + PLANES_AT + 10 * 16; v128.any_true(over); plane += 16) {
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

// Adds hashes to the lowest eight planes, or ten where `wide`; gives the carry out of them.
@inline
function addBlocks(base: usize, hashes: usize, count: usize, wide: bool): v128 {
  const full = count / BLOCK_HASHES;
  const rest = count % BLOCK_HASHES;
  if (rest != 0) keepRest(base, hashes + (full << 8), rest);
  const blocks = full + <usize>(rest != 0);
  const planes = base + PLANES_AT;
  let ones = v128.load(planes), twos = v128.load(planes, 0x10), fours = v128.load(planes, 0x20), eights = v128.load(planes, 0x30);
  let plane4 = v128.load(planes, 0x40), plane5 = v128.load(planes, 0x50), plane6 = v128.load(planes, 0x60), plane7 = v128.load(planes, 0x70);
  let plane8 = wide ? v128.load(planes, 0x80) : i64x2.splat(0), plane9 = wide ? v128.load(planes, 0x90) : i64x2.splat(0);
  let flown = i64x2.splat(0);
  let a: v128, b: v128, twosA: v128, twosB: v128, foursA: v128, foursB: v128, eightsA: v128, eightsB: v128;
  for (let block: usize = 0; block < blocks; block++) {
    const at = block < full ? hashes + (block << 8) : base + REST_AT;
    a = v128.load(at, 0); b = v128.load(at, 16); twosA = carry(ones, a, b); ones = sum(ones, a, b);
    a = v128.load(at, 32); b = v128.load(at, 48); twosB = carry(ones, a, b); ones = sum(ones, a, b);
    foursA = carry(twos, twosA, twosB); twos = sum(twos, twosA, twosB);
    a = v128.load(at, 64); b = v128.load(at, 80); twosA = carry(ones, a, b); ones = sum(ones, a, b);
    a = v128.load(at, 96); b = v128.load(at, 112); twosB = carry(ones, a, b); ones = sum(ones, a, b);
    foursB = carry(twos, twosA, twosB); twos = sum(twos, twosA, twosB);
    eightsA = carry(fours, foursA, foursB); fours = sum(fours, foursA, foursB);
    a = v128.load(at, 128); b = v128.load(at, 144); twosA = carry(ones, a, b); ones = sum(ones, a, b);
    a = v128.load(at, 160); b = v128.load(at, 176); twosB = carry(ones, a, b); ones = sum(ones, a, b);
    foursA = carry(twos, twosA, twosB); twos = sum(twos, twosA, twosB);
    a = v128.load(at, 192); b = v128.load(at, 208); twosA = carry(ones, a, b); ones = sum(ones, a, b);
    a = v128.load(at, 224); b = v128.load(at, 240); twosB = carry(ones, a, b); ones = sum(ones, a, b);
    foursB = carry(twos, twosA, twosB); twos = sum(twos, twosA, twosB);
    eightsB = carry(fours, foursA, foursB); fours = sum(fours, foursA, foursB);
    let over = carry(eights, eightsA, eightsB); eights = sum(eights, eightsA, eightsB);
    let next = v128.and(plane4, over); plane4 = v128.xor(plane4, over);
    over = v128.and(plane5, next); plane5 = v128.xor(plane5, next);
    next = v128.and(plane6, over); plane6 = v128.xor(plane6, over);
    over = v128.and(plane7, next); plane7 = v128.xor(plane7, next);
    if (wide) {
      next = v128.and(plane8, over); plane8 = v128.xor(plane8, over);
      over = v128.and(plane9, next); plane9 = v128.xor(plane9, next);
    }
    flown = v128.or(flown, over);
  }
  v128.store(planes, ones); v128.store(planes, twos, 0x10); v128.store(planes, fours, 0x20); v128.store(planes, eights, 0x30);
  v128.store(planes, plane4, 0x40); v128.store(planes, plane5, 0x50); v128.store(planes, plane6, 0x60); v128.store(planes, plane7, 0x70);
  if (wide) {
    v128.store(planes, plane8, 0x80); v128.store(planes, plane9, 0x90);
  }
  return flown;
}

// A block of the first `count` hashes and zeros.
@inline
function keepRest(base: usize, hashes: usize, count: usize): void {
  const keep = base + KEEP_AT + ((32 - count) << 3);
  for (let at: usize = 0; at < 256; at += 64) {
    const to = base + at;
    v128.store(to, v128.and(v128.load(hashes + at), v128.load(keep + at)), REST_AT);
    v128.store(to, v128.and(v128.load(hashes + at, 16), v128.load(keep + at, 16)), REST_AT + 16);
    v128.store(to, v128.and(v128.load(hashes + at, 32), v128.load(keep + at, 32)), REST_AT + 32);
    v128.store(to, v128.and(v128.load(hashes + at, 48), v128.load(keep + at, 48)), REST_AT + 48);
  }
}

@inline
function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

@inline
function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

// The same as `carry`, for where the sum is not needed.
@inline
function majority(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.or(a, b), c));
}

@inline
function otherLane(a: v128): v128 {
  return v128.shuffle<i64>(a, a, 1, 0);
}

@inline
function firstLane(a: v128): u64 {
  return <u64>i64x2.extract_lane(a, 0);
}
