// From bucket to bucket: if all buckets of a quarter are in memory, the pairs that differ in one bit of it and agree in
// its sibling need no partition by the sibling. The siblings of a bucket are put into a bitmap, and those of the buckets whose numbers
// differ in one bit (half of these) are looked up in it.
import { CROWDED, PACKED, RECORD_BYTES, SORTED_BYTES, startBytes } from '../../src/engines/layouts/join-memory';
import { pairsOfChunk } from './quarters';
import { compareSame, endTurn, lookBefore, takeTurn } from './same-siblings';
import { room, sorted } from './workspace';

// A bucket with more than CROWD items in a group is crowded, with more than PACK packed. Two such buckets are not compared here; the caller
// counts those beside packed ones in (src/duplicates/candidates/join/join-halves.ts).
const BUCKETS: u32 = 65536;
const CROWD: u32 = 256;
const PACK: u32 = 8192;

// All chunks of a quarter: records, then sorted ones, at `records`, where each ends, the starts of all groups, and for every
// bucket whether it is crowded (u8).
let records: usize = 0;
let chunkEnds: usize = 0;
let starts: usize = 0;
let folds: usize = 0;
let crowded: usize = 0;
let quarter: u32 = 0;
let bucketBits: u32 = 0;
let groupBits: u32 = 0;
let foldBits: u32 = 0;
// The chunk looked up last.
let chunk: usize = 0;
let size: u32 = 0;

export function beginAcross(
  ofQuarter: u32,
  at: usize,
  ends: usize,
  ofBuckets: u32,
  ofGroups: u32,
  ofFolds: u32,
  groups: usize,
  folded: usize,
  crowds: usize,
): void {
  quarter = ofQuarter;
  records = at;
  chunkEnds = ends;
  bucketBits = ofBuckets;
  groupBits = ofGroups;
  foldBits = ofFolds;
  starts = groups;
  folds = folded;
  crowded = crowds;
}

function lookUp(number: u32): void {
  const from = number === 0 ? 0 : load<u32>(chunkEnds + ((<usize>(number - 1)) << 2));
  chunk = records + <usize>from * RECORD_BYTES;
  size = load<u32>(chunkEnds + ((<usize>number) << 2)) - from;
}

// Where the groups of a bucket start in its chunk.
// @inline
function startsOf(bucket: u32): usize {
  const inChunk = <usize>(bucket & ((1 << bucketBits) - 1));
  return starts + <usize>(bucket >> bucketBits) * startBytes(bucketBits, groupBits) + ((inChunk << groupBits) << 2);
}

// Finds the pairs within the buckets of a chunk, and leaves it sorted in `sorted`; `keepChunk` copies it to the place of the records.
export function withinChunk(number: u32): void {
  lookUp(number);
  const first = number << bucketBits;
  const fold = folds + ((<usize>first) << (foldBits - 3));
  pairsOfChunk(chunk, size, quarter, bucketBits, groupBits, foldBits, startsOf(first), fold);
  for (let bucket = first; bucket < first + (1 << bucketBits); bucket++) {
    store<u8>(crowded + <usize>bucket, crowdOf(startsOf(bucket)));
  }
}

export function keepChunk(number: u32): void {
  lookUp(number);
  const bytes = <usize>size * SORTED_BYTES;
  // faster than memory.copy, which copies word by word if threads share memory
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(chunk + at, v128.load(sorted + at));
  for (; at < bytes; at += 2) store<u16>(chunk + at, load<u16>(sorted + at));
}

function crowdOf(groups: usize): u8 {
  let most: u32 = 0;
  for (let at = groups; at < groups + ((<usize>4) << groupBits); at += 4) most = max(most, load<u32>(at, 4) - load<u32>(at));
  return most > PACK ? PACKED : most > CROWD ? CROWDED : 0;
}

// Finds the pairs of the buckets of a chunk with those before them.
export function acrossChunk(number: u32): void {
  lookUp(number);
  takeTurn(chunk, size, quarter);
  const first = number << bucketBits;
  // bit by bit, so that other chunks are read from beginning to end
  for (let bit: u32 = 1; bit < BUCKETS; bit <<= 1) {
    for (let bucket = first; bucket < first + (1 << bucketBits); bucket++) if (bucket & bit) across(bucket, bit);
  }
  endTurn();
}

function across(bucket: u32, bit: u32): void {
  const before = bucket ^ bit;
  if (load<u8>(crowded + <usize>bucket) & load<u8>(crowded + <usize>before)) return;
  lookUp(before >> bucketBits);
  lookBefore(chunk, size, bit);
  const fold = folds + ((<usize>bucket) << (foldBits - 3));
  const foldBefore = folds + ((<usize>before) << (foldBits - 3));
  const common = listCommon(fold, foldBefore, room);
  compareSame(fold, foldBefore, room, common, startsOf(bucket), startsOf(before), foldBits, groupBits);
}

// Lists where two bitmaps have bits in common: u32, in bytes, for every 16 of them. Returns where the list ends.
function listCommon(a: usize, b: usize, list: usize): usize {
  const bytes = (<usize>1) << (foldBits - 3);
  for (let at: usize = 0; at < bytes; at += 32) {
    const x = v128.and(v128.load(a + at), v128.load(b + at));
    const y = v128.and(v128.load(a + at, 16), v128.load(b + at, 16));
    store<u32>(list, <u32>at);
    list += (<usize>v128.any_true(x)) << 2;
    store<u32>(list, <u32>at + 16);
    list += (<usize>v128.any_true(y)) << 2;
  }
  return list;
}
