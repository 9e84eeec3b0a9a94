// Shingles of words with the fast checksum: the usual ones. The words are hashed as for the simhash, a fill at a time.
import { SHINGLES_AT, SIMHASH_AT, scratch } from "../scratch";
import { hashFill, nextStart } from "../simhash/fill";
import { HASHES_AT } from "../simhash/layout";
import { foldRuns, foldSortedRuns } from "./fold-runs";
import { FREE, RUNS_AT, STEP_SHIFT, VALUES_AT, WIDTH_MASK } from "./layout";

// Writes the shingles of [text, end), `end` being a separator, to `out`, in the order of the text; gives where they end.
export function wordShingles(text: usize, end: usize, shape: u32, out: usize): usize {
  const base = scratch + SIMHASH_AT;
  const values = scratch + SHINGLES_AT + VALUES_AT;
  const width = <usize>(shape & WIDTH_MASK);
  const step = <usize>(shape >> STEP_SHIFT & 0xFF) + 1;
  const limit = end + 1;
  let q = out;
  let kept: usize = 0; // values of earlier fills that belong to shingles to come
  let skipped: usize = 0; // runs until the next shingle begins
  for (let start = text; start < limit; start = nextStart) {
    const words = hashFill(base, start, limit);
    memory.copy(values + (kept << 3), base + HASHES_AT, words << 3);
    const have = kept + words;
    if (have < width) {
      kept = have;
      continue;
    }
    const runs = have - width + 1;
    if (step == 1) {
      writeRuns(values, runs, width, shape, q);
      q += runs << 3;
    } else {
      const all = scratch + SHINGLES_AT + RUNS_AT;
      writeRuns(values, runs, width, shape, all);
      for (; skipped < runs; skipped += step, q += 8) store<u64>(q, load<u64>(all + (skipped << 3)));
      skipped -= runs;
    }
    kept = width - 1;
    memory.copy(values, values + (runs << 3), kept << 3);
  }
  if (q > out || kept == 0) return q;
  // shorter than a shingle
  writeRuns(values, 1, kept, shape, q);
  return q + 8;
}

// All runs, and up to three more: `out` must have room for them, and does, having room for two shingles a word.
// @ts-ignore: decorator
@inline
function writeRuns(values: usize, runs: usize, width: usize, shape: u32, out: usize): void {
  if (shape & FREE) foldSortedRuns(values, runs, width, out);
  else foldRuns(values, runs, width, out);
}
