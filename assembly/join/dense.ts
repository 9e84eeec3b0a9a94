// Dense buckets: with many fingerprints, all siblings of a bucket are one bitmap, 65,536 bits, and so is every half: 2^32
// bits. Pairs whose halves differ in one bit are where that bitmap meets itself, moved by a bit, and a population count says
// which items they are. All sorting is by counting, and nothing is searched.
import { CROWDED, PACKED, RECORD_BYTES } from '../../src/engines/layouts/join-memory';
import { NO_ID, siblingsOf } from './chunk';
import { beginBuckets, countSiblings, joinNeighbors, joinRepeated, placeItems, placeRepeated } from './dense-bucket';
import { Bucket, beginCompare, firstsOf, LIST_BYTES } from './dense-compare';
import {
  BUCKET_BYTES,
  beginMemory,
  bucketBits,
  crowded,
  firstOf,
  lookUp,
  quarter,
  rangeOf,
  records,
  sizeOf,
  takeBucket,
} from './dense-memory';
import { flipSiblings } from './dense-within';
import { isFull } from './found';
import { toStarts } from './partition';
import { quarterChunk } from './quarters';
import { aside, giveBack, ids, sorted, take, values } from './workspace';

// A bucket in which more siblings are repeated than this is compared as those of `quarters.ts`, and if more are left that have values of
// their own it is crowded. With more items than places tell it is packed; see across.ts.
const REPEATED_MAX: u32 = 1024;
const ITEMS_MAX: u32 = 0xffff;

export function beginDense(
  ofQuarter: u32,
  at: usize,
  ends: usize,
  ofBuckets: u32,
  places: usize,
  bitmaps: usize,
  crowds: usize,
  rangesAt: usize,
): void {
  beginMemory(ofQuarter, at, ends, ofBuckets, places, bitmaps, crowds, rangesAt);
  beginCompare(ofQuarter);
  beginBuckets(ofQuarter);
}

// Sorts the records of a chunk by their buckets, to `aside`, from where `denseBucket` takes them.
export function partDense(chunk: u32): void {
  const from = records + <usize>firstOf(chunk) * RECORD_BYTES;
  const end = from + <usize>sizeOf(chunk) * RECORD_BYTES;
  const to = aside;
  const mask: u32 = (1 << bucketBits) - 1;
  const next = take((<usize>4) << bucketBits);
  memory.fill(next, 0, (<usize>4) << bucketBits);
  for (let p = from; p < end; p += RECORD_BYTES) {
    const at = next + ((<usize>(<u32>load<u16>(p, 2) & mask)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  for (let i: u32 = 0; i <= mask; i++) {
    store<u32>(rangeOf((chunk << bucketBits) + i), load<u32>(next + ((<usize>i) << 2)), 4);
  }
  toStarts(next, 1 << bucketBits);
  for (let i: u32 = 0; i <= mask; i++) {
    store<u32>(rangeOf((chunk << bucketBits) + i), load<u32>(next + ((<usize>i) << 2)));
  }
  for (let p = from; p < end; p += RECORD_BYTES) {
    const half = load<u64>(p);
    const at = next + ((<usize>((<u32>half >> 16) & mask)) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    const target = to + <usize>place * RECORD_BYTES;
    store<u64>(target, half);
    store<u32>(target, load<u32>(p, 8), 8);
  }
  giveBack((<usize>4) << bucketBits);
}

// Finds the pairs of a bucket, and leaves its items where the records of its chunk were.
export function denseBucket(number: u32): void {
  const first = load<u32>(rangeOf(number));
  const n = load<u32>(rangeOf(number), 4);
  store<u8>(crowded + <usize>number, 0);
  if (n === 0) return;
  const own = aside + <usize>first * RECORD_BYTES;
  const bucket = lookUp(takeBucket(), number);
  const repeated = n > ITEMS_MAX ? n : countSiblings(bucket, own, n);
  if (repeated <= REPEATED_MAX) joinLight(bucket, own, n, repeated);
  else quarterChunk(own, n, quarter, quarter << 4);
  // a bucket whose pairs do not fit is done again, and its records are needed as they are
  if (!isFull()) {
    if (repeated > REPEATED_MAX) keepHeavy(bucket, number, own, n);
    if (n <= ITEMS_MAX) keepItems(bucket, number);
  }
  giveBack(BUCKET_BYTES);
}

function joinLight(bucket: Bucket, own: usize, n: u32, repeated: u32): void {
  workHere(bucket, n);
  placeItems(bucket, own, n);
  joinNeighbors(bucket);
  joinRepeated(bucket, repeated);
  const meetings = take(LIST_BYTES);
  flipSiblings(bucket, <u64>((quarter ^ 1) << 4), meetings);
  giveBack(LIST_BYTES);
}

// Makes items of the sorted records of `quarterChunk`, except for those without an id, which have the value of another.
function keepHeavy(bucket: Bucket, number: u32, own: usize, n: u32): void {
  if (n > ITEMS_MAX) {
    // its content is never read
    store<u8>(crowded + <usize>number, PACKED);
    store<u32>(rangeOf(number), 0, 4);
    return;
  }
  const siblings = siblingsOf(sorted, n);
  let kept = own;
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u32>(sorted + (i << 3), 4) === NO_ID) continue;
    store<u16>(kept, load<u16>(siblings + (i << 1)));
    store<u64>(kept, load<u64>(sorted + (i << 3)), 4);
    kept += RECORD_BYTES;
  }
  const left = <u32>((kept - own) / RECORD_BYTES);
  workHere(bucket, left);
  const repeated = countSiblings(bucket, own, left);
  placeItems(bucket, own, left);
  placeRepeated(bucket, repeated);
  store<u8>(crowded + <usize>number, repeated > REPEATED_MAX ? CROWDED : 0);
}

// Items are put into their order, and compared, in the cache.
function workHere(bucket: Bucket, n: u32): void {
  bucket.rests = values;
  bucket.ids = values + ((<usize>n) << 2);
  bucket.siblings = ids;
}

// Copies the items of a bucket to their final place.
function keepItems(bucket: Bucket, number: u32): void {
  const n = firstsOf(bucket) + bucket.repeated;
  store<u32>(rangeOf(number), n, 4);
  const kept = lookUp(takeBucket(), number);
  copy(kept.rests, bucket.rests, (<usize>n) << 2);
  copy(kept.ids, bucket.ids, (<usize>n) << 2);
  copy(kept.siblings, bucket.siblings, (<usize>bucket.repeated) << 1);
  giveBack(BUCKET_BYTES);
}

// Faster than memory.copy, which copies word by word if threads share memory. `bytes` is even.
function copy(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.load(from + at));
  for (; at < bytes; at += 2) store<u16>(to + at, load<u16>(from + at));
}
