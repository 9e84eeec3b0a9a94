// Anchors of canonical text: of every ANCHOR_WINDOW successive runs of ANCHOR_WORDS words the one with the least hash. The twin is
// src/engines/scalar/anchors.ts, which says what is computed. The last words and runs are in rings, one word at a time.
import { ANCHOR_WORDS, FNV_PRIME, FNV_START, LAST_SEPARATOR, RUN_FACTOR, WANTED_SHIFT } from '../src/engines/layouts/anchors';
import { ANCHOR_RUNS_AT, ANCHOR_WORDS_AT, scratch } from './memory';
import { finish } from './mix';

// What a word leaves a rolling hash with: RUN_FACTOR to the power of ANCHOR_WORDS, which is 5.
const LEAVING: u32 = RUN_FACTOR * RUN_FACTOR * RUN_FACTOR * RUN_FACTOR * RUN_FACTOR;

let found: usize = 0;

export function anchors(text: usize, offsets: usize, count: u32, wanted: usize, out: usize): u32 {
  found = out;
  for (let i: u32 = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    anchorsOf(text + load<u32>(at), text + load<u32>(at, 4), i, wanted);
  }
  return <u32>((found - out) >> 3);
}

function anchorsOf(start: usize, end: usize, document: u32, wanted: usize): void {
  const words = scratch + ANCHOR_WORDS_AT;
  const runs = scratch + ANCHOR_RUNS_AT;
  let word: u32 = 0;
  let rolling: u32 = 0;
  let last: i32 = -1;
  let count: i32 = 0;
  for (let at = start; at < end; ) {
    if (load<u8>(at) <= LAST_SEPARATOR) {
      at++;
      continue;
    }
    let hash: u32 = FNV_START;
    for (; at < end; at++) {
      const byte = load<u8>(at);
      if (byte <= LAST_SEPARATOR) break;
      hash = (hash ^ byte) * FNV_PRIME;
    }
    hash = finish(hash);
    rolling = rolling * RUN_FACTOR + hash;
    // the ring has 8 words: of them, this one is the word that leaves
    if (word >= ANCHOR_WORDS) rolling -= LEAVING * load<u32>(words + (((word - ANCHOR_WORDS) & 7) << 2));
    store<u32>(words + ((word & 7) << 2), hash);
    word++;
    if (word < ANCHOR_WORDS) continue;
    store<u32>(runs + ((count & 3) << 2), finish(rolling));
    count++;
    if (count >= 4) last = choose(runs, count - 4, count, last, document, wanted);
  }
  // fewer runs than a window
  if (count > 0 && count < 4) choose(runs, 0, count, -1, document, wanted);
}

// Keeps the least run of [from, to), unless one that is as low is kept already; returns the run that was kept last.
// @inline
function choose(runs: usize, from: i32, to: i32, last: i32, document: u32, wanted: usize): i32 {
  let least = from;
  let low = load<u32>(runs + ((<usize>(from & 3)) << 2));
  for (let run = from + 1; run < to; run++) {
    const hash = load<u32>(runs + ((<usize>(run & 3)) << 2));
    if (hash > low) continue;
    low = hash;
    least = run;
  }
  if (last >= from && load<u32>(runs + ((<usize>(last & 3)) << 2)) === low) return last;
  if (wanted === 0 || isWanted(wanted, low)) {
    store<u32>(found, low);
    store<u32>(found, document, 4);
    found += 8;
  }
  return least;
}

// @inline
function isWanted(wanted: usize, hash: u32): bool {
  const place = hash >> WANTED_SHIFT;
  return ((load<u8>(wanted + (place >> 3)) >> (place & 7)) & 1) !== 0;
}
