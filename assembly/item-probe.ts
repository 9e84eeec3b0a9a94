// Which runs of words of a text are among those of a set? src/engines/scalar/item-probe.ts is the twin and the reference. The least run of the
// last four is carried on: a new run replaces it if it is as low, and the other three are looked at only once it is too old.
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../src/engines/layouts/anchors';
import { FOUND_RUN_BYTES, ItemProbeCall, RUN_MARK_BITS } from '../src/engines/layouts/item-probe';
import { hashWord, nextWord, roll, wordEnd } from './fnv-words';
import { ANCHOR_RUNS_AT, ANCHOR_STARTS_AT, scratch } from './memory';
import { finish } from './mix';

const RUN_MARK_SHIFT: u32 = 32 - RUN_MARK_BITS;

let hashes: usize = 0;
let hashShift: u32 = 0;
let factor: u32 = 0;
let found: usize = 0;

export function itemProbe(call: ItemProbeCall): u32 {
  const text = call.text;
  const offsets = call.offsets;
  const count = call.count;
  const marks = call.marks;
  const markShift = call.markShift;
  const runMarks = call.runMarks;
  const out = call.out;
  hashes = call.hashes;
  hashShift = call.hashShift;
  factor = call.factor;
  found = out;
  for (let i: u32 = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    probe(text + load<u32>(at), text + load<u32>(at, 4), i, marks, markShift, runMarks);
  }
  return <u32>(found - out) / FOUND_RUN_BYTES;
}

function probe(start: usize, end: usize, document: u32, marks: usize, markShift: u32, runMarks: usize): void {
  const runs = scratch + ANCHOR_RUNS_AT;
  const starts = scratch + ANCHOR_STARTS_AT;
  const own = factor;
  let word: u32 = 0;
  let rolling: u32 = 0;
  let least: u32 = 0;
  let low: u32 = <u32>-1;
  let anchor: u32 = <u32>-1;
  for (let at = nextWord(start, end); at < end; at = nextWord(wordEnd, end)) {
    store<usize>(starts + ((<usize>(word & 7)) << alignof<usize>()), at);
    rolling = roll(rolling, hashWord(at, end), word++);
    if (word < ANCHOR_WORDS) continue;
    const run = word - ANCHOR_WORDS;
    const hash = finish(rolling);
    store<u32>(runs + ((run & 3) << 2), hash);
    if (runMarks !== 0 && isMarked(runMarks, RUN_MARK_SHIFT, max(hash, 1) * own)) keep(document, start, run, hash);
    if (hash <= low) {
      low = hash;
      least = run;
    } else if (least + ANCHOR_WINDOW <= run) {
      least = run + 1 - ANCHOR_WINDOW;
      low = load<u32>(runs + ((least & 3) << 2));
      for (let other = least + 1; other <= run; other++) {
        const value = load<u32>(runs + ((other & 3) << 2));
        if (value > low) continue;
        low = value;
        least = other;
      }
    }
    if (run + 1 < ANCHOR_WINDOW || least === anchor) continue;
    anchor = least;
    const place = max(low, 1) * own;
    if (!isMarked(marks, markShift, place)) continue;
    // those that are looked for everywhere were found already
    if (runMarks !== 0 && isMarked(runMarks, RUN_MARK_SHIFT, place)) continue;
    keep(document, start, least, low);
  }
}

// @inline
function isMarked(marks: usize, shift: u32, place: u32): bool {
  const bit = place >>> shift;
  return (<u32>load<u8>(marks + (bit >>> 3)) & (1 << (bit & 7))) !== 0;
}

// Keeps a run that is in the set: open addressing, 0 is an empty slot.
function keep(document: u32, start: usize, run: u32, hash: u32): void {
  const value = max(hash, 1);
  const mask = <u32>-1 >>> hashShift;
  let slot = (value * factor) >>> hashShift;
  for (;;) {
    const known = load<u32>(hashes + ((<usize>slot) << 2));
    if (known === 0) return;
    if (known === value) break;
    slot = (slot + 1) & mask;
  }
  const starts = scratch + ANCHOR_STARTS_AT;
  store<u32>(found, document);
  store<u32>(found, <u32>(load<usize>(starts + ((<usize>(run & 7)) << alignof<usize>())) - start), 4);
  store<u32>(found, hash, 8);
  found += FOUND_RUN_BYTES;
}
