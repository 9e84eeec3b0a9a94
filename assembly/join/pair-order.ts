// Puts pairs into their order: by the first number, then by the second. A pair is three u32, see found.ts.
import { PAIR_BYTES, SORT_WORK_BYTES } from '../../src/engines/layouts/join-memory';
import { toStarts } from './partition';

// Parts by the highest bits of the first number, each small enough for the cache; in a part buckets by the bits after them.
const PART_BITS: u32 = 10;
const MAX_BUCKET_BITS: u32 = 12;
// Up to this many pairs of a bucket are sorted by insertion, more by radix.
const INSERTION_SORT_MAX: u32 = 192;

// Sorts those of `count` pairs whose first number is in [low, high) to `out`, through `room`; both hold all, and these go after
// those whose number is lower. `work` is 32 KB for counters.
export function joinSort(pairs: usize, count: u32, low: u32, high: u32, room: usize, out: usize, work: usize): void {
  const width = high - low;
  const bits = <u32>(32 - clz<u32>((width - 1) | 1));
  const shift = bits > PART_BITS ? bits - PART_BITS : 0;
  const parts: u32 = 1 << (bits - shift);
  const end = pairs + <usize>count * PAIR_BYTES;
  const aside = work + SORT_WORK_BYTES - 32;
  memory.fill(work, 0, (<usize>parts) << 2);
  let before: usize = 0;
  for (let p = pairs; p < end; p += PAIR_BYTES) {
    const first = load<u32>(p);
    before += usize(first < low);
    const key = first - low;
    // those outside are counted elsewhere: no branch can predict which they are
    const at = key < width ? work + ((<usize>(key >> shift)) << 2) : aside;
    store<u32>(at, load<u32>(at) + 1);
  }
  toStarts(work, parts);
  room += before * PAIR_BYTES;
  out += before * PAIR_BYTES;
  for (let p = pairs; p < end; p += PAIR_BYTES) {
    const key = load<u32>(p) - low;
    const isInside = key < width;
    const next = isInside ? work + ((<usize>(key >> shift)) << 2) : aside;
    const place = load<u32>(next);
    store<u32>(next, place + 1);
    const target = isInside ? room + <usize>place * PAIR_BYTES : aside + 16;
    store<u64>(target, load<u64>(p));
    store<u32>(target, load<u32>(p, 8), 8);
  }
  const buckets = work + ((<usize>4) << PART_BITS);
  let from: usize = 0;
  for (let part: u32 = 0; part < parts; part++) {
    const to = <usize>load<u32>(work + ((<usize>part) << 2)) * PAIR_BYTES;
    if (to > from) sortPart(room + from, out + from, <u32>((to - from) / PAIR_BYTES), low, shift, buckets);
    from = to;
  }
}

// Moves a pair to the next place of its key.
// @inline
function move(pair: usize, to: usize, next: usize): void {
  const place = load<u32>(next);
  store<u32>(next, place + 1);
  const target = to + <usize>place * PAIR_BYTES;
  store<u64>(target, load<u64>(pair));
  store<u32>(target, load<u32>(pair, 8), 8);
}

// Sorts n pairs whose first numbers differ in the lowest `bits` bits only, less `low`.
function sortPart(pairs: usize, out: usize, n: u32, low: u32, bits: u32, counts: usize): void {
  const bucketBits = min(min(bits, MAX_BUCKET_BITS), <u32>(32 - clz<u32>(n >> 1)));
  const shift = bits - bucketBits;
  const mask = ((<u32>1) << bucketBits) - 1;
  memory.fill(counts, 0, (<usize>4) << bucketBits);
  const end = pairs + <usize>n * PAIR_BYTES;
  for (let p = pairs; p < end; p += PAIR_BYTES) {
    const at = counts + ((<usize>(((load<u32>(p) - low) >> shift) & mask)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  toStarts(counts, 1 << bucketBits);
  for (let p = pairs; p < end; p += PAIR_BYTES) {
    move(p, out, counts + ((<usize>(((load<u32>(p) - low) >> shift) & mask)) << 2));
  }
  let from: u32 = 0;
  for (let bucket: u32 = 0; bucket <= mask; bucket++) {
    const to = load<u32>(counts + ((<usize>bucket) << 2));
    const at = <usize>from * PAIR_BYTES;
    if (to - from > INSERTION_SORT_MAX) radixSort(out + at, pairs + at, to - from, counts + ((<usize>4) << MAX_BUCKET_BITS));
    else if (to - from > 1) insertionSort(out + at, out + <usize>to * PAIR_BYTES);
    from = to;
  }
}

// Both numbers as one: the first above the second.
// @inline
function keyOf(pair: usize): u64 {
  return rotl<u64>(load<u64>(pair), 32);
}

function insertionSort(from: usize, to: usize): void {
  for (let p = from + PAIR_BYTES; p < to; p += PAIR_BYTES) {
    const key = keyOf(p);
    const distance = load<u32>(p, 8);
    let q = p;
    for (; q > from && keyOf(q - PAIR_BYTES) > key; q -= PAIR_BYTES) {
      store<u64>(q, load<u64>(q - PAIR_BYTES));
      store<u32>(q, load<u32>(q - PAIR_BYTES, 8), 8);
    }
    store<u64>(q, rotl<u64>(key, 32));
    store<u32>(q, distance, 8);
  }
}

// Least significant bytes first, those that are the same in all left out.
function radixSort(pairs: usize, room: usize, n: u32, counts: usize): void {
  const bytes = <usize>n * PAIR_BYTES;
  let from = pairs;
  let to = room;
  for (let shift: u64 = 0; shift < 64; shift += 8) {
    memory.fill(counts, 0, 1024);
    for (let p = from; p < from + bytes; p += PAIR_BYTES) {
      const at = counts + ((<usize>((keyOf(p) >> shift) & 255)) << 2);
      store<u32>(at, load<u32>(at) + 1);
    }
    if (load<u32>(counts + ((<usize>((keyOf(from) >> shift) & 255)) << 2)) === n) continue;
    toStarts(counts, 256);
    for (let p = from; p < from + bytes; p += PAIR_BYTES) {
      move(p, to, counts + ((<usize>((keyOf(p) >> shift) & 255)) << 2));
    }
    const other = from;
    from = to;
    to = other;
  }
  if (from !== pairs) memory.copy(pairs, from, bytes);
}
