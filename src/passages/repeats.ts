/**
 * Runs of equal words that alignments leave out because the texts repeat them: a phrase that is everywhere does not say which place of
 * it belongs to which, so any place will do. Every word is looked at a few times, whatever the texts.
 */
import { seedKey } from './alignments.ts';
import type { Covered, Region } from './regions.ts';

/** How much a word of a run speaks for it: as much as a frequent word of an alignment. */
const WORD_STRENGTH = 2;

export interface Repeats {
  readonly regions: readonly Region[];
  /** How often two words were compared. */
  readonly compared: number;
}

/**
 * Finds runs of at least `least` words that are in both texts, in words that no region has so far: first those of A, each in the
 * first place of B that has it, then those of B that are still left. Marks their words as covered.
 */
export function findRepeats(a: Uint32Array, b: Uint32Array, covered: Covered, least: number): Repeats {
  const ofA = runsIn(a, b, covered.a, covered.b, least);
  const ofB = runsIn(b, a, covered.b, covered.a, least);
  return {
    regions: [
      ...ofA.runs.map(({ own, other, words }) => regionAt(own, other, words)),
      ...ofB.runs.map(({ own, other, words }) => regionAt(other, own, words)),
    ],
    compared: ofA.compared + ofB.compared,
  };
}

function regionAt(aStart: number, bStart: number, words: number): Region {
  const partners = Int32Array.from({ length: words }, (_, i) => bStart + i);
  const strength = WORD_STRENGTH * words;
  return { aStart, aEnd: aStart + words, bStart, bEnd: bStart + words, partners, strength };
}

interface Runs {
  /** Where a run begins in the text and in the other one. */
  readonly runs: { own: number; other: number; words: number }[];
  readonly compared: number;
}

function runsIn(
  own: Uint32Array,
  other: Uint32Array,
  coveredOwn: Uint8Array,
  coveredOther: Uint8Array,
  least: number,
): Runs {
  const runs: Runs['runs'] = [];
  let compared = 0;
  if (!hasUncovered(coveredOwn, least)) return { runs, compared };
  const places = firstPlaces(other, least);
  /** How many words from i and j on are the same and not covered. */
  const wordsAt = (i: number, j: number): number => {
    let words = 0;
    for (; i + words < own.length && j + words < other.length; words++) {
      compared++;
      if (coveredOwn[i + words] === 1 || own[i + words] !== other[j + words]) break;
    }
    return words;
  };
  // where the last run would go on if a few words were not changed
  let shift = 0;
  for (let i = 0; i + least <= own.length; ) {
    const first = coveredOwn[i] === 1 ? undefined : places.get(seedKey(own, i, least));
    let words = 0;
    if (first !== undefined) {
      let j = i + shift;
      words = j >= 0 ? wordsAt(i, j) : 0;
      if (words < least) {
        j = first;
        words = wordsAt(i, j);
      }
      if (words >= least) {
        runs.push({ own: i, other: j, words });
        coveredOwn.fill(1, i, i + words);
        coveredOther.fill(1, j, j + words);
        shift = j - i;
      }
    }
    i += words >= least ? words : 1;
  }
  return { runs, compared };
}

/** True if `words` words in a row are not covered. */
function hasUncovered(covered: Uint8Array, words: number): boolean {
  let inRow = 0;
  for (const one of covered) {
    inRow = one === 1 ? 0 : inRow + 1;
    if (inRow === words) return true;
  }
  return false;
}

/** For every run of `length` words, by its key, the first place that has it. */
function firstPlaces(words: Uint32Array, length: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let at = 0; at + length <= words.length; at++) {
    const key = seedKey(words, at, length);
    if (!places.has(key)) places.set(key, at);
  }
  return places;
}
