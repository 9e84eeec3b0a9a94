// Anchors of canonical text: of every ANCHOR_WINDOW successive runs of ANCHOR_WORDS words the one with the least hash. The twin is
// src/engines/scalar/anchors.ts, which is the reference. The last words and runs are in rings, one word at a time.
import { ANCHOR_WORDS } from '../src/engines/layouts/anchors';
import { hashWord, nextWord, roll, wordEnd } from './fnv-words';
import { ANCHOR_RUNS_AT, scratch } from './memory';
import { finish } from './mix';

let found: usize = 0;

export function anchors(text: usize, offsets: usize, count: u32, out: usize): u32 {
  found = out;
  for (let i: u32 = 0; i < count; i++) {
    const at = offsets + ((<usize>i) << 2);
    anchorsOf(text + load<u32>(at), text + load<u32>(at, 4), i);
  }
  return <u32>((found - out) >> 3);
}

function anchorsOf(start: usize, end: usize, document: u32): void {
  const runs = scratch + ANCHOR_RUNS_AT;
  let word: u32 = 0;
  let rolling: u32 = 0;
  let last: i32 = -1;
  let count: i32 = 0;
  for (let at = nextWord(start, end); at < end; at = nextWord(wordEnd, end)) {
    rolling = roll(rolling, hashWord(at, end), word++);
    if (word < ANCHOR_WORDS) continue;
    store<u32>(runs + ((count & 3) << 2), finish(rolling));
    count++;
    if (count >= 4) last = choose(runs, count - 4, count, last, document);
  }
  // fewer runs than a window
  if (count > 0 && count < 4) choose(runs, 0, count, -1, document);
}

// Keeps the least run of [from, to), unless one that is as low is kept already; returns the run that was kept last.
// @inline
function choose(runs: usize, from: i32, to: i32, last: i32, document: u32): i32 {
  let least = from;
  let low = load<u32>(runs + ((<usize>(from & 3)) << 2));
  for (let run = from + 1; run < to; run++) {
    const hash = load<u32>(runs + ((<usize>(run & 3)) << 2));
    if (hash > low) continue;
    low = hash;
    least = run;
  }
  if (last >= from && load<u32>(runs + ((<usize>(last & 3)) << 2)) === low) return last;
  store<u32>(found, low);
  store<u32>(found, document, 4);
  found += 8;
  return least;
}
