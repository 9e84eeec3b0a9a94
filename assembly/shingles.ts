// Shingles of a canonical text and the intersection of two shingle sets; the twin is src/engines/scalar/shingles.ts.
import { finish } from "./mix";
import { SHINGLES_AT, scratch } from "./scratch";
import { sortU64 } from "./sort";

const LANE_LOW: u32 = 0x9e3779b1;
const LANE_HIGH: u32 = 0x85ebca77;
const K: u64 = 65599;

// the values of the last 16 words (the widest shingle), by word number modulo 16
const RING_MASK: u32 = 15;

export function shingles(text: usize, length: u32, width: u32, out: usize): u32 {
  const ring = scratch + SHINGLES_AT;
  const end = text + length;
  let p = text;
  let words: u32 = 0;
  let q = out;
  while (true) {
    while (p < end && load<u8>(p) <= 0x20) p++;
    if (p == end) break;
    let h: u64 = 0;
    for (; p < end; p++) {
      const c = <u64>load<u8>(p);
      if (c <= 0x20) break;
      h = h * K + c;
    }
    store<u64>(ring + ((words & RING_MASK) << 3), h);
    words++;
    if (words >= width) {
      store<u64>(q, fold(ring, words - width, width));
      q += 8;
    }
  }
  if (words == 0) return 0;
  if (words < width) {
    store<u64>(out, fold(ring, 0, words));
    return 1;
  }
  const count = <u32>((q - out) >> 3);
  sortU64(out, count, q, ring + 128);
  return unique(out, count);
}

// folds the values of `size` words, the first being word number `first`, into one value
// @ts-ignore: decorator
@inline
function fold(ring: usize, first: u32, size: u32): u64 {
  let l: u32 = 0x2545f491 ^ size;
  let h: u32 = 0x68bc21eb ^ size;
  for (let k = first; k < first + size; k++) {
    const word = load<u64>(ring + ((k & RING_MASK) << 3));
    const low = <u32>word;
    const high = <u32>(word >> 32);
    l = rotl((l ^ low) * LANE_LOW, 13) + high;
    h = rotl((h ^ high) * LANE_HIGH, 17) + low;
  }
  l = finish(l ^ rotl(h, 7));
  h = finish(h + l);
  return (<u64>h << 32) | <u64>l;
}

function unique(values: usize, count: u32): u32 {
  let last = load<u64>(values);
  let q = values + 8;
  for (let p = values + 8, end = values + (<usize>count << 3); p < end; p += 8) {
    const value = load<u64>(p);
    store<u64>(q, value);
    q += <usize>(value != last) << 3;
    last = value;
  }
  return <u32>((q - values) >> 3);
}

// merge without a branch on the data: both sides step where they hold the smaller value
export function intersect(a: usize, aCount: u32, b: usize, bCount: u32): u32 {
  const aEnd = a + (<usize>aCount << 3);
  const bEnd = b + (<usize>bCount << 3);
  let common: u32 = 0;
  while (a < aEnd && b < bEnd) {
    const x = load<u64>(a);
    const y = load<u64>(b);
    common += <u32>(x == y);
    a += <usize>(x <= y) << 3;
    b += <usize>(y <= x) << 3;
  }
  return common;
}
