// The fast checksum of all runs of `width` values in a row of values, four runs at a time; the same as fold.ts.
import { FOLD_AT, SORTED_RUNS_AT, scratch } from '../memory';

const LANE_LOW: i32 = 0x9e3779b1;
const LANE_HIGH: i32 = 0x85ebca77;
const START_LOW: i32 = 0x2545f491;
const START_HIGH: i32 = 0x68bc21eb;
// The factors of `finish` of mix.ts.
const FIRST: i32 = 0x7feb352d;
const SECOND: i32 = 0x846ca68b;

// The constants of runs of three, and the factors, for loops that keep them in registers.
export function initFold(): void {
  const constants = scratch + FOLD_AT;
  v128.store(constants, i32x4.splat(START_LOW ^ 3));
  v128.store(constants, i32x4.splat(START_HIGH ^ 3), 0x10);
  v128.store(constants, i32x4.splat(LANE_LOW), 0x20);
  v128.store(constants, i32x4.splat(LANE_HIGH), 0x30);
  v128.store(constants, i32x4.splat(FIRST), 0x40);
  v128.store(constants, i32x4.splat(SECOND), 0x50);
}

// @inline
export function firstFactor(): v128 {
  return v128.load(scratch, FOLD_AT + 0x40);
}

// @inline
export function secondFactor(): v128 {
  return v128.load(scratch, FOLD_AT + 0x50);
}

// Writes the checksums of runs 0, 1, 2 … `count` - 1 to `out`; run i is values i to i + width - 1. Up to three more are
// read and written.
export function foldRuns(values: usize, count: usize, width: usize, out: usize): void {
  if (width === 3) foldThrees(values, count, out);
  else foldEach(values, count, width, out);
}

function foldEach(values: usize, count: usize, width: usize, out: usize): void {
  for (const end = out + (count << 3); out < end; out += 32, values += 32) {
    let l = i32x4.splat(START_LOW ^ <i32>width);
    let h = i32x4.splat(START_HIGH ^ <i32>width);
    for (let at = values, last = values + (width << 3); at < last; at += 8) {
      const a = v128.load(at);
      const b = v128.load(at, 16);
      const low = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
      const high = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
      l = i32x4.add(turn(i32x4.mul(v128.xor(l, low), i32x4.splat(LANE_LOW)), 13), high);
      h = i32x4.add(turn(i32x4.mul(v128.xor(h, high), i32x4.splat(LANE_HIGH)), 17), low);
    }
    storeFour(out, l, h, i32x4.splat(FIRST), i32x4.splat(SECOND));
  }
}

// The usual width. Halves of values are taken apart once, and stay in registers for the runs that share them.
function foldThrees(values: usize, count: usize, out: usize): void {
  const constants = scratch + FOLD_AT;
  const startLow = v128.load(constants);
  const startHigh = v128.load(constants, 0x10);
  const laneLow = v128.load(constants, 0x20);
  const laneHigh = v128.load(constants, 0x30);
  const first = firstFactor();
  const second = secondFactor();
  let low = lows(values);
  let high = highs(values);
  for (const end = out + (count << 3); out < end; out += 32) {
    values += 32;
    const nextLow = lows(values);
    const nextHigh = highs(values);
    let l = i32x4.add(turn(i32x4.mul(v128.xor(startLow, low), laneLow), 13), high);
    let h = i32x4.add(turn(i32x4.mul(v128.xor(startHigh, high), laneHigh), 17), low);
    let a = v128.shuffle<i32>(low, nextLow, 1, 2, 3, 4);
    let b = v128.shuffle<i32>(high, nextHigh, 1, 2, 3, 4);
    l = i32x4.add(turn(i32x4.mul(v128.xor(l, a), laneLow), 13), b);
    h = i32x4.add(turn(i32x4.mul(v128.xor(h, b), laneHigh), 17), a);
    a = v128.shuffle<i32>(low, nextLow, 2, 3, 4, 5);
    b = v128.shuffle<i32>(high, nextHigh, 2, 3, 4, 5);
    l = i32x4.add(turn(i32x4.mul(v128.xor(l, a), laneLow), 13), b);
    h = i32x4.add(turn(i32x4.mul(v128.xor(h, b), laneHigh), 17), a);
    storeFour(out, l, h, first, second);
    low = nextLow;
    high = nextHigh;
  }
}

// @inline
function lows(values: usize): v128 {
  return v128.shuffle<i32>(v128.load(values), v128.load(values, 16), 0, 2, 4, 6);
}

// @inline
function highs(values: usize): v128 {
  return v128.shuffle<i32>(v128.load(values), v128.load(values, 16), 1, 3, 5, 7);
}

// As foldRuns, but the values of each run are first put into ascending order (as signed numbers).
export function foldSortedRuns(values: usize, count: usize, width: usize, out: usize): void {
  if (width === 3) foldSortedThrees(values, count, out);
  else foldSorted(values, count, width, out);
}

// The usual width: three values of four runs are six vectors, which a network of three exchanges sorts without leaving the registers.
function foldSortedThrees(values: usize, count: usize, out: usize): void {
  for (const end = out + (count << 3); out < end; out += 32, values += 32) {
    let a = v128.load(values);
    let b = v128.load(values, 8);
    let c = v128.load(values, 16);
    let d = c;
    let e = v128.load(values, 24);
    let f = v128.load(values, 32);
    // first and last, first and middle, middle and last; a, b, c are runs 0 and 1, d, e, f are runs 2 and 3
    let swap = v128.and(v128.xor(a, c), i64x2.gt_s(a, c));
    a = v128.xor(a, swap);
    c = v128.xor(c, swap);
    swap = v128.and(v128.xor(d, f), i64x2.gt_s(d, f));
    d = v128.xor(d, swap);
    f = v128.xor(f, swap);
    swap = v128.and(v128.xor(a, b), i64x2.gt_s(a, b));
    a = v128.xor(a, swap);
    b = v128.xor(b, swap);
    swap = v128.and(v128.xor(d, e), i64x2.gt_s(d, e));
    d = v128.xor(d, swap);
    e = v128.xor(e, swap);
    swap = v128.and(v128.xor(b, c), i64x2.gt_s(b, c));
    b = v128.xor(b, swap);
    c = v128.xor(c, swap);
    swap = v128.and(v128.xor(e, f), i64x2.gt_s(e, f));
    e = v128.xor(e, swap);
    f = v128.xor(f, swap);
    let low = v128.shuffle<i32>(a, d, 0, 2, 4, 6);
    let high = v128.shuffle<i32>(a, d, 1, 3, 5, 7);
    let l = i32x4.add(turn(i32x4.mul(v128.xor(i32x4.splat(START_LOW ^ 3), low), i32x4.splat(LANE_LOW)), 13), high);
    let h = i32x4.add(turn(i32x4.mul(v128.xor(i32x4.splat(START_HIGH ^ 3), high), i32x4.splat(LANE_HIGH)), 17), low);
    low = v128.shuffle<i32>(b, e, 0, 2, 4, 6);
    high = v128.shuffle<i32>(b, e, 1, 3, 5, 7);
    l = i32x4.add(turn(i32x4.mul(v128.xor(l, low), i32x4.splat(LANE_LOW)), 13), high);
    h = i32x4.add(turn(i32x4.mul(v128.xor(h, high), i32x4.splat(LANE_HIGH)), 17), low);
    low = v128.shuffle<i32>(c, f, 0, 2, 4, 6);
    high = v128.shuffle<i32>(c, f, 1, 3, 5, 7);
    l = i32x4.add(turn(i32x4.mul(v128.xor(l, low), i32x4.splat(LANE_LOW)), 13), high);
    h = i32x4.add(turn(i32x4.mul(v128.xor(h, high), i32x4.splat(LANE_HIGH)), 17), low);
    storeFour(out, l, h, i32x4.splat(FIRST), i32x4.splat(SECOND));
  }
}

function foldSorted(values: usize, count: usize, width: usize, out: usize): void {
  const sorted = scratch + SORTED_RUNS_AT;
  for (const end = out + (count << 3); out < end; out += 32, values += 32) {
    // four runs side by side, sorted by insertion without a branch: the greater one is handed on to the end
    for (let i: usize = 0; i < width; i++) {
      let a = v128.load(values + (i << 3));
      let b = v128.load(values + (i << 3), 16);
      for (let at = sorted, last = sorted + (i << 5); at < last; at += 32) {
        const c = v128.load(at);
        const d = v128.load(at, 16);
        const aLess = i64x2.lt_s(a, c);
        const bLess = i64x2.lt_s(b, d);
        v128.store(at, v128.bitselect(a, c, aLess));
        v128.store(at, v128.bitselect(b, d, bLess), 16);
        a = v128.bitselect(c, a, aLess);
        b = v128.bitselect(d, b, bLess);
      }
      v128.store(sorted + (i << 5), a);
      v128.store(sorted + (i << 5), b, 16);
    }
    let l = i32x4.splat(START_LOW ^ <i32>width);
    let h = i32x4.splat(START_HIGH ^ <i32>width);
    for (let at = sorted, last = sorted + (width << 5); at < last; at += 32) {
      const a = v128.load(at);
      const b = v128.load(at, 16);
      const low = v128.shuffle<i32>(a, b, 0, 2, 4, 6);
      const high = v128.shuffle<i32>(a, b, 1, 3, 5, 7);
      l = i32x4.add(turn(i32x4.mul(v128.xor(l, low), i32x4.splat(LANE_LOW)), 13), high);
      h = i32x4.add(turn(i32x4.mul(v128.xor(h, high), i32x4.splat(LANE_HIGH)), 17), low);
    }
    storeFour(out, l, h, i32x4.splat(FIRST), i32x4.splat(SECOND));
  }
}

// @inline
function storeFour(out: usize, l: v128, h: v128, first: v128, second: v128): void {
  l = finishWith(v128.xor(l, turn(h, 7)), first, second);
  h = finishWith(i32x4.add(h, l), first, second);
  v128.store(out, v128.shuffle<i32>(l, h, 0, 4, 1, 5));
  v128.store(out, v128.shuffle<i32>(l, h, 2, 6, 3, 7), 16);
}

// @inline
function turn(x: v128, n: i32): v128 {
  return v128.or(i32x4.shl(x, n), i32x4.shr_u(x, 32 - n));
}

// `finish` of mix.ts, of four values.
// @inline
export function finishFour(x: v128): v128 {
  return finishWith(x, i32x4.splat(FIRST), i32x4.splat(SECOND));
}

// The same with the factors in registers.
// @inline
export function finishWith(x: v128, first: v128, second: v128): v128 {
  x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 16)), first);
  x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 15)), second);
  return v128.xor(x, i32x4.shr_u(x, 16));
}
