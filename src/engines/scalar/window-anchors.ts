/**
 * The windows of a text, and their anchors.
 *
 * A window is, from a word on, the shortest run of words that weighs as much as `least` words: in scripts that put spaces between words that is
 * `least` words. Its anchor is the run of a few words in it whose hash is least, the last one of equals. Equal windows have equal anchors, and
 * neighboring windows mostly share one. So a window can be a repeat only if its anchor stands at two places, and few anchors say which windows
 * have to be compared. If the words around it, its domain, are the same at all of its places, so are its windows.
 */
import type { Twin } from '../kernels.ts';
import { ANCHOR_BYTES, ENDS_AT, RUN_WORDS, WORD_WEIGHT } from '../layouts/window-anchors.ts';
import { rotl } from './mix.ts';
import { HashedWords, mixed } from './weighted-words.ts';
import { keysOfRun } from './window-keys.ts';

export const windowAnchors: Twin<'windowAnchors'> = ({ u8, u32 }, call) => {
  const { text, bytes, letters, least, room, work, out, read } = call;
  const words = new HashedWords(u8.subarray(letters)).read(u8.subarray(text, text + bytes), room);
  for (let word = 0; word < words.count; word++)
    u32.set([words.low[word], words.high[word]], work / 4 + 2 * word);
  const ends = windowEnds(words, least);
  u32.set(ends, (work + ENDS_AT * room) / 4);
  u32.set([words.count, words.bytes, ends.length], read / 4);
  const length = Math.min(RUN_WORDS, least);
  const runs = wordRuns(words.low, words.count, length);
  let anchor = -1;
  let found = out / 4;
  ends.forEach((end, window) => {
    let last = window;
    for (let run = window + 1; run <= end - length; run++) if (runs[run] <= runs[last]) last = run;
    if (last === anchor) return;
    anchor = last;
    // the least of many hashes is small: it is mixed again before it is an index
    u32.set([mixed(runs[last] + 1), highOf(words, last, length), window, last], found);
    found += ANCHOR_BYTES / 4;
  });
  for (let at = out / 4; at < found; at += ANCHOR_BYTES / 4) {
    const next = at + ANCHOR_BYTES / 4;
    const windows = next < found ? u32[next + 2] : ends.length;
    const [from, to] = [u32[at + 2], ends[windows - 1]];
    u32.set(keysOfRun(words.low.subarray(from, to), words.high.subarray(from, to)), at + 4);
  }
  return (4 * found - out) / ANCHOR_BYTES;
};

/** Where each window ends: after which word. */
function windowEnds({ weights, count }: HashedWords, least: number): number[] {
  const ends: number[] = [];
  let weight = 0;
  let end = 0;
  for (let first = 0; first < count; first++) {
    while (weight < WORD_WEIGHT * least && end < count) weight += weights[end++];
    if (weight < WORD_WEIGHT * least) break;
    ends.push(end);
    weight -= weights[first];
  }
  return ends;
}

/** The hash of the run that begins at each word: each word is turned by its place. */
export function wordRuns(low: Uint32Array, count: number, length: number): Uint32Array {
  const runs = new Uint32Array(Math.max(0, count - length + 1));
  for (let run = 0; run < runs.length; run++) {
    let hash = 0;
    for (let word = run; word < run + length; word++) hash = rotl(hash, 1) ^ low[word];
    runs[run] = mixed(hash);
  }
  return runs;
}

function highOf({ high }: HashedWords, run: number, length: number): number {
  let hash = 0;
  for (let word = run; word < run + length; word++) hash = rotl(hash, 1) ^ high[word];
  return mixed(hash);
}
