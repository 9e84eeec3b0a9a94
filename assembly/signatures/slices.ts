// Inverted signature slice lists (paper B); the twin is src/engines/scalar/signatures/slices.ts.

import { BuildSliceCall } from '../../src/engines/layouts/calls';
import { bestAt, COUNTER_BYTES, SliceSearch, scoreCountersAt, seenAt } from '../../src/engines/layouts/signature-search';
import { beginNearest, distanceOf, offer, worst } from './search';

// @inline
function sliceValue(address: usize, start: u32, bits: u32): u32 {
  return <u32>(load<u64>(address + <usize>(start >> 3)) >> <u64>(start & 7)) & ((1 << bits) - 1);
}

export function buildSlice(call: BuildSliceCall): void {
  const signatures = call.signatures;
  const count = call.count;
  const bytes = <usize>call.bytes;
  const start = call.start;
  const bits = call.bits;
  const ends = call.ends;
  const ids = call.ids;
  const values = (<usize>1) << bits;
  memory.fill(ends, 0, (values + 1) << 2);
  const stop = signatures + <usize>count * bytes;
  for (let at = signatures; at < stop; at += bytes) {
    const place = ends + ((<usize>sliceValue(at, start, bits)) << 2);
    store<u32>(place, load<u32>(place, 4) + 1, 4);
  }
  let sum: u32 = 0;
  for (let place = ends + 4, last = ends + (values << 2); place <= last; place += 4) {
    const size = load<u32>(place);
    store<u32>(place, sum);
    sum += size;
  }
  let number: u32 = 0;
  for (let at = signatures; at < stop; at += bytes, number++) {
    const place = ends + ((<usize>sliceValue(at, start, bits)) << 2);
    const next = load<u32>(place, 4);
    store<u32>(place, next + 1, 4);
    store<u32>(ids + ((<usize>next) << 2), number);
  }
}

let scores: usize = 0;
let seen: usize = 0;
let seenEnd: usize = 0;

export function searchSlices(search: SliceSearch): void {
  const bytes = search.bytes;
  scores = search.work;
  const counts = search.work + scoreCountersAt(search.listed);
  const best = search.work + bestAt(search.listed);
  seen = search.work + seenAt(search.listed, search.candidates);
  for (let q: u32 = 0; q < search.queryCount; q++) {
    const query = search.queries + <usize>q * bytes;
    beginNearest(search.out + ((<usize>q * search.k) << 3), search.k, search.removed);
    seenEnd = seen;
    visit(search, query, 0, min(search.expand, search.cutoff), true);
    if (search.cutoff < search.expand) visit(search, query, search.cutoff + 1, search.expand, false);
    const kept = bestFirst(search, counts, best);
    compareBest(search, query, best, kept);
    for (let at = seen; at < seenEnd; at += 4) store<u16>(scores + ((<usize>load<u32>(at)) << 1), 0);
    for (let number = search.listed; number < search.count; number++) {
      offer(distanceOf(query, search.signatures + <usize>number * bytes, bytes), number);
    }
  }
}

// Goes through the lists of all slices within `from` to `to` bits; new signatures are only added if `adding`.
// @inline
function visit(search: SliceSearch, query: usize, from: u32, to: u32, adding: bool): void {
  let start: u32 = 0;
  let ends = search.ends;
  const stop = search.variants + ((<usize>search.variantCount) << 2);
  for (let slice: u32 = 0; slice < search.slices; slice++) {
    const bits = slice < search.wideSlices ? search.sliceBits : search.sliceBits - 1;
    const values = (<u32>1) << bits;
    const value = sliceValue(query, start, bits);
    const ids = search.ids + ((<usize>slice * <usize>search.listed) << 2);
    for (let at = search.variants; at < stop; at += 4) {
      const variant = load<u32>(at);
      const distance = <u32>popcnt(variant);
      if (distance > to) break;
      if (distance < from || variant >= values) continue;
      const list = ends + ((<usize>(value ^ variant)) << 2);
      const last = ids + ((<usize>load<u32>(list, 4)) << 2);
      const gain = <u16>(bits - distance);
      for (let id = ids + ((<usize>load<u32>(list)) << 2); id < last; id += 4) {
        const number = load<u32>(id);
        const place = scores + ((<usize>number) << 1);
        const score = load<u16>(place);
        if (adding) {
          // the number is always written, and counts only if it is new: no branch to predict
          store<u32>(seenEnd, number);
          const isNew = <u32>(score === 0);
          seenEnd += (<usize>isNew) << 2;
          store<u16>(place, score + gain + <u16>isNew);
        } else {
          store<u16>(place, select<u16>(score + gain, 0, score !== 0));
        }
      }
    }
    start += bits;
    ends += (<usize>values + 1) << 2;
  }
}

// The highest scores, highest first, of equal ones those seen first, as a counting sort; returns how many.
function bestFirst(search: SliceSearch, counts: usize, best: usize): u32 {
  const top = search.bytes * 8 + 1;
  for (let at = seen; at < seenEnd; at += 4) {
    const place = counts + ((<usize>load<u16>(scores + ((<usize>load<u32>(at)) << 1))) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  // from counts to first places; from `lowest` on nothing fits any more
  const most = search.candidates;
  let sum: u32 = 0;
  let lowest = top + 1;
  while (lowest > 1 && sum < most) {
    lowest--;
    const place = counts + (lowest << 2);
    const size = load<u32>(place);
    store<u32>(place, sum);
    sum += size;
  }
  for (let at = seen; at < seenEnd; at += 4) {
    const number = load<u32>(at);
    const score = <usize>load<u16>(scores + ((<usize>number) << 1));
    if (score < lowest) continue;
    const place = counts + (score << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 1);
    if (to < most) store<u32>(best + ((<usize>to) << 2), number);
  }
  memory.fill(counts, 0, COUNTER_BYTES);
  return min(sum, most);
}

function compareBest(search: SliceSearch, query: usize, best: usize, kept: u32): void {
  const bytes = search.bytes;
  let limit: u32 = -1;
  if (kept >= search.k) {
    const number = load<u32>(best + ((<usize>(search.k - 1)) << 2));
    limit = <u32>(bytes << 3) - (<u32>load<u16>(scores + ((<usize>number) << 1)) - 1);
  }
  for (let at = best, stop = best + ((<usize>kept) << 2); at < stop; at += 4) {
    const number = load<u32>(at);
    const score = <usize>load<u16>(scores + ((<usize>number) << 1)) - 1;
    if (<u32>load<u16>(search.bounds + (score << 1)) > min(limit, <u32>(worst >> 32))) continue;
    offer(distanceOf(query, search.signatures + <usize>number * bytes, bytes), number);
  }
}
