// Simhash in which every word has a weight from 0 to 5; the twin of src/engines/scalar/weighted-simhash.ts.
//
// A word adds its weight to 64 counters, those of the bits it has: 16 bits at a time are spread over vector lanes. Lanes of 16 bits
// hold what one table of distinct words (topsig.ts) or one fill of text can add, and are then added to counters of 32 bits.
import { SimhashMode, SLOT_SHIFT } from '../src/engines/layouts/modes';
import { HASHES_AT, HIGH_BITS_AT, LOW_BITS_AT, scratch, TERM_LIST_AT, TERMS_AT, WEIGHT_LANES_AT, WEIGHT_SUMS_AT } from './memory';
import { hashFill, nextStart } from './simhash/hash-fill';
import { collect, terms } from './topsig';

let total: u32 = 0;

export function initWeighted(): void {
  const base = scratch;
  memory.fill(base + WEIGHT_LANES_AT, 0, 64 << 1);
  for (let i: usize = 0; i < 16; i++) store<u16>(base + (i << 1), <u16>((<u32>1) << (<u32>i)), LOW_BITS_AT);
}

export function weightedSimhash(text: usize, offsets: usize, count: usize, weights: usize, mode: u32, out: usize): void {
  const base = scratch;
  for (let i: usize = 0; i < count; i++) {
    const at = offsets + (i << 2);
    const start = text + load<u32>(at);
    const end = text + load<u32>(at, 4);
    memory.fill(base + WEIGHT_SUMS_AT, 0, 256);
    total = 0;
    if (mode & SimhashMode.sets) addDistinct(base, start, end, 0, 0, weights);
    else addAll(base, start, end, weights);
    store<u64>(out + (i << 3), fingerprintOf(base, mode));
  }
}

// Documents are unbounded and the table is not: what does not fit is done in four parts, by further bits of the hash.
function addDistinct(base: usize, start: usize, end: usize, bits: u32, part: u32, weights: usize): void {
  if (!collect(start, end, bits, part)) {
    for (let j: u32 = 0; j < 4; j++) addDistinct(base, start, end, bits + 2, part | (j << bits), weights);
    return;
  }
  for (let t: usize = 0; t < terms; t++) {
    addWord(base, load<u64>(base + ((<usize>load<u16>(base + (t << 1), TERM_LIST_AT)) << 4), TERMS_AT), weights);
  }
  addLanes(base);
}

function addAll(base: usize, start: usize, end: usize, weights: usize): void {
  for (let at = start; at < end; at = nextStart) {
    const hashes = hashFill(base, at, end, SimhashMode.mixed);
    for (let i: usize = 0; i < hashes; i++) addWord(base, load<u64>(base + (i << 3), HASHES_AT), weights);
    addLanes(base);
  }
}

// @inline
function addWord(base: usize, hash: u64, weights: usize): void {
  const weight = <u32>load<u8>(weights + <usize>(hash >> (32 + SLOT_SHIFT)));
  total += weight;
  const added = i16x8.splat(<i16>weight);
  const low = v128.load(base, LOW_BITS_AT);
  const high = v128.load(base, HIGH_BITS_AT);
  for (let part: usize = 0; part < 4; part++) {
    const bits = i16x8.splat(<i16>(hash >> ((<u64>part) << 4)));
    const at = base + (part << 5);
    const ones = v128.and(i16x8.eq(v128.and(bits, low), low), added);
    v128.store(at, i16x8.add(v128.load(at, WEIGHT_LANES_AT), ones), WEIGHT_LANES_AT);
    const more = v128.and(i16x8.eq(v128.and(bits, high), high), added);
    v128.store(at, i16x8.add(v128.load(at, WEIGHT_LANES_AT + 16), more), WEIGHT_LANES_AT + 16);
  }
}

// Moves the lanes into the counters.
function addLanes(base: usize): void {
  const zero = i16x8.splat(0);
  for (let lane: usize = 0; lane < 8; lane++) {
    const from = base + (lane << 4);
    const to = base + (lane << 5);
    const lanes = v128.load(from, WEIGHT_LANES_AT);
    v128.store(to, i32x4.add(v128.load(to, WEIGHT_SUMS_AT), i32x4.extend_low_i16x8_u(lanes)), WEIGHT_SUMS_AT);
    v128.store(to, i32x4.add(v128.load(to, WEIGHT_SUMS_AT + 16), i32x4.extend_high_i16x8_u(lanes)), WEIGHT_SUMS_AT + 16);
    v128.store(from, zero, WEIGHT_LANES_AT);
  }
}

// Bit i is one if the words that have it weigh more than those that do not.
function fingerprintOf(base: usize, mode: u32): u64 {
  // with ties to one equality is enough; a text without weight stays 0
  const most = i32x4.splat(mode & SimhashMode.tiesToOne && total !== 0 ? total - 1 : total);
  let fingerprint: u64 = 0;
  for (let four: usize = 0; four < 16; four++) {
    const ones = v128.load(base + (four << 4), WEIGHT_SUMS_AT);
    const bits = <u64>i32x4.bitmask(i32x4.gt_s(i32x4.shl(ones, 1), most));
    fingerprint |= bits << ((<u64>four) << 2);
  }
  return fingerprint;
}
