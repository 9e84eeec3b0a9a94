// From dense bucket to dense bucket: pairs that agree in the sibling and differ in one bit of the quarter are where two bitmaps meet.
import { DENSE_START_BYTES, TILE_BUCKETS } from '../../src/engines/layouts/join-memory';
import { Bucket, compareMet, compareRepeated, firstsOf, LIST_BYTES, listMeeting, MAP_BYTES } from './dense-compare';
import { BUCKET_BYTES, crowded, lookUp, quarter, rangeOf, takeBucket } from './dense-memory';
import { giveBack, room, take } from './workspace';

// Buckets of a tile: those that differ in four bits of their number. They stay in the cache while they are compared.

// So that the compiler does not remove reads.
// biome-ignore lint/correctness/noUnusedVariables: the compiler would leave out loads whose result goes nowhere
let fetched: u32 = 0;

// Finds the pairs of the buckets of a tile with each other. Tiles are numbered so that those of 256 buckets follow each other: 32 tiles,
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
  for (let i: u32 = 0; i < TILE_BUCKETS; i++) {
    if (load<u32>(rangeOf(first + i * step), 4) !== 0) fetch(lookUp(a, first + i * step));
  }
  for (let i: u32 = 1; i < TILE_BUCKETS; i++) {
    const number = first + i * step;
    if (load<u32>(rangeOf(number), 4) === 0) continue;
    lookUp(a, number);
    for (let bits = i; bits !== 0; bits &= bits - 1) {
      const bit = (bits & (0 - bits)) * step;
      const before = number ^ bit;
      if (load<u32>(rangeOf(before), 4) === 0) continue;
      if (load<u8>(crowded + <usize>number) & load<u8>(crowded + <usize>before)) continue;
      lookUp(b, before);
      const end = meetSame(a.map, b.map, meetings);
      const difference = (<u64>bit) << (<u64>(quarter << 4));
      compareMet(meetings, end, a, b, 0, difference);
      if (a.repeated !== 0) compareRepeated(a, b, difference, true, room);
      if (b.repeated !== 0) compareRepeated(b, a, difference, false, room);
    }
  }
  giveBack(2 * BUCKET_BYTES + LIST_BYTES);
}

// Reads in order what will be needed in no order: that takes a third of the time.
function fetch(bucket: Bucket): void {
  let sum: u32 = 0;
  const rests = bucket.rests;
  const bytes = (<usize>firstsOf(bucket)) << 2;
  for (let at: usize = 0; at < bytes; at += 64) sum += load<u32>(rests + at);
  const places = bucket.starts;
  for (let at: usize = 0; at < DENSE_START_BYTES; at += 64) sum += load<u32>(places + at);
  fetched += sum;
}

function meetSame(a: usize, b: usize, list: usize): usize {
  for (let at: usize = 0; at < MAP_BYTES; at += 16) {
    list = listMeeting(list, v128.and(v128.load(a + at), v128.load(b + at)), at);
  }
  return list;
}
