/**
 * Anchors: hashes of runs of a few words, chosen so that two texts which share enough words in a row share one.
 *
 * Of every `ANCHOR_WINDOW` successive runs of `ANCHOR_WORDS` words the one with the least hash is kept (winnowing: Schleimer, Wilkerson,
 * Aiken 2003). A text that shares `GUARANTEED_WORDS` words in a row with such a text shares a window, and with it the anchor that was
 * chosen there. Two fifths of all runs are kept.
 */
import { mixBits } from '../../engines/index.ts';

export const ANCHOR_WORDS = 5;
export const ANCHOR_WINDOW = 4;
/** Every text that shares this many words in a row is found. */
export const GUARANTEED_WORDS = ANCHOR_WORDS + ANCHOR_WINDOW - 1;

const MULTIPLIER = 0x9e3779b1;
const LAST_SEPARATOR = 0x20;
const FNV_START = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

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
    into[count++] = mixBits(hash);
  }
  return count;
}

/** The hashes of all runs of `ANCHOR_WORDS` words. */
export function runHashes(words: Uint32Array): Uint32Array {
  const count = Math.max(0, words.length - ANCHOR_WORDS + 1);
  const hashes = new Uint32Array(count);
  let leaving = 1;
  for (let i = 0; i < ANCHOR_WORDS; i++) leaving = Math.imul(leaving, MULTIPLIER);
  let rolling = 0;
  for (let i = 0; i < words.length; i++) {
    rolling = Math.imul(rolling, MULTIPLIER) + words[i];
    if (i >= ANCHOR_WORDS) rolling -= Math.imul(leaving, words[i - ANCHOR_WORDS]);
    rolling |= 0;
    if (i >= ANCHOR_WORDS - 1) hashes[i - ANCHOR_WORDS + 1] = mixBits(rolling);
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
