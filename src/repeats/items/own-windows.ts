/**
 * The windows by which an item is met in any text that has one of them, whatever the hashes of words are: eight words in a row, each of whose runs
 * of five words few other items have. Of a shorter item they are its runs.
 */
import { ANCHOR_WINDOW, ANCHOR_WORDS } from '../../engines/layouts/anchors.ts';
import { mixed } from '../../engines/scalar/hashed-words.ts';
import { KeyNumbers } from '../find/key-numbers.ts';

/** Items that may have a run of a window; if every window of an item has one that more have, the fewest that do. */
const TEMPLATE_ITEMS = 16;
/** Words of a window: each has an anchor. */
const WINDOW_WORDS = ANCHOR_WORDS + ANCHOR_WINDOW - 1;

/** Of one item. */
export interface OwnWindows {
  /** Words of each of its windows. */
  readonly words: number;
  /** For each word, whether a window begins with it. */
  readonly begins: Uint8Array;
  /** For each word, whether a run begins with it by which the item is met. */
  readonly runs: Uint8Array;
}

export function ownWindows(texts: readonly { readonly words: Uint32Array }[]): OwnWindows[] {
  const owners = ownersOfRuns(texts);
  return texts.map(({ words }, text) => {
    const ofWindow = words.length < WINDOW_WORDS ? 1 : ANCHOR_WINDOW;
    const own = owners[text];
    const most = new Uint32Array(Math.max(0, own.length - ofWindow + 1));
    for (let at = 0; at < most.length; at++)
      for (let run = at; run < at + ofWindow; run++) most[at] = Math.max(most[at], own[run]);
    const limit = Math.max(
      TEMPLATE_ITEMS,
      most.reduce((least, each) => Math.min(least, each), 0xffffffff),
    );
    const flags = (counts: Uint32Array) => Uint8Array.from(words, (_, at) => Number(counts[at] <= limit));
    return { words: ANCHOR_WORDS + ofWindow - 1, begins: flags(most), runs: flags(own) };
  });
}

/** How many texts have the run that begins with each word. */
function ownersOfRuns(texts: readonly { readonly words: Uint32Array }[]): Uint32Array[] {
  const keys = new KeyNumbers();
  const counts: number[] = [];
  const lasts: number[] = [];
  const numbers = texts.map(({ words }, text) => {
    const own = new Uint32Array(Math.max(0, words.length - ANCHOR_WORDS + 1));
    for (let at = 0; at < own.length; at++) {
      let [low, high] = [0, 1];
      for (let word = at; word < at + ANCHOR_WORDS; word++) {
        low = mixed(low ^ (words[word] + 1));
        high = mixed(high ^ low ^ words[word]);
      }
      const number = keys.numberOf(low, high);
      if (lasts[number] !== text) counts[number] = (counts[number] ?? 0) + 1;
      lasts[number] = text;
      own[at] = number;
    }
    return own;
  });
  return numbers.map((own) => own.map((number) => counts[number]));
}
