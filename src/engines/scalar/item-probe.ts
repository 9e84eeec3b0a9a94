/**
 * Which runs of words of a text are among those of a set? Of every ANCHOR_WINDOW successive runs of ANCHOR_WORDS words the one with the least hash is
 * looked for, the last of equal ones: so eight words in a row that two texts share have an anchor in common, also in periodic texts. Runs of
 * a second, small kind are looked for everywhere.
 */
import type { Twin } from '../kernels.ts';
import { ANCHOR_WINDOW, ANCHOR_WORDS, LAST_SEPARATOR } from '../layouts/anchors.ts';
import { FOUND_RUN_BYTES, PROBE_STEP, PROBE_WORK_BYTES, RUN_MARK_BITS } from '../layouts/item-probe.ts';
import { mixedHash } from '../mixed-hash.ts';
import { notZero, setSlot } from './may-share.ts';
import { wordRuns } from './window-anchors.ts';

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
    const [from, to] = [u32[offsets / 4 + 2 * i], u32[offsets / 4 + 2 * i + 1]];
    const { starts, hashes: words } = itemWords(u8.subarray(text + from, text + to));
    const runs = itemRuns(words);
    const keep = (run: number) => {
      if (!isIn(runs[run])) return;
      u32.set([i, starts[run], runs[run]], found);
      found += FOUND_RUN_BYTES / 4;
    };
    // a run of both kinds is found twice
    if (runMarks !== 0) {
      for (let run = 0; run < runs.length; run++)
        if (isMarked(runMarks, 32 - RUN_MARK_BITS, runs[run])) keep(run);
    }
    eachLeast(runs, (run) => {
      if (isMarked(marks, markShift, runs[run])) keep(run);
    });
  }
  return (4 * found - out) / FOUND_RUN_BYTES;
};

/** The words of canonical text: where each begins, and the low half of its hash. */
export function itemWords(bytes: Uint8Array): { readonly starts: Uint32Array; readonly hashes: Uint32Array } {
  const starts: number[] = [];
  const hashes: number[] = [];
  const hash = new Uint32Array(2);
  for (let at = 0; at < bytes.length; at++) {
    const from = at;
    while (at < bytes.length && bytes[at] > LAST_SEPARATOR) at++;
    if (at === from) continue;
    mixedHash(bytes, from, at, hash);
    starts.push(from);
    hashes.push(hash[0]);
  }
  return { starts: Uint32Array.from(starts), hashes: Uint32Array.from(hashes) };
}

/** The hash of the run of ANCHOR_WORDS words that begins with each word, given the hashes of words. */
export function itemRuns(words: Uint32Array): Uint32Array {
  return wordRuns(words, words.length, ANCHOR_WORDS);
}

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

/** Bytes for what is found in a batch of `bytes`, where a run may be found in two ways: a word takes two, but for the last of a document. */
export function foundRunBytes(bytes: number, count: number): number {
  return 2 * FOUND_RUN_BYTES * ((bytes >>> 1) + count + 1);
}

/** Words of a text of so many bytes for which there is room, and the bytes of work memory for them. */
export function probeRoom(bytes: number): { readonly room: number; readonly workBytes: number } {
  const room = (bytes >>> 1) + 1 + PROBE_STEP;
  return { room, workBytes: PROBE_WORK_BYTES * room };
}
