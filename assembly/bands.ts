// Min-hash bands of a batch of canonical text; src/engines/scalar/bands.ts is the twin and the reference.
//
// Shingles are taken in lists of up to LISTED: four at a time they become x and the place of their block, then one after the other goes
// to its block.

import { BandKeysCall } from '../src/engines/layouts/calls';
import { SimhashMode } from '../src/engines/layouts/modes';
import { Shape } from '../src/engines/layouts/shingle-bits';
import {
  BAND_BLOCKS,
  BAND_EMPTY_AT,
  BAND_FACTORS_AT,
  BAND_LANES_AT,
  BAND_LEAST_AT,
  BAND_LISTED,
  BAND_ONES_AT,
  BAND_PLACES_AT,
  BAND_XS_AT,
  scratch,
} from './memory';
import { finish } from './mix';
import { shingleValues } from './shingles';
import { finishFour, finishWith, firstFactor, secondFactor } from './shingles/fold-runs';
import { beginWords, lastWords, moreWords, wordRuns } from './shingles/words';
import { setSeed } from './simhash/mixed-words';

const LANE: u32 = 0x9e3779b1;
// Bands of a column: as many as a block has lanes.
const LANES: u32 = 4;
const BLOCK_BYTES: usize = 8;
// Empty blocks that are filled together.
const AT_ONCE: usize = 8;

// Shingles that were listed last, and whether they are all of the document.
let listed: usize = 0;
let isAll: bool = false;

export function initBands(): void {
  v128.store(scratch, i32x4.splat(1), BAND_ONES_AT);
  for (let i: usize = 0; i < 2 * (BAND_BLOCKS + 1); i++) {
    store<u32>(scratch + BAND_FACTORS_AT + (i << 2), finish((<u32>i + 1) * LANE) | 1);
  }
}

export function bandKeys(call: BandKeysCall): void {
  const text = call.text;
  const offsets = call.offsets;
  const count = call.count;
  const shape = call.shape;
  const bands = call.bands;
  const rows = call.rows;
  const work = call.work;
  let out = call.out;
  const columns = bands / LANES;
  const blocks = columns * rows;
  assert(<usize>blocks <= BAND_BLOCKS);
  placeLanes(columns, rows);
  setSeed(0, 0);
  for (let i: usize = 0; i < count; i++) {
    const start = text + load<u32>(offsets + (i << 2));
    const end = text + load<u32>(offsets + (i << 2), 4) - 1;
    memory.fill(scratch + BAND_LEAST_AT, 0xff, <usize>blocks * BLOCK_BYTES);
    isAll = true;
    listed = 0;
    if (shape & (Shape.unitMask | Shape.checksumMask)) {
      const valuesEnd = shingleValues(start, <u32>(end - start), shape, work);
      scatter(work, valuesEnd, blocks);
      if (listEmpty(blocks)) fillEmpty(work, valuesEnd, blocks);
    } else {
      beginWords(start);
      while (moreWords(end, shape, SimhashMode.mixed)) scatter(wordRuns, lastWords, blocks);
      if (listEmpty(blocks)) {
        if (isAll) takeLeast();
        else {
          beginWords(start);
          while (moreWords(end, shape, SimhashMode.mixed)) fillEmpty(wordRuns, lastWords, blocks);
        }
      }
    }
    writeKeys(columns, rows, out);
    out += (<usize>bands) << 3;
  }
}

// Where the values of the bands are: for every column and row four addresses, one of each lane.
function placeLanes(columns: u32, rows: u32): void {
  let to = scratch + BAND_LANES_AT;
  for (let column: u32 = 0; column < columns; column++) {
    for (let row: u32 = 0; row < rows; row++) {
      for (let lane: u32 = 0; lane < LANES; lane++, to += 4) {
        const block = row * columns + ((column + row * lane) % columns);
        store<u32>(to, <u32>(scratch + BAND_LEAST_AT) + (block << 3) + (lane << 1));
      }
    }
  }
}

// Takes every shingle from `values` up to `end` into its block.
function scatter(values: usize, end: usize, blocks: u32): void {
  for (; values < end; values += BAND_LISTED << 3) {
    if (listed > 0) isAll = false;
    list(values, min(BAND_LISTED, (end - values) >> 3), blocks);
    const factors = scratch + BAND_FACTORS_AT;
    const least = scratch + BAND_LEAST_AT;
    let x = scratch + BAND_XS_AT;
    let place = scratch + BAND_PLACES_AT;
    for (const last = x + (listed << 2); x < last; x += 4, place += 4) {
      const at = <usize>load<u32>(place);
      const products = i32x4.mul(v128.load32_splat(x), v128.load64_zero(factors + at));
      v128.store64_lane(least + at, i16x8.min_u(v128.load64_zero(least + at), products), 0);
    }
  }
}

// Lists x and the place of its block for shingles from `values` on; up to three more are read and written.
function list(values: usize, count: usize, blocks: u32): void {
  listed = count;
  const first = firstFactor();
  const second = secondFactor();
  const ones = v128.load(scratch, BAND_ONES_AT);
  const many = i32x4.splat(blocks);
  let to = scratch + BAND_XS_AT;
  for (const last = to + (count << 2); to < last; to += 16, values += 32) {
    const a = v128.load(values);
    const b = v128.load(values, 16);
    const x = v128.or(finishWith(v128.shuffle<i32>(a, b, 0, 2, 4, 6), first, second), ones);
    const high = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
    const block = i32x4.shr_u(i32x4.mul(i32x4.shr_u(i32x4.add(high, x), 16), many), 16);
    v128.store(to, x);
    v128.store(to + (BAND_PLACES_AT - BAND_XS_AT), i32x4.shl(block, 3));
  }
}

// The blocks that no shingle went to, as places, filled up to a multiple of AT_ONCE with one that is not used.
let empty: usize = 0;

// False if there are none, or if the document has no shingles.
function listEmpty(blocks: u32): bool {
  const list = scratch + BAND_EMPTY_AT;
  const end = (<usize>blocks) << 3;
  empty = 0;
  if (listed === 0) return false;
  for (let at: usize = 0; at < end; at += BLOCK_BYTES) {
    store<u32>(list + (empty << 2), <u32>at);
    empty += <usize>(load<i64>(scratch + BAND_LEAST_AT + at) === -1);
  }
  if (empty === 0) return false;
  for (; empty & (AT_ONCE - 1); empty++) store<u32>(list + (empty << 2), <u32>end);
  return true;
}

// Takes shingles from `values` up to `end` into all blocks that were empty.
function fillEmpty(values: usize, end: usize, blocks: u32): void {
  for (; values < end; values += BAND_LISTED << 3) {
    list(values, min(BAND_LISTED, (end - values) >> 3), blocks);
    takeLeast();
  }
}

// Takes the shingles that are listed into all blocks that were empty, eight blocks at a time.
function takeLeast(): void {
  const factors = scratch + BAND_FACTORS_AT;
  const least = scratch + BAND_LEAST_AT;
  const xs = scratch + BAND_XS_AT;
  const end = xs + (listed << 2);
  let at = scratch + BAND_EMPTY_AT;
  for (const last = at + (empty << 2); at < last; at += AT_ONCE << 2) {
    const f0 = pair(factors, at);
    const f1 = pair(factors, at + 8);
    const f2 = pair(factors, at + 16);
    const f3 = pair(factors, at + 24);
    let m0 = pair(least, at);
    let m1 = pair(least, at + 8);
    let m2 = pair(least, at + 16);
    let m3 = pair(least, at + 24);
    for (let p = xs; p < end; p += 4) {
      const x = v128.load32_splat(p);
      m0 = i16x8.min_u(m0, i32x4.mul(x, f0));
      m1 = i16x8.min_u(m1, i32x4.mul(x, f1));
      m2 = i16x8.min_u(m2, i32x4.mul(x, f2));
      m3 = i16x8.min_u(m3, i32x4.mul(x, f3));
    }
    storePair(least, at, m0);
    storePair(least, at + 8, m1);
    storePair(least, at + 16, m2);
    storePair(least, at + 24, m3);
  }
}

// Two blocks of a table whose places are at `at`.
// @inline
function pair(table: usize, at: usize): v128 {
  return v128.load64_lane(table + load<u32>(at, 4), v128.load64_zero(table + load<u32>(at)), 1);
}

// @inline
function storePair(table: usize, at: usize, two: v128): void {
  v128.store64_lane(table + load<u32>(at), two, 0);
  v128.store64_lane(table + load<u32>(at, 4), two, 1);
}

// The keys of four bands at a time.
function writeKeys(columns: u32, rows: u32, out: usize): void {
  const factor = i32x4.splat(0x9e3779b1);
  const otherFactor = i32x4.splat(0x85ebca77);
  let lanes = scratch + BAND_LANES_AT;
  for (let column: u32 = 0; column < columns; column++, out += 32) {
    const band = i32x4.add(i32x4.splat(column << 2), i32x4(0, 1, 2, 3));
    let l = i32x4.add(i32x4.splat(0x2545f491), band);
    let h = i32x4.add(i32x4.splat(0x68bc21eb), band);
    for (let row: u32 = 0; row < rows; row++, lanes += 16) {
      let least = i32x4.splat(<i32>load<u16>(load<u32>(lanes)));
      least = v128.load16_lane(load<u32>(lanes, 4), least, 2);
      least = v128.load16_lane(load<u32>(lanes, 8), least, 4);
      least = v128.load16_lane(load<u32>(lanes, 12), least, 6);
      l = i32x4.mul(v128.xor(l, least), factor);
      l = v128.xor(l, i32x4.shr_u(l, 15));
      h = i32x4.mul(i32x4.add(h, least), otherFactor);
      h = v128.xor(h, i32x4.shr_u(h, 13));
    }
    l = finishFour(l);
    h = finishFour(i32x4.add(h, l));
    v128.store(out, v128.shuffle<i32>(l, h, 0, 4, 1, 5));
    v128.store(out, v128.shuffle<i32>(l, h, 2, 6, 3, 7), 16);
  }
}
