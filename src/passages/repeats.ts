/**
 * Runs of equal words that alignments leave out because the texts repeat them: a phrase that is everywhere does not say which place of
 * it belongs to which. The place near its neighbors is taken, or any if it has none. Every word is looked at a few times, whatever the texts.
 */

import { placesBelow } from '../places-below.ts';
import { seedKey } from './alignments.ts';
import { distanceTo, type Neighbors, type WordPlace } from './neighbors.ts';
import type { Covered, Region } from './regions.ts';

/** How much a word of a run speaks for it: as much as a frequent word of an alignment, or less if A has the run elsewhere, too. */
const WORD_STRENGTH = 2;
const FURTHER_STRENGTH = 1;

export interface Repeats {
  readonly regions: readonly Region[];
  /** How often two words were compared. */
  readonly compared: number;
}

/**
 * Finds runs of at least `least` words that are in both texts, in words that no region has so far: first those of A, each in the
 * place of B that is nearest to its neighbors, then those of B that are still left, each in the first place of A. Marks their words as covered.
 */
export function findRepeats(
  a: Uint32Array,
  b: Uint32Array,
  covered: Covered,
  least: number,
  neighbors: Neighbors,
): Repeats {
  const ofA = runsIn(a, b, covered.a, covered.b, least, neighbors);
  const ofB = runsIn(b, a, covered.b, covered.a, least);
  return {
    regions: [
      ...ofA.runs.map(({ own, other, words }) => regionAt(own, other, words, WORD_STRENGTH)),
      ...ofB.runs.map(({ own, other, words }) => regionAt(other, own, words, FURTHER_STRENGTH)),
    ],
    compared: ofA.compared + ofB.compared,
  };
}

function regionAt(aStart: number, bStart: number, words: number, wordStrength: number): Region {
  const partners = Int32Array.from({ length: words }, (_, i) => bStart + i);
  const strength = wordStrength * words;
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
  neighbors?: Neighbors,
): Runs {
  const runs: Runs['runs'] = [];
  let compared = 0;
  if (!hasUncovered(coveredOwn, least)) return { runs, compared };
  const places = placesOf(other, least);
  /** How many words from i and j on are the same and not covered. */
  const wordsAt = (i: number, j: number): number => {
    let words = 0;
    for (; i + words < own.length && j + words < other.length; words++) {
      compared++;
      if (coveredOwn[i + words] === 1 || own[i + words] !== other[j + words]) break;
    }
    return words;
  };
  // where the last run would go on if a few words were not changed; nowhere before the first one
  let shift = Number.NEGATIVE_INFINITY;
  for (let i = 0; i + least <= own.length; ) {
    const known = coveredOwn[i] === 1 ? undefined : places(seedKey(own, i, least));
    let words = 0;
    if (known !== undefined) {
      let j = i + shift;
      words = j >= 0 ? wordsAt(i, j) : 0;
      if (words < least) {
        j = nearestPlace(known, neighbors?.of(i, i + least) ?? [], least);
        words = wordsAt(i, j);
        // near the end of the other text a run is short
        const atFirst = j === known[0] ? words : wordsAt(i, known[0]);
        if (atFirst > words) [j, words] = [known[0], atFirst];
      }
      if (words >= least) {
        runs.push({ own: i, other: j, words });
        coveredOwn.fill(1, i, i + words);
        coveredOther.fill(1, j, j + words);
        neighbors?.add({ aStart: i, aEnd: i + words, bStart: j, bEnd: j + words });
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

/** By the key of a run of `length` words, the places that have it, ascending. */
function placesOf(words: Uint32Array, length: number): (key: number) => Uint32Array | undefined {
  const slots = new Map<number, number>();
  const ends: number[] = [];
  const slotAt = new Uint32Array(Math.max(0, words.length - length + 1));
  for (let at = 0; at < slotAt.length; at++) {
    const key = seedKey(words, at, length);
    const slot = slots.get(key) ?? slots.size;
    slots.set(key, slot);
    ends[slot] = (ends[slot] ?? 0) + 1;
    slotAt[at] = slot;
  }
  for (let slot = 1; slot < ends.length; slot++) ends[slot] += ends[slot - 1];
  const places = new Uint32Array(slotAt.length);
  const next = Uint32Array.from(ends);
  for (let at = slotAt.length - 1; at >= 0; at--) places[--next[slotAt[at]]] = at;
  return (key) => {
    const slot = slots.get(key);
    return slot === undefined ? undefined : places.subarray(next[slot], ends[slot]);
  };
}

/** The place that is nearest to where its neighbors are; the first one if there are none. */
function nearestPlace(places: Uint32Array, near: readonly WordPlace[], words: number): number {
  let best = places[0];
  let least = Number.POSITIVE_INFINITY;
  for (const { bStart, bEnd } of near) {
    for (const wanted of [bEnd, bStart - words]) {
      const behind = placesBelow(places, wanted);
      for (const place of places.subarray(Math.max(0, behind - 1), behind + 1)) {
        const distance = distanceTo(near, { bStart: place, bEnd: place + words });
        if (distance >= least) continue;
        [best, least] = [place, distance];
      }
    }
  }
  return best;
}
