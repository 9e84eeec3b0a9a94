// Shingles of words with the fast checksum: the usual ones. The words are hashed as for the simhash, a fill at a time, and so are
// the shingles made: begin, then ask for more until there are none.
import { Shape } from '../../src/engines/layouts/shingle-bits';
import { HASHES_AT, scratch, WIDEST_SHINGLE, WORD_RUNS_AT, WORD_VALUES_AT, WORDS } from '../memory';
import { hashFill, nextStart, WITH_SEED } from '../simhash/hash-fill';
import { foldRuns, foldSortedRuns } from './fold-runs';

// The shingles of the last fill, in the order of the text.
export let wordRuns: usize = 0;
export let lastWords: usize = 0;

// Where the next fill begins; 0 if the text has ended.
let next: usize = 0;
// Values of earlier fills that belong to shingles to come, and runs of words until the next shingle begins.
let kept: usize = 0;
let skipped: usize = 0;
let isFirst: bool = false;

export function beginWords(text: usize): void {
  next = text;
  kept = 0;
  skipped = 0;
  isFirst = true;
}

// Makes the shingles of the next fill of a text that ends at `end`, a separator, with word hashes by `mode`. False if there are no more.
export function moreWords(end: usize, shape: u32, mode: u32): bool {
  const base = scratch;
  const values = scratch + WORD_VALUES_AT;
  const runs = scratch + WORD_RUNS_AT;
  const width = <usize>(shape & Shape.widthMask);
  wordRuns = runs;
  while (next !== 0 && next <= end) {
    const words = hashFill(base, next, end + 1, mode);
    next = nextStart;
    memory.copy(values + (kept << 3), base + HASHES_AT, words << 3);
    kept += words;
    assert(kept < WIDEST_SHINGLE + WORDS);
    if (kept < width) continue;
    const count = kept - width + 1;
    foldAll(values, count, width, shape, runs);
    lastWords = keepSteps(runs, count, <usize>((shape >> Shape.stepShift) & 0xff) + 1);
    kept = width - 1;
    memory.copy(values, values + (count << 3), kept << 3);
    isFirst = false;
    return true;
  }
  next = 0;
  if (!isFirst || kept === 0) return false;
  // shorter than a shingle
  foldAll(values, 1, kept, shape, runs);
  lastWords = runs + 8;
  isFirst = false;
  return true;
}

// All shingles of [text, end) to `out`, with the seed that was set last; returns where they end.
export function wordShingles(text: usize, end: usize, shape: u32, out: usize): usize {
  beginWords(text);
  while (moreWords(end, shape, WITH_SEED)) {
    memory.copy(out, wordRuns, lastWords - wordRuns);
    out += lastWords - wordRuns;
  }
  return out;
}

// @inline
function foldAll(values: usize, count: usize, width: usize, shape: u32, out: usize): void {
  if (shape & Shape.free) foldSortedRuns(values, count, width, out);
  else foldRuns(values, count, width, out);
}

// Leaves every `step`th of the runs; returns where they end.
function keepSteps(runs: usize, count: usize, step: usize): usize {
  if (step === 1) return runs + (count << 3);
  let to = runs;
  for (; skipped < count; skipped += step, to += 8) store<u64>(to, load<u64>(runs + (skipped << 3)));
  skipped -= count;
  return to;
}
