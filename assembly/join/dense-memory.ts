// The memory of all dense buckets of a quarter, and where in it a bucket is.
import { DENSE_START_BYTES, RECORD_BYTES } from '../../src/engines/layouts/join-memory';
import { Bucket, firstsOf, MAP_BYTES } from './dense-compare';
import { take } from './workspace';

export const BUCKET_BYTES: usize = 64;
// Of an item: other half, id, and a sibling if it is repeated.
const ITEM_BYTES: usize = 10;

// All chunks: records, then items, at `records`; of every bucket a bitmap, places, whether it is crowded (u8), and where it begins in its
// chunk and how many items it has (u32 each).
export let records: usize = 0;
let chunkEnds: usize = 0;
let maps: usize = 0;
let starts: usize = 0;
export let crowded: usize = 0;
let ranges: usize = 0;
export let quarter: u32 = 0;
export let bucketBits: u32 = 0;

export function beginMemory(
  ofQuarter: u32,
  at: usize,
  ends: usize,
  ofBuckets: u32,
  places: usize,
  bitmaps: usize,
  crowds: usize,
  rangesAt: usize,
): void {
  quarter = ofQuarter;
  records = at;
  chunkEnds = ends;
  bucketBits = ofBuckets;
  starts = places;
  maps = bitmaps;
  crowded = crowds;
  ranges = rangesAt;
}

// @inline
export function firstOf(chunk: u32): u32 {
  return chunk === 0 ? 0 : load<u32>(chunkEnds + ((<usize>(chunk - 1)) << 2));
}

// @inline
export function sizeOf(chunk: u32): u32 {
  return load<u32>(chunkEnds + ((<usize>chunk) << 2)) - firstOf(chunk);
}

// Where a bucket begins in its chunk, and 4 bytes on how many items it has.
// @inline
export function rangeOf(bucket: u32): usize {
  return ranges + ((<usize>bucket) << 3);
}

// Room for a Bucket; BUCKET_BYTES must be released.
// @inline
export function takeBucket(): Bucket {
  return changetype<Bucket>(take(BUCKET_BYTES));
}

// Where the places of a bucket are: in the memory that the records of its chunk leave free, if that suffices, so that no other memory is touched.
// @inline
function startsOf(left: usize, n: usize, number: u32): usize {
  const inChunk = <usize>(number & ((1 << bucketBits) - 1));
  return n * (RECORD_BYTES - ITEM_BYTES) >= DENSE_START_BYTES << bucketBits
    ? left + inChunk * DENSE_START_BYTES
    : starts + <usize>number * DENSE_START_BYTES;
}

export function lookUp(bucket: Bucket, number: u32): Bucket {
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
