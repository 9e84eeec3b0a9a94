/** What is cut from a text, given the pieces of it that stand elsewhere. */
import type { WordPlaces } from '../../canonicalize/index.ts';
import type { CutUnit, RepeatUnit } from '../../repeats.ts';
import { PIECE_WIDTH } from '../find/prove-runs.ts';
import { findCuts, type TextCut, withoutCuts } from './cut-text.ts';

/** A cut whose words have stayed at places that are words of other documents: document, word and count of each. */
export interface PlacedCut extends TextCut {
  readonly places: readonly (readonly [document: number, word: number, count: number])[];
}

export interface CutText {
  readonly cuts: readonly PlacedCut[];
  readonly cutWords: number;
  /** Words that are left. */
  readonly left: number;
  readonly isRemoved: boolean;
  /** What is left. */
  readonly text: string;
}

interface CutRule {
  readonly unit: RepeatUnit;
  readonly cut: CutUnit;
  readonly leastLeft: number;
}

export function cutFromText(
  text: string,
  words: WordPlaces,
  pieces: Uint32Array,
  { unit, cut, leastLeft }: CutRule,
  lang?: string,
): CutText {
  const goes = new Uint8Array(words.starts.length);
  for (let at = 0; at < pieces.length; at += PIECE_WIDTH) goes.fill(1, pieces[at], pieces[at + 1]);
  const cuts = findCuts(text, words, goes, cut, lang, unit === 'passage');
  const cutWords = cuts.reduce((sum, { from, to }) => sum + to - from, 0);
  const left = words.starts.length - cutWords;
  return {
    cuts: cuts.map((each) => ({ ...each, places: placesOf(pieces, each.from, each.to) })),
    ...{ cutWords, left, isRemoved: left < Math.max(1, leastLeft), text: withoutCuts(text, cuts) },
  };
}

/** Where words of a document stand elsewhere. */
function placesOf(pieces: Uint32Array, first: number, end: number): PlacedCut['places'] {
  const places: [number, number, number][] = [];
  for (let at = 0; at < pieces.length; at += PIECE_WIDTH) {
    const from = Math.max(first, pieces[at]);
    const to = Math.min(end, pieces[at + 1]);
    if (from < to) places.push([pieces[at + 2], pieces[at + 3] + from - pieces[at], to - from]);
  }
  return places;
}
