// Search in two stages: sketches choose candidates; the twin is src/engines/scalar/signatures/sketches.ts.
//
// Sketches are in blocks of 16, byte b of all 16 side by side, so that one vector operation works on 16 of them. Adding up the
// differing bits is logic first (Harley and Seal's tree of full adders: eight bytes become one of weight 8, and carries) and
// popcounts, which V8 makes of table lookups, only of what is left.

import {
  CANDIDATE_BATCH,
  CANDIDATES_AT,
  FARTHEST,
  KEPT_AT,
  KEPT_BLOCKS,
  NO_SIGNATURE,
  SketchSearch,
} from '../../src/engines/layouts/signature-search';
import { chooseBlocks, chosen } from './probes';
import { beginNearest, offerAll } from './search';

export function buildSketches(
  signatures: usize,
  bytes: usize,
  slots: usize,
  first: u32,
  count: u32,
  sketchBytes: usize,
  sketches: usize,
): void {
  for (let slot = first << 4, end = (first + count) << 4; slot < end; slot++) {
    const number = load<u32>(slots + ((<usize>slot) << 2));
    const from = signatures + <usize>number * bytes;
    const to = sketches + ((<usize>(slot >> 4) * sketchBytes) << 4) + <usize>(slot & 15);
    for (let b: usize = 0; b < sketchBytes; b++) {
      store<u8>(to + (b << 4), number === NO_SIGNATURE ? 0xff : load<u8>(from + b));
    }
  }
}

let counts: usize = 0;
let kept: usize = 0;
let candidates: usize = 0;
let found: usize = 0;

export function searchSketches(search: SketchSearch): void {
  counts = search.work;
  kept = search.work + KEPT_AT;
  candidates = search.work + CANDIDATES_AT;
  for (let q: u32 = 0; q < search.queryCount; q++) {
    const query = search.queries + <usize>q * search.bytes;
    beginNearest(search.out + ((<usize>q * search.k) << 3), search.k);
    const list = chooseBlocks(search, query, counts);
    found = 0;
    const step = max<u32>(1, chosen / <u32>KEPT_BLOCKS);
    if (search.candidates >= search.count) {
      collect(search, query, list, FARTHEST);
    } else if (step === 1) {
      keepDistances(search, query, list);
      collectKept(search, query, list, threshold(search.candidates));
    } else {
      sampleDistances(search, query, list, step);
      collect(search, query, list, threshold((search.candidates + step - 1) / step));
    }
    offerAll(candidates, found, query, search.signatures, search.bytes);
  }
}

// @inline
function blockAt(search: SketchSearch, list: usize, i: u32): usize {
  const block = list === 0 ? i : load<u32>(list + ((<usize>i) << 2));
  return search.sketches + ((<usize>block * search.sketchBytes) << 4);
}

// Distances of the 16 sketches of a block.
// @inline
function distances(block: usize, query: usize, bytes: usize): v128 {
  let ones = i8x16.splat(0),
    twos = i8x16.splat(0),
    fours = i8x16.splat(0),
    eights = i8x16.splat(0);
  for (let b: usize = 0; b < bytes; b += 8, block += 128, query += 8) {
    const x0 = v128.xor(v128.load(block), v128.load8_splat(query));
    const x1 = v128.xor(v128.load(block, 16), v128.load8_splat(query, 1));
    const x2 = v128.xor(v128.load(block, 32), v128.load8_splat(query, 2));
    const x3 = v128.xor(v128.load(block, 48), v128.load8_splat(query, 3));
    const x4 = v128.xor(v128.load(block, 64), v128.load8_splat(query, 4));
    const x5 = v128.xor(v128.load(block, 80), v128.load8_splat(query, 5));
    const x6 = v128.xor(v128.load(block, 96), v128.load8_splat(query, 6));
    const x7 = v128.xor(v128.load(block, 112), v128.load8_splat(query, 7));
    const twosA = carry(ones, x0, x1);
    ones = sum(ones, x0, x1);
    const twosB = carry(ones, x2, x3);
    ones = sum(ones, x2, x3);
    const foursA = carry(twos, twosA, twosB);
    twos = sum(twos, twosA, twosB);
    const twosC = carry(ones, x4, x5);
    ones = sum(ones, x4, x5);
    const twosD = carry(ones, x6, x7);
    ones = sum(ones, x6, x7);
    const foursB = carry(twos, twosC, twosD);
    twos = sum(twos, twosC, twosD);
    eights = i8x16.add(eights, i8x16.popcnt(carry(fours, foursA, foursB)));
    fours = sum(fours, foursA, foursB);
  }
  // 8 eights + 4 fours + 2 twos + ones, doubling from the highest on
  eights = i8x16.add(i8x16.add(eights, eights), i8x16.popcnt(fours));
  eights = i8x16.add(i8x16.add(eights, eights), i8x16.popcnt(twos));
  return i8x16.add(i8x16.add(eights, eights), i8x16.popcnt(ones));
}

// @inline
function sum(a: v128, b: v128, c: v128): v128 {
  return v128.xor(v128.xor(a, b), c);
}

// @inline
function carry(a: v128, b: v128, c: v128): v128 {
  return v128.or(v128.and(a, b), v128.and(v128.xor(a, b), c));
}

// Few blocks: all their distances.
function keepDistances(search: SketchSearch, query: usize, list: usize): void {
  memory.fill(counts, 0, 1024);
  const bytes = search.sketchBytes;
  for (let i: u32 = 0; i < chosen; i++) {
    const at = kept + ((<usize>i) << 4);
    v128.store(at, distances(blockAt(search, list, i), query, bytes));
    countSixteen(at);
  }
}

// Many blocks: distances of every `step`-th.
function sampleDistances(search: SketchSearch, query: usize, list: usize, step: u32): void {
  memory.fill(counts, 0, 1024);
  const bytes = search.sketchBytes;
  for (let i: u32 = 0; i < chosen; i += step) {
    v128.store(kept, distances(blockAt(search, list, i), query, bytes));
    countSixteen(kept);
  }
}

// @inline
function countSixteen(at: usize): void {
  for (let lane: usize = 0; lane < 16; lane += 2) {
    const a = counts + ((<usize>load<u8>(at + lane)) << 2);
    store<u32>(a, load<u32>(a) + 1);
    const b = counts + ((<usize>load<u8>(at + lane, 1)) << 2);
    store<u32>(b, load<u32>(b) + 1);
  }
}

// The distance within which there are `enough` of those counted.
function threshold(enough: u32): u32 {
  let at: u32 = 0;
  for (let within = load<u32>(counts); within < enough && at < FARTHEST; ) {
    at++;
    within += load<u32>(counts + ((<usize>at) << 2));
  }
  return at;
}

function collectKept(search: SketchSearch, query: usize, list: usize, farthest: u32): void {
  const limit = i8x16.splat(<i8>farthest);
  for (let i: u32 = 0; i < chosen; i++) {
    const near = <u32>i8x16.bitmask(i8x16.le_u(v128.load(kept + ((<usize>i) << 4)), limit));
    if (near !== 0) take(search, query, list, i, near);
  }
}

function collect(search: SketchSearch, query: usize, list: usize, farthest: u32): void {
  const limit = i8x16.splat(<i8>farthest);
  const bytes = search.sketchBytes;
  const blocks = chosen;
  let i: u32 = 0;
  // two at a time: their chains of additions overlap
  for (; i + 2 <= blocks; i += 2) {
    const a = i8x16.le_u(distances(blockAt(search, list, i), query, bytes), limit);
    const b = i8x16.le_u(distances(blockAt(search, list, i + 1), query, bytes), limit);
    if (!v128.any_true(v128.or(a, b))) continue;
    take(search, query, list, i, <u32>i8x16.bitmask(a));
    take(search, query, list, i + 1, <u32>i8x16.bitmask(b));
  }
  if (i < blocks) {
    take(search, query, list, i, <u32>i8x16.bitmask(i8x16.le_u(distances(blockAt(search, list, i), query, bytes), limit)));
  }
}

// Notes the signatures of a block that have their bit set in `near`; a full batch of them is compared at once.
function take(search: SketchSearch, query: usize, list: usize, i: u32, near: u32): void {
  const block = list === 0 ? i : load<u32>(list + ((<usize>i) << 2));
  const slots = search.slots + ((<usize>block) << 6);
  for (; near !== 0; near &= near - 1) {
    const number = load<u32>(slots + ((<usize>ctz(near)) << 2));
    store<u32>(candidates + (found << 2), number);
    found += <usize>(number !== NO_SIGNATURE);
    if (found === CANDIDATE_BATCH) {
      offerAll(candidates, found, query, search.signatures, search.bytes);
      found = 0;
    }
  }
}
