// Simhash of a batch of canonical text; the twin of src/engines/scalar/simhash.ts.
// Straightforward: a byte at a time, bit-sliced counters.
import { SIMHASH_AT, scratch } from "./scratch";

// Bits of `mode`: SimhashMode in src/engines.ts.
const MIXED: u32 = 1;
const SETS: u32 = 2;
const TIES_TO_ONE: u32 = 4;

const SDBM: u64 = 65599;
const LAST_SEPARATOR: u8 = 0x20;

// Plane p holds bit p of all 64 counters.
const PLANES: usize = 32;
const SEEN_AT: usize = 0x40000;
const SEEN_BITS: u64 = 15;
const SEEN_SLOTS: u32 = 1 << 15;
const SEEN_MOST: u32 = SEEN_SLOTS / 4 * 3;
const GOLDEN: u64 = 0x9E3779B97F4A7C15;

export function initSimhash(): void {}

export function simhash(text: usize, offsets: usize, count: u32, mode: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const start = text + load<u32>(offsets + (i << 2));
    const end = text + load<u32>(offsets + (i << 2), 4) - 1;
    store<u64>(out + (i << 3), fingerprint(start, end, mode));
  }
}

function fingerprint(start: usize, end: usize, mode: u32): u64 {
  if ((mode & SETS) == 0) {
    clearPlanes();
    return threshold(addWords(start, end, mode, 0, 0), mode);
  }
  // A text with more distinct words than the table holds is read in 2^bits passes, each counting a part of all hashes.
  let bits: u64 = 0;
  let words = addPasses(start, end, mode, bits);
  while (words < 0) words = addPasses(start, end, mode, ++bits);
  return threshold(words, mode);
}

function addPasses(start: usize, end: usize, mode: u32, bits: u64): i32 {
  clearPlanes();
  let words: i32 = 0;
  for (let pass: u64 = 0; pass < (<u64>1 << bits); pass++) {
    const added = addWords(start, end, mode, bits, pass);
    if (added < 0) return -1;
    words += added;
  }
  return words;
}

// Adds the words of a text to the counters; gives their number, or -1 when the table of seen words is full.
function addWords(start: usize, end: usize, mode: u32, bits: u64, pass: u64): i32 {
  const seen = scratch + SIMHASH_AT + SEEN_AT;
  if (mode & SETS) memory.fill(seen, 0, SEEN_SLOTS << 3);
  let words: i32 = 0;
  let zero = false;
  for (let at = start; at < end; ) {
    if (load<u8>(at) <= LAST_SEPARATOR) {
      at++;
      continue;
    }
    let hash: u64 = 0;
    for (; at < end && load<u8>(at) > LAST_SEPARATOR; at++) hash = hash * SDBM + <u64>load<u8>(at);
    if (mode & MIXED) hash = finalize(hash);
    if (mode & SETS) {
      const spread = hash * GOLDEN;
      if (((spread >> (64 - SEEN_BITS - bits)) & ((1 << bits) - 1)) != pass) continue;
      if (hash == 0) {
        if (zero) continue;
        zero = true;
      } else {
        let slot = <usize>(spread >> (64 - SEEN_BITS));
        let there = load<u64>(seen + (slot << 3));
        while (there != 0 && there != hash) {
          slot = (slot + 1) & (SEEN_SLOTS - 1);
          there = load<u64>(seen + (slot << 3));
        }
        if (there == hash) continue;
        if (<u32>words == SEEN_MOST) return -1;
        store<u64>(seen + (slot << 3), hash);
      }
    }
    words++;
    addWord(hash);
  }
  return words;
}

function finalize(hash: u64): u64 {
  let lo = <u32>hash, hi = <u32>(hash >> 32);
  hi += lo * 0x9e3779b1;
  hi ^= hi >> 16;
  lo += hi * 0x85ebca6b;
  lo ^= lo >> 15;
  hi += lo * 0xc2b2ae35;
  hi ^= hi >> 16;
  lo += hi * 0x27d4eb2f;
  lo ^= lo >> 15;
  return (<u64>hi << 32) | <u64>lo;
}

function clearPlanes(): void {
  memory.fill(scratch + SIMHASH_AT, 0, PLANES << 3);
}

function addWord(hash: u64): void {
  let carry = hash;
  for (let plane = scratch + SIMHASH_AT; carry != 0; plane += 8) {
    const old = load<u64>(plane);
    store<u64>(plane, old ^ carry);
    carry &= old;
  }
}

// The bits whose counter is above half of the words: compares all 64 counters with `most`, least significant bit first.
function threshold(words: u32, mode: u32): u64 {
  if (words == 0) return 0;
  const most = mode & TIES_TO_ONE ? (words - 1) >> 1 : words >> 1;
  let above: u64 = 0;
  for (let p: u32 = 0; p < <u32>PLANES; p++) {
    const plane = load<u64>(scratch + SIMHASH_AT + (p << 3));
    above = (most >> p) & 1 ? above & plane : above | plane;
  }
  return above;
}
