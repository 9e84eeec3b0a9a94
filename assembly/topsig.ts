// TopSig signatures of a batch of canonical text, and the term statistics they need; the twin is
// src/engines/scalar/topsig.ts, which is the reference.
//
// The words of a document are hashed a fill at a time (simhash/hash-fill.ts) and counted in a table; then every distinct term adds its
// vector. The vectors are made again every time: four draws at once cost less than fetching a stored vector.
import { TopsigCall } from '../src/engines/layouts/calls';
import { SimhashMode, SLOT_SHIFT } from '../src/engines/layouts/modes';
import {
  DRAW_CONSTANTS_AT,
  DRAWS_AT,
  HASHES_AT,
  MOST_TERMS,
  SUMS_AT,
  scratch,
  TERM_BITS,
  TERM_LIST_AT,
  TERMS_AT,
} from './memory';
import { hashFill, nextStart } from './simhash/hash-fill';

const GOLDEN: u32 = 0x9e3779b1;

const TABLE_MASK: usize = (1 << TERM_BITS) - 1;

// A place of the table is taken if it has the current stamp, so nothing is ever cleared.
let stamp: u32 = 0;
export let terms: usize = 0;

export function initTopsig(): void {
  const base = scratch;
  memory.fill(base + TERMS_AT, 0, 16 << TERM_BITS);
  v128.store(base, i32x4.splat(0xffff), DRAW_CONSTANTS_AT);
  v128.store(base, i32x4.splat(0x7feb352d), DRAW_CONSTANTS_AT + 0x10);
  v128.store(base, i32x4.splat(0x846ca68b), DRAW_CONSTANTS_AT + 0x20);
  v128.store(base, i32x4.splat(<i32>(GOLDEN * 4)), DRAW_CONSTANTS_AT + 0x30);
  v128.store(base, i32x4(0, GOLDEN, <i32>(GOLDEN * 2), <i32>(GOLDEN * 3)), DRAW_CONSTANTS_AT + 0x40);
}

export function termCounts(text: usize, offsets: usize, count: usize, counts: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const at = offsets + (i << 2);
    countPart(text + load<u32>(at), text + load<u32>(at, 4), 0, 0, counts);
  }
}

export function topsig(call: TopsigCall): void {
  const text = call.text;
  const offsets = call.offsets;
  const count = <usize>call.count;
  const width = <usize>call.width;
  const weights = call.weights;
  const out = call.out;
  const masks = call.masks;
  const bytes = width >> 3;
  const sums = scratch + SUMS_AT;
  for (let i: usize = 0; i < count; i++) {
    const at = offsets + (i << 2);
    memory.fill(sums, 0, width << 2);
    addPart(text + load<u32>(at), text + load<u32>(at, 4), 0, 0, width, weights);
    writeSigns(sums, width, out + i * bytes);
    if (masks !== 0) writeKnown(sums, width, masks + i * bytes);
  }
}

// Documents are unbounded and the table is not: what does not fit is done in four parts, by further bits of the hash.
function countPart(start: usize, end: usize, bits: u32, part: u32, counts: usize): void {
  if (!collect(start, end, bits, part)) {
    for (let j: u32 = 0; j < 4; j++) countPart(start, end, bits + 2, part | (j << bits), counts);
    return;
  }
  const base = scratch;
  for (let t: usize = 0; t < terms; t++) {
    const entry = base + ((<usize>load<u16>(base + (t << 1), TERM_LIST_AT)) << 4);
    const at = counts + ((<usize>(load<u32>(entry, TERMS_AT + 4) >> SLOT_SHIFT)) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

function addPart(start: usize, end: usize, bits: u32, part: u32, width: usize, weights: usize): void {
  if (!collect(start, end, bits, part)) {
    for (let j: u32 = 0; j < 4; j++) addPart(start, end, bits + 2, part | (j << bits), width, weights);
    return;
  }
  const base = scratch;
  // counts become weights in a loop of its own, so that the waits for the table of weights overlap
  for (let t: usize = 0; t < terms; t++) {
    const entry = base + ((<usize>load<u16>(base + (t << 1), TERM_LIST_AT)) << 4);
    const rarity = <u32>load<u8>(weights + <usize>(load<u32>(entry, TERMS_AT + 4) >> SLOT_SHIFT));
    store<u32>(entry, occurrenceWeight(load<u32>(entry, TERMS_AT + 12)) * rarity, TERMS_AT + 12);
  }
  for (let t: usize = 0; t < terms; t++) {
    const entry = base + ((<usize>load<u16>(base + (t << 1), TERM_LIST_AT)) << 4);
    addTerm(base, load<u32>(entry, TERMS_AT), load<u32>(entry, TERMS_AT + 4), load<i32>(entry, TERMS_AT + 12), width);
  }
}

// Fills the table with the distinct terms whose hash falls into a part; false when they are too many.
export function collect(start: usize, end: usize, bits: u32, part: u32): bool {
  const base = scratch;
  const list = base + TERM_LIST_AT;
  const mask = ((<u32>1) << bits) - 1;
  stamp++;
  if (stamp === 0) {
    initTopsig();
    stamp = 1;
  }
  terms = 0;
  for (let at = start; at < end; at = nextStart) {
    const hashes = hashFill(base, at, end, SimhashMode.mixed);
    for (let i: usize = 0; i < hashes; i++) {
      const hash = load<u64>(base + (i << 3), HASHES_AT);
      if ((<u32>(hash >> 32) & mask) !== part) continue;
      let place = <usize>hash & TABLE_MASK;
      while (true) {
        const entry = base + (place << 4);
        if (load<u32>(entry, TERMS_AT + 8) !== stamp) {
          if (terms === MOST_TERMS) return false;
          store<u64>(entry, hash, TERMS_AT);
          store<u32>(entry, stamp, TERMS_AT + 8);
          store<u32>(entry, 1, TERMS_AT + 12);
          store<u16>(list + (terms << 1), <u16>place);
          terms++;
          break;
        }
        if (load<u64>(entry, TERMS_AT) === hash) {
          store<u32>(entry, load<u32>(entry, TERMS_AT + 12) + 1, TERMS_AT + 12);
          break;
        }
        place = (place + 1) & TABLE_MASK;
      }
    }
  }
  return true;
}

// @inline
function occurrenceWeight(count: u32): u32 {
  const power: u32 = 31 - clz(count);
  const log16 = 16 * power + (((count << 4) >> power) & 15);
  return 16 + ((11 * log16) >> 4);
}

// @inline
function addTerm(base: usize, lo: u32, hi: u32, weight: i32, width: usize): void {
  const draws = max<usize>(1, width / 168) << 2;
  const sums = base + SUMS_AT;
  const his = i32x4.splat(hi);
  const widths = i32x4.splat(<i32>width);
  const low = v128.load(base, DRAW_CONSTANTS_AT);
  const k1 = v128.load(base, DRAW_CONSTANTS_AT + 0x10);
  const k2 = v128.load(base, DRAW_CONSTANTS_AT + 0x20);
  const step = v128.load(base, DRAW_CONSTANTS_AT + 0x30);
  let counter = i32x4.add(i32x4.splat(lo), v128.load(base, DRAW_CONSTANTS_AT + 0x40));
  const end = base + DRAWS_AT + (draws << 2);
  for (let at = base + DRAWS_AT; at < end; at += 16) {
    let x = v128.xor(counter, his);
    x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 16)), k1);
    x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 15)), k2);
    x = v128.xor(x, i32x4.shr_u(x, 16));
    counter = i32x4.add(counter, step);
    // places, scaled from 16 bits to the width, in bytes: those of +1 in the low halves, those of -1 in the high halves
    const plus = i32x4.shr_u(i32x4.mul(v128.and(x, low), widths), 16);
    const minus = v128.andnot(i32x4.mul(i32x4.shr_u(x, 16), widths), low);
    v128.store(at, i16x8.shl(v128.or(plus, minus), 2));
  }
  for (let at = base + DRAWS_AT; at < end; at += 8) {
    const a = sums + <usize>load<u16>(at);
    store<i32>(a, load<i32>(a) + weight);
    const b = sums + <usize>load<u16>(at, 2);
    store<i32>(b, load<i32>(b) - weight);
    const c = sums + <usize>load<u16>(at, 4);
    store<i32>(c, load<i32>(c) + weight);
    const d = sums + <usize>load<u16>(at, 6);
    store<i32>(d, load<i32>(d) - weight);
  }
}

// Bit i is one if sum i is above zero.
function writeSigns(sums: usize, width: usize, out: usize): void {
  const zero = i32x4.splat(0);
  for (let i: usize = 0; i < width; i += 16, sums += 64, out += 2) {
    const low = i16x8.narrow_i32x4_s(i32x4.gt_s(v128.load(sums), zero), i32x4.gt_s(v128.load(sums, 16), zero));
    const high = i16x8.narrow_i32x4_s(i32x4.gt_s(v128.load(sums, 32), zero), i32x4.gt_s(v128.load(sums, 48), zero));
    store<u16>(out, <u16>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)));
  }
}

// Bit i is one if sum i is not zero.
function writeKnown(sums: usize, width: usize, out: usize): void {
  const zero = i32x4.splat(0);
  for (let i: usize = 0; i < width; i += 16, sums += 64, out += 2) {
    const low = i16x8.narrow_i32x4_s(i32x4.ne(v128.load(sums), zero), i32x4.ne(v128.load(sums, 16), zero));
    const high = i16x8.narrow_i32x4_s(i32x4.ne(v128.load(sums, 32), zero), i32x4.ne(v128.load(sums, 48), zero));
    store<u16>(out, <u16>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)));
  }
}
