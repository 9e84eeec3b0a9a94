/**
 * Anchors: hashes of runs of a few words, chosen so that two texts which share enough words in a row share one.
 *
 * Of every `ANCHOR_WINDOW` successive runs of `ANCHOR_WORDS` words the one with the least hash is kept (winnowing: Schleimer, Wilkerson,
 * Aiken 2003). A text that shares eight words (ANCHOR_WORDS + ANCHOR_WINDOW - 1) in a row with such a text shares a window, and with it the anchor that was
 * chosen there. Two fifths of all runs are kept.
 */
import type { Twin } from '../kernels.ts';
import {
  ANCHOR_WINDOW,
  ANCHOR_WORDS,
  FNV_PRIME,
  FNV_START,
  LAST_SEPARATOR,
  RUN_FACTOR,
} from '../layouts/anchors.ts';
import { finish } from './mix.ts';

export const anchors: Twin<'anchors'> = ({ u8, u32 }, text, offsets, count, out) => {
  let found = out / 4;
  for (let i = 0; i < count; i++) {
    const [start, end] = [text + u32[offsets / 4 + i], text + u32[offsets / 4 + i + 1]];
    const words = new Uint32Array((end - start + 1) >> 1);
    const runs = runHashes(words.subarray(0, hashWords(u8, start, end, words, 0)));
    eachAnchor(runs, (_, hash) => {
      u32[found++] = hash;
      u32[found++] = i;
    });
  }
  return (found - out / 4) / 2;
};

/** A hash of every word of canonical text in `bytes[start, end)`, appended to `into` from `count` on; returns the new count. */
export function hashWords(
  bytes: Uint8Array,
  start: number,
  end: number,
  into: Uint32Array,
  count: number,
): number {
  for (let at = start; at < end; ) {
    if (bytes[at] <= LAST_SEPARATOR) {
      at++;
      continue;
    }
    let hash = FNV_START;
    for (; at < end && bytes[at] > LAST_SEPARATOR; at++) hash = Math.imul(hash ^ bytes[at], FNV_PRIME);
    into[count++] = finish(hash);
  }
  return count;
}

/** The hashes of all runs of `ANCHOR_WORDS` words. */
export function runHashes(words: Uint32Array): Uint32Array {
  const count = Math.max(0, words.length - ANCHOR_WORDS + 1);
  const hashes = new Uint32Array(count);
  let leaving = 1;
  for (let i = 0; i < ANCHOR_WORDS; i++) leaving = Math.imul(leaving, RUN_FACTOR);
  let rolling = 0;
  for (let i = 0; i < words.length; i++) {
    rolling = Math.imul(rolling, RUN_FACTOR) + words[i];
    if (i >= ANCHOR_WORDS) rolling -= Math.imul(leaving, words[i - ANCHOR_WORDS]);
    rolling |= 0;
    if (i >= ANCHOR_WORDS - 1) hashes[i - ANCHOR_WORDS + 1] = finish(rolling);
  }
  return hashes;
}

/** Calls `keep` with every run that is an anchor: its number, which is that of its first word. */
export function eachAnchor(hashes: Uint32Array, keep: (run: number, hash: number) => void): void {
  if (hashes.length === 0) return;
  const windows = Math.max(1, hashes.length - ANCHOR_WINDOW + 1);
  let last = -1;
  for (let window = 0; window < windows; window++) {
    const end = Math.min(hashes.length, window + ANCHOR_WINDOW);
    let least = window;
    for (let run = window + 1; run < end; run++) if (hashes[run] <= hashes[least]) least = run;
    // of equal ones the one that is kept already, else the last: so repeated words give few anchors
    if (last >= window && hashes[last] === hashes[least]) continue;
    last = least;
    keep(least, hashes[least]);
  }
}
