/**
 * Which runs of words of a text are among those of a set? Of every ANCHOR_WINDOW successive runs of ANCHOR_WORDS words the one with the least hash is
 * looked for, the last of equal ones: so eight words in a row that two texts share have an anchor in common, also in periodic texts. Runs of
 * a second, small kind are looked for everywhere.
 */
import type { Twin } from '../kernels.ts';
import { ANCHOR_WINDOW, LAST_SEPARATOR } from '../layouts/anchors.ts';
import { FOUND_RUN_BYTES, RUN_MARK_BITS } from '../layouts/item-probe.ts';
import { hashWords, runHashes } from './anchors.ts';
import { notZero, setSlot } from './may-share.ts';

export const itemProbe: Twin<'itemProbe'> = ({ u8, u32 }, call) => {
  const { text, offsets, count, hashes, hashShift, marks, markShift, runMarks, factor, out } = call;
  let found = out / 4;
  const isIn = (hash: number) => {
    const value = notZero(hash);
    return u32[hashes / 4 + setSlot(u32, hashes / 4, hashShift, factor, value)] === value;
  };
  const isMarked = (at: number, shift: number, hash: number) => {
    const bit = Math.imul(notZero(hash), factor) >>> shift;
    return (u8[at + (bit >>> 3)] & (1 << (bit & 7))) !== 0;
  };
  for (let i = 0; i < count; i++) {
    const [start, end] = [text + u32[offsets / 4 + i], text + u32[offsets / 4 + i + 1]];
    const starts = wordStarts(u8, start, end);
    const words = new Uint32Array(starts.length);
    hashWords(u8, start, end, words, 0);
    const runs = runHashes(words);
    const keep = (run: number) => {
      u32[found] = i;
      u32[found + 1] = starts[run] - start;
      u32[found + 2] = runs[run];
      found += FOUND_RUN_BYTES / 4;
    };
    let anchor = -1;
    for (let run = 0; run < runs.length; run++) {
      const isAnywhere = (each: number) =>
        runMarks !== 0 && isMarked(runMarks, 32 - RUN_MARK_BITS, runs[each]);
      if (isAnywhere(run) && isIn(runs[run])) keep(run);
      if (run < ANCHOR_WINDOW - 1) continue;
      const least = leastOf(runs, run + 1 - ANCHOR_WINDOW, run + 1);
      if (least === anchor) continue;
      anchor = least;
      // those that are looked for everywhere were found already
      if (!isAnywhere(least) && isMarked(marks, markShift, runs[least]) && isIn(runs[least])) keep(least);
    }
  }
  return (4 * found - out) / FOUND_RUN_BYTES;
};

/** Calls `keep` with every anchor of the runs: the least of each window, the last of equal ones. */
export function eachLeast(runs: Uint32Array, keep: (run: number) => void): void {
  let anchor = -1;
  for (let end = ANCHOR_WINDOW; end <= runs.length; end++) {
    const least = leastOf(runs, end - ANCHOR_WINDOW, end);
    if (least !== anchor) keep(least);
    anchor = least;
  }
}

function leastOf(runs: Uint32Array, from: number, to: number): number {
  let least = from;
  for (let run = from + 1; run < to; run++) if (runs[run] <= runs[least]) least = run;
  return least;
}

/** Bits of these hashes. */
export function markBits(hashes: ArrayLike<number>, bits: number, factor: number): Uint8Array {
  const marks = new Uint8Array(1 << (bits - 3));
  for (let i = 0; i < hashes.length; i++) {
    const bit = Math.imul(notZero(hashes[i]), factor) >>> (32 - bits);
    marks[bit >>> 3] |= 1 << (bit & 7);
  }
  return marks;
}

/** Bytes for what is found in a batch of `bytes`: a word takes two, but for the last of a document. */
export function foundRunBytes(bytes: number, count: number): number {
  return FOUND_RUN_BYTES * ((bytes >>> 1) + count + 1);
}

function wordStarts(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const starts: number[] = [];
  for (let at = start; at < end; at++) {
    const begins = bytes[at] > LAST_SEPARATOR && (at === start || bytes[at - 1] <= LAST_SEPARATOR);
    if (begins) starts.push(at);
  }
  return Uint32Array.from(starts);
}
