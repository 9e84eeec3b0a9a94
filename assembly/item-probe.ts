// Which runs of words of a text are among those of a set? src/engines/scalar/item-probe.ts is the twin and the reference. A text is read in steps,
// each of which does the same for all of its words without asking: hashes of words, runs, bits that are set, and at last the few runs that are left.
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../src/engines/layouts/anchors';
import { FOUND_RUN_BYTES, ItemProbeCall, RUN_MARK_BITS } from '../src/engines/layouts/item-probe';
import { mixed } from './mix';
import { hashMasks, spacesIn, wordHash } from './mixed-word';

const RUN_MARK_SHIFT: u32 = 32 - RUN_MARK_BITS;

let hashes: usize = 0;
let hashShift: u32 = 0;
let factor: u32 = 0;
let found: usize = 0;
// The runs of the present text, where its words begin, and which runs or windows have a bit.
let runs: usize = 0;
let starts: usize = 0;
let hits: usize = 0;

export function itemProbe(call: ItemProbeCall): u32 {
  const text = call.text;
  const offsets = call.offsets;
  const count = call.count;
  const marks = call.marks;
  const markShift = call.markShift;
  const runMarks = call.runMarks;
  const out = call.out;
  const room = (<usize>call.room) << 2;
  hashes = call.hashes;
  hashShift = call.hashShift;
  factor = call.factor;
  found = out;
  runs = call.work;
  starts = runs + room;
  hits = starts + room;
  for (let i: u32 = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 3);
    const start = text + load<u32>(at);
    const words = hashWords(start, text + load<u32>(at, 4));
    if (words < ANCHOR_WORDS) continue;
    hashRuns(words);
    const length = words - ANCHOR_WORDS + 1;
    if (runMarks !== 0) {
      const marked = markedRuns(length, runMarks, RUN_MARK_SHIFT);
      for (let hit: u32 = 0; hit < marked; hit++) keep(i, start, load<u32>(hits + ((<usize>hit) << 2)));
    }
    if (length >= ANCHOR_WINDOW) keepAnchors(i, start, markedWindows(length - ANCHOR_WINDOW + 1, marks, markShift));
  }
  return <u32>(found - out) / FOUND_RUN_BYTES;
}

// The low half of the hash of each word, and where it begins. Returns how many there are.
function hashWords(start: usize, end: usize): u32 {
  const masks = hashMasks();
  const words = runs;
  const begins = starts;
  let count: usize = 0;
  let word = start;
  for (let block = start; block <= end && word < end; block += 64) {
    let spaces = spacesIn(block);
    // the end of the text ends a word too
    if (end - block < 64) spaces = (spaces & (((<u64>1) << (end - block)) - 1)) | ((<u64>1) << (end - block));
    for (; spaces !== 0 && word < end; spaces &= spaces - 1) {
      const wordEnd = block + <usize>ctz(spaces);
      store<u32>(words + (count << 2), <u32>wordHash(word, wordEnd, masks));
      store<u32>(begins + (count << 2), <u32>word);
      count += <usize>(wordEnd > word);
      word = wordEnd + 1;
    }
  }
  return <u32>count;
}

// In place of its first word's hash: that of a run is that of the run before, without its first word and with one more.
function hashRuns(words: u32): void {
  let hash: u32 = 0;
  let at = runs;
  const end = runs + ((<usize>words) << 2);
  for (let word: u32 = 0; word < ANCHOR_WORDS - 1; word++, at += 4) hash = rotl<u32>(hash, 1) ^ load<u32>(at);
  let leaving: u32 = 0;
  for (let run = runs; at < end; at += 4, run += 4) {
    hash = rotl<u32>(hash, 1) ^ load<u32>(at) ^ rotl<u32>(leaving, ANCHOR_WORDS);
    leaving = load<u32>(run);
    store<u32>(run, mixed(hash));
  }
}

// Runs that have a bit.
function markedRuns(count: u32, marks: usize, shift: u32): u32 {
  const own = factor;
  let at: usize = 0;
  for (let run: u32 = 0; run < count; run++) {
    store<u32>(hits + at, run);
    at += bitOf(marks, (max(load<u32>(runs + ((<usize>run) << 2)), 1) * own) >>> shift) << 2;
  }
  return <u32>(at >> 2);
}

// Windows whose least run has a bit, four at a time.
function markedWindows(count: u32, marks: usize, shift: u32): u32 {
  const factors = i32x4.splat(factor);
  const ones = i32x4.splat(1);
  let at: usize = 0;
  // what comes after the last run may be anything: its windows are taken away again
  for (let window: u32 = 0; window < count; window += 4) {
    const p = runs + ((<usize>window) << 2);
    const left = i32x4.min_u(v128.load(p), v128.load(p, 4));
    const right = i32x4.min_u(v128.load(p, 8), v128.load(p, 12));
    const least = i32x4.max_u(i32x4.min_u(left, right), ones);
    const bits = i32x4.shr_u(i32x4.mul(least, factors), shift);
    store<u32>(hits + at, window);
    at += bitOf(marks, i32x4.extract_lane(bits, 0)) << 2;
    store<u32>(hits + at, window + 1);
    at += bitOf(marks, i32x4.extract_lane(bits, 1)) << 2;
    store<u32>(hits + at, window + 2);
    at += bitOf(marks, i32x4.extract_lane(bits, 2)) << 2;
    store<u32>(hits + at, window + 3);
    at += bitOf(marks, i32x4.extract_lane(bits, 3)) << 2;
  }
  while (at > 0 && load<u32>(hits + at - 4) >= count) at -= 4;
  return <u32>(at >> 2);
}

// @inline
function bitOf(marks: usize, bit: u32): usize {
  return <usize>((load<u32>(marks + ((bit >>> 5) << 2)) >>> (bit & 31)) & 1);
}

// The least run of each window that has a bit, the last one of equals.
function keepAnchors(document: u32, start: usize, count: u32): void {
  let anchor: u32 = <u32>-1;
  for (let hit: u32 = 0; hit < count; hit++) {
    const window = load<u32>(hits + ((<usize>hit) << 2));
    let least = window;
    let low: u32 = <u32>-1;
    for (let run = window; run < window + ANCHOR_WINDOW; run++) {
      const hash = load<u32>(runs + ((<usize>run) << 2));
      least = hash <= low ? run : least;
      low = min(hash, low);
    }
    if (least === anchor) continue;
    anchor = least;
    keep(document, start, least);
  }
}

// Keeps a run that is in the set: open addressing, 0 is an empty slot.
function keep(document: u32, start: usize, run: u32): void {
  const hash = load<u32>(runs + ((<usize>run) << 2));
  const value = max(hash, 1);
  const mask = <u32>-1 >>> hashShift;
  let slot = (value * factor) >>> hashShift;
  for (;;) {
    const known = load<u32>(hashes + ((<usize>slot) << 2));
    if (known === 0) return;
    if (known === value) break;
    slot = (slot + 1) & mask;
  }
  store<u32>(found, document);
  store<u32>(found, load<u32>(starts + ((<usize>run) << 2)) - <u32>start, 4);
  store<u32>(found, hash, 8);
  found += FOUND_RUN_BYTES;
}
