// Dense buckets: where there are many fingerprints, all siblings of a bucket are one bitmap, 65,536 bits, and so is every half: 2^32
// bits. Pairs whose halves differ in one bit are where that bitmap meets itself, moved by a bit, and a population count tells
// which items they are. Nothing is sorted but by counting, and nothing looked for.
import { NO_ID, siblingsOf } from "./chunk";
import {
  beginBuckets, countSiblings, joinNeighbors, joinRepeated, placeItems, placeRepeated,
} from "./dense-bucket";
import {
  beginCompare, Bucket, compareMet, compareRepeated, firstsOf, LIST_BYTES, listMeeting, MAP_BYTES, STARTS_BYTES,
} from "./dense-compare";
import { flipSiblings } from "./dense-within";
import { isFull } from "./found";
import { RECORD_BYTES, toStarts } from "./partition";
import { quarterChunk } from "./quarters";
import { aside, giveBack, ids, room, sorted, take, values } from "./workspace";

// A bucket in which more siblings are repeated than this is compared as those of `quarters.ts`, and if more are left that have values of
// their own it is crowded. With more items than places tell it is packed; see across.ts.
const LIGHT: u32 = 1024;
const MOST: u32 = 0xFFFF;
const CROWDED: u8 = 1;
const PACKED: u8 = 3;
// Buckets of a tile: those that differ in four bits of their number. They stay in the cache while they are compared.
const TILE: u32 = 16;
// Of an item: other half, id, and a sibling if it is repeated.
const ITEM_BYTES: usize = 10;
// Room for a Bucket.
const BUCKET_BYTES: usize = 64;

// All chunks: records, then items, at `records`; of every bucket a bitmap, places, whether it is crowded (u8), and where it begins in its
// chunk and how many items it has (u32 each).
let records: usize = 0;
let chunkEnds: usize = 0;
let maps: usize = 0;
let starts: usize = 0;
let crowded: usize = 0;
let ranges: usize = 0;
let quarter: u32 = 0;
let bucketBits: u32 = 0;
// So that what is read is not taken for superfluous.
let fetched: u32 = 0;

export function beginDense(
  ofQuarter: u32, at: usize, ends: usize, ofBuckets: u32, places: usize, bitmaps: usize, crowds: usize, rangesAt: usize,
): void {
  quarter = ofQuarter;
  records = at;
  chunkEnds = ends;
  bucketBits = ofBuckets;
  starts = places;
  maps = bitmaps;
  crowded = crowds;
  ranges = rangesAt;
  beginCompare(quarter);
  beginBuckets(quarter);
}

@inline
function firstOf(chunk: u32): u32 {
  return chunk == 0 ? 0 : load<u32>(chunkEnds + (<usize>(chunk - 1) << 2));
}

@inline
function sizeOf(chunk: u32): u32 {
  return load<u32>(chunkEnds + (<usize>chunk << 2)) - firstOf(chunk);
}

@inline
function rangeOf(bucket: u32): usize {
  return ranges + (<usize>bucket << 3);
}

// Sorts the records of a chunk by their buckets, to `aside`, from where `denseBucket` takes them.
export function partDense(chunk: u32): void {
  const from = records + <usize>firstOf(chunk) * RECORD_BYTES;
  const end = from + <usize>sizeOf(chunk) * RECORD_BYTES;
  const to = aside;
  const mask: u32 = (1 << bucketBits) - 1;
  const next = take(<usize>4 << bucketBits);
  memory.fill(next, 0, <usize>4 << bucketBits);
  for (let p = from; p < end; p += RECORD_BYTES) {
    const at = next + (<usize>(<u32>load<u16>(p, 2) & mask) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  for (let i: u32 = 0; i <= mask; i++) {
    store<u32>(rangeOf((chunk << bucketBits) + i), load<u32>(next + (<usize>i << 2)), 4);
  }
  toStarts(next, 1 << bucketBits);
  for (let i: u32 = 0; i <= mask; i++) {
    store<u32>(rangeOf((chunk << bucketBits) + i), load<u32>(next + (<usize>i << 2)));
  }
  for (let p = from; p < end; p += RECORD_BYTES) {
    const half = load<u64>(p);
    const at = next + (<usize>((<u32>half >> 16) & mask) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    const target = to + <usize>place * RECORD_BYTES;
    store<u64>(target, half);
    store<u32>(target, load<u32>(p, 8), 8);
  }
  giveBack(<usize>4 << bucketBits);
}

// Finds the pairs of a bucket, and leaves its items where the records of its chunk were.
export function denseBucket(number: u32): void {
  const first = load<u32>(rangeOf(number));
  const n = load<u32>(rangeOf(number), 4);
  store<u8>(crowded + <usize>number, 0);
  if (n == 0) return;
  const own = aside + <usize>first * RECORD_BYTES;
  const bucket = lookUp(takeBucket(), number);
  const repeated = n > MOST ? n : countSiblings(bucket, own, n);
  if (repeated <= LIGHT) joinLight(bucket, own, n, repeated);
  else quarterChunk(own, n, quarter, quarter << 4);
  // a bucket whose pairs do not fit is done again, and its records are needed as they are
  if (!isFull()) {
    if (repeated > LIGHT) keepHeavy(bucket, number, own, n);
    if (n <= MOST) keepItems(bucket, number);
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

// Makes items of what `quarterChunk` has left sorted, but for those that have no id any more, since they have the value of another.
function keepHeavy(bucket: Bucket, number: u32, own: usize, n: u32): void {
  if (n > MOST) {
    // nobody asks for it
    store<u8>(crowded + <usize>number, PACKED);
    store<u32>(rangeOf(number), 0, 4);
    return;
  }
  const siblings = siblingsOf(sorted, n);
  let kept = own;
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u32>(sorted + (i << 3), 4) == NO_ID) continue;
    store<u16>(kept, load<u16>(siblings + (i << 1)));
    store<u64>(kept, load<u64>(sorted + (i << 3)), 4);
    kept += RECORD_BYTES;
  }
  const left = <u32>((kept - own) / RECORD_BYTES);
  workHere(bucket, left);
  const repeated = countSiblings(bucket, own, left);
  placeItems(bucket, own, left);
  placeRepeated(bucket, repeated);
  store<u8>(crowded + <usize>number, repeated > LIGHT ? CROWDED : 0);
}

@inline
function takeBucket(): Bucket {
  return changetype<Bucket>(take(BUCKET_BYTES));
}

// Where the places of a bucket are: in what its chunk has left of the memory of its records, if that suffices, so that no other is touched.
@inline
function startsOf(left: usize, n: usize, number: u32): usize {
  const inChunk = <usize>(number & ((1 << bucketBits) - 1));
  return n * (RECORD_BYTES - ITEM_BYTES) >= STARTS_BYTES << bucketBits
    ? left + inChunk * STARTS_BYTES
    : starts + <usize>number * STARTS_BYTES;
}

function lookUp(bucket: Bucket, number: u32): Bucket {
  const chunk = number >> bucketBits;
  const items = records + <usize>firstOf(chunk) * RECORD_BYTES;
  const n = <usize>sizeOf(chunk);
  const first = <usize>load<u32>(rangeOf(number));
  bucket.map = maps + <usize>number * MAP_BYTES;
  bucket.starts = startsOf(items + n * ITEM_BYTES, n, number);
  bucket.rests = items + (first << 2);
  bucket.ids = items + ((n + first) << 2);
  bucket.siblings = items + (n << 3) + (first << 1);
  bucket.repeated = load<u32>(rangeOf(number), 4) - firstsOf(bucket);
  return bucket;
}

// Items are put into their order, and compared, in the cache.
function workHere(bucket: Bucket, n: u32): void {
  bucket.rests = values;
  bucket.ids = values + (<usize>n << 2);
  bucket.siblings = ids;
}

// Copies the items of a bucket to where they stay.
function keepItems(bucket: Bucket, number: u32): void {
  const n = firstsOf(bucket) + bucket.repeated;
  store<u32>(rangeOf(number), n, 4);
  const kept = lookUp(takeBucket(), number);
  copy(kept.rests, bucket.rests, <usize>n << 2);
  copy(kept.ids, bucket.ids, <usize>n << 2);
  copy(kept.siblings, bucket.siblings, <usize>bucket.repeated << 1);
  giveBack(BUCKET_BYTES);
}

// Sooner than memory.copy, which goes word by word where threads share memory. `bytes` is even.
function copy(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.load(from + at));
  for (; at < bytes; at += 2) store<u16>(to + at, load<u16>(from + at));
}

// Finds the pairs of the buckets of a tile with each other. Tiles are numbered so that those of 256 buckets follow each other: 32 of them,
// for four bits of the number and four others.
export function acrossTile(tile: u32): void {
  const group = tile >> 5;
  const inGroup = tile & 15;
  const isSecond = (tile >> 4) & 1;
  const base = group < 256 ? group << 8 : group - 256;
  const step: u32 = (group < 256 ? 1 : 256) << (isSecond << 2);
  const fixed = inGroup << (isSecond ? 0 : 4);
  const first = base + (group < 256 ? fixed : fixed << 8);
  const meetings = take(LIST_BYTES);
  const a = takeBucket();
  const b = takeBucket();
  for (let i: u32 = 0; i < TILE; i++) {
    if (load<u32>(rangeOf(first + i * step), 4) != 0) fetch(lookUp(a, first + i * step));
  }
  for (let i: u32 = 1; i < TILE; i++) {
    const number = first + i * step;
    if (load<u32>(rangeOf(number), 4) == 0) continue;
    lookUp(a, number);
    for (let bits = i; bits != 0; bits &= bits - 1) {
      const bit = (bits & (0 - bits)) * step;
      const before = number ^ bit;
      if (load<u32>(rangeOf(before), 4) == 0) continue;
      if (load<u8>(crowded + <usize>number) & load<u8>(crowded + <usize>before)) continue;
      lookUp(b, before);
      const end = meetSame(a.map, b.map, meetings);
      const difference = <u64>bit << <u64>(quarter << 4);
      compareMet(meetings, end, a, b, 0, difference);
      if (a.repeated != 0) compareRepeated(a, b, difference, true, room);
      if (b.repeated != 0) compareRepeated(b, a, difference, false, room);
    }
  }
  giveBack(2 * BUCKET_BYTES + LIST_BYTES);
}

// Reads what will be asked for in no order, in order: that takes a third of the time.
function fetch(bucket: Bucket): void {
  let sum: u32 = 0;
  const rests = bucket.rests;
  const bytes = <usize>firstsOf(bucket) << 2;
  for (let at: usize = 0; at < bytes; at += 64) sum += load<u32>(rests + at);
  const places = bucket.starts;
  for (let at: usize = 0; at < STARTS_BYTES; at += 64) sum += load<u32>(places + at);
  fetched += sum;
}

function meetSame(a: usize, b: usize, list: usize): usize {
  for (let at: usize = 0; at < MAP_BYTES; at += 16) {
    list = listMeeting(list, v128.and(v128.load(a + at), v128.load(b + at)), at);
  }
  return list;
}
