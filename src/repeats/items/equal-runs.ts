/**
 * The runs of words that an item and a document have in common. What is found depends on the words alone: a run counts if it has one of the item's own
 * windows, and such a run has a seed, whatever the hashes are.
 */

import type { WordNumbers } from '../../canonicalize/index.ts';
import { utf8Text } from '../../platform/bytes.ts';
import { wordStarts } from '../find/word-starts.ts';
import { EQUAL_WORDS } from './item-texts.ts';
import type { OwnWindows } from './own-windows.ts';

/** Equal words: from, to in the document, and where they begin in the item. */
export interface EqualRun {
  readonly from: number;
  readonly to: number;
  readonly place: number;
}

/** A run by which the item is met: its first word in both. */
export interface ItemSeed {
  readonly word: number;
  readonly place: number;
}

/** In periodic texts: seeds within the length of an item that are followed. */
const MOST_SEEDS = 512;

/** The words of a document as numbers, known when they are asked for. */
export class DocumentWords {
  readonly starts: Uint32Array;
  private readonly words: Int32Array;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly numbers: WordNumbers,
  ) {
    this.starts = wordStarts(bytes);
    this.words = new Int32Array(this.starts.length - 1).fill(UNKNOWN);
  }

  get length(): number {
    return this.words.length;
  }

  /** The number of a word; NONE if no item has it, or there is none. */
  at(word: number): number {
    const { bytes, starts, words } = this;
    if (word < 0 || word >= words.length) return NONE;
    if (words[word] === UNKNOWN)
      words[word] = this.numbers.find(utf8Text(bytes, starts[word], starts[word + 1] - 1));
    return words[word];
  }
}

const NONE = -1;
const UNKNOWN = -2;

/** The runs with one of the item's own windows, in the order of the document. @param seeds In the same order. */
export function ownRunsOf(
  item: Uint32Array,
  windows: OwnWindows,
  document: DocumentWords,
  seeds: readonly ItemSeed[],
): EqualRun[] {
  const found: EqualRun[] = [];
  const ends = new Map<number, number>();
  let [stretch, followed] = [-1, 0];
  for (const { word, place } of seeds) {
    const way = word - place;
    if ((ends.get(way) ?? 0) > word) continue;
    const own = Math.floor(word / item.length);
    if (own !== stretch) [stretch, followed] = [own, 0];
    if (followed++ >= MOST_SEEDS) continue;
    const run = runAround(item, document, word, place);
    ends.set(way, run.to);
    if (hasWindow(run, windows)) found.push(run);
  }
  return found.sort((a, b) => a.from - b.from || a.place - b.place);
}

/** The runs of `EQUAL_WORDS` words and more with which an item stands in a document if its first word is laid on the word `way`. */
export function runsInLine(item: Uint32Array, document: DocumentWords, way: number): EqualRun[] {
  const found: EqualRun[] = [];
  for (let place = 0; place < item.length; place++) {
    const from = place;
    while (place < item.length && document.at(way + place) === item[place]) place++;
    if (place - from >= EQUAL_WORDS) found.push({ from: way + from, to: way + place, place: from });
  }
  return found;
}

function runAround(item: Uint32Array, document: DocumentWords, word: number, place: number): EqualRun {
  let before = 0;
  while (before < place && document.at(word - before - 1) === item[place - before - 1]) before++;
  let after = 0;
  while (place + after < item.length && document.at(word + after) === item[place + after]) after++;
  return { from: word - before, to: word + after, place: place - before };
}

function hasWindow({ from, to, place }: EqualRun, { words, begins }: OwnWindows): boolean {
  for (let at = place; at + words <= place + to - from; at++) if (begins[at] === 1) return true;
  return false;
}
