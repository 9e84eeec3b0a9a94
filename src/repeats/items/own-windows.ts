/**
 * The windows by which an item is met in any text that has one of them, whatever the hashes of words are: eight words in a row, each of whose runs
 * of five words few other items have. Of a shorter item they are its runs.
 */
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../../engines/layouts/anchors.ts';
import { mixed } from '../../engines/scalar/weighted-words.ts';

/** Items that may have a run of a window; if every window of an item has one that more have, the fewest that do. */
const TEMPLATE_ITEMS = 16;
/** Words of a window: each has an anchor. */
const WINDOW_WORDS = ANCHOR_WORDS + ANCHOR_WINDOW - 1;

/** Odd numbers without a pattern. */
const LOW_FACTOR = 0x9e3779b1;
const HIGH_FACTOR = 0x85ebca6b;

/** Of one item. */
export interface OwnWindows {
  /** Words of each of its windows. */
  readonly words: number;
  /** For each word, up to the last with one, whether a window begins with it. */
  readonly begins: Uint8Array;
  /** For each run, whether the item is met by it. */
  readonly runs: Uint8Array;
}

interface ItemWords {
  readonly words: Uint32Array;
}

export function ownWindows(texts: readonly ItemWords[]): OwnWindows[] {
  const owners = ownersOfRuns(texts);
  let next = 0;
  return texts.map(({ words }) => {
    const own = owners.subarray(next, next + runsIn(words));
    next += own.length;
    const ofWindow = words.length < WINDOW_WORDS ? 1 : ANCHOR_WINDOW;
    const most = new Uint32Array(Math.max(0, own.length - ofWindow + 1));
    let fewest = 0xffffffff;
    for (let at = 0; at < most.length; at++) {
      for (let run = at; run < at + ofWindow; run++) if (own[run] > most[at]) most[at] = own[run];
      if (most[at] < fewest) fewest = most[at];
    }
    const limit = Math.max(TEMPLATE_ITEMS, fewest);
    return { words: ANCHOR_WORDS + ofWindow - 1, begins: upTo(limit, most), runs: upTo(limit, own) };
  });
}

function upTo(limit: number, counts: Uint32Array): Uint8Array {
  const flags = new Uint8Array(counts.length);
  for (let at = 0; at < counts.length; at++) flags[at] = Number(counts[at] <= limit);
  return flags;
}

function runsIn(words: Uint32Array): number {
  return Math.max(0, words.length - ANCHOR_WORDS + 1);
}

/** How many texts have the run that begins with each word, one text after the other. Runs are told apart by two hashes of 32 bits. */
function ownersOfRuns(texts: readonly ItemWords[]): Uint32Array {
  const total = texts.reduce((sum, { words }) => sum + runsIn(words), 0);
  const size = 2 ** Math.ceil(Math.log2(2 * total + 2));
  const keys = new Uint32Array(2 * size);
  const counts = new Uint32Array(size);
  const lasts = new Uint32Array(size);
  const slots = new Uint32Array(total);
  let next = 0;
  texts.forEach(({ words }, text) => {
    for (let at = 0; at < runsIn(words); at++) {
      let [low, high] = [0, 1];
      for (let word = at; word < at + ANCHOR_WORDS; word++) {
        low = Math.imul(low + words[word] + 1, LOW_FACTOR);
        high = Math.imul(high ^ words[word], HIGH_FACTOR) ^ (high >>> 15);
      }
      low >>>= 0;
      high >>>= 0;
      let slot = mixed(low ^ high) & (size - 1);
      while (counts[slot] > 0 && (keys[2 * slot] !== low || keys[2 * slot + 1] !== high))
        slot = (slot + 1) & (size - 1);
      if (counts[slot] === 0 || lasts[slot] !== text) counts[slot]++;
      keys[2 * slot] = low;
      keys[2 * slot + 1] = high;
      lasts[slot] = text;
      slots[next++] = slot;
    }
  });
  for (let run = 0; run < total; run++) slots[run] = counts[slots[run]];
  return slots;
}
