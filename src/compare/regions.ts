/** Regions: words of A that stand for words of B. Alignments are brought to the ends of sentences, and neighbors joined. */
import { type Alignment, Fate } from './align.ts';
import type { TextWords } from './text-words.ts';

export interface Region {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  /** Words that are the same on both sides, and words of A that are replaced by synonyms. */
  readonly same: number;
  readonly synonyms: number;
  /** How much speaks for it; decides between regions that claim the same words. */
  readonly strength: number;
}

/** The sentence at an end of a region belongs to it where so much of it does … */
const PART_OF_SENTENCE = 0.3;
/** … or so many of its words are the same. */
const SAME_OF_SENTENCE = 4;
/** A sentence is completed where no more than this share of what it has already is missing. */
const MISSING_SHARE = 0.7;
/** Words between two regions that are one, on either side. */
const GAP_WORDS = 10;

/** The region of an alignment; undefined where nothing is left of it. */
export function regionOf(alignment: Alignment, a: TextWords, b: TextWords): Region | undefined {
  const trimmed = trim(alignment, a, b);
  return trimmed && complete(trimmed, a, b);
}

/** How much of the longer side is the same, in its order: p of paper D, as if each side were one sentence. */
export function sameShare({ aStart, aEnd, bStart, bEnd, same }: Region): number {
  return same / Math.max(aEnd - aStart, bEnd - bStart);
}

/** Joins regions that follow each other in both texts. */
export function joinNeighbors(regions: readonly Region[]): Region[] {
  const sorted = [...regions].sort((x, y) => x.aStart - y.aStart || x.bStart - y.bStart);
  const joined: Region[] = [];
  for (const region of sorted) {
    // the one before it in B is among the last ones in A
    let place = -1;
    for (let i = joined.length - 1; i >= Math.max(0, joined.length - 8) && place === -1; i--) {
      const gapA = region.aStart - joined[i].aEnd;
      const gapB = region.bStart - joined[i].bEnd;
      if (gapA >= 0 && gapA <= GAP_WORDS && gapB >= 0 && gapB <= GAP_WORDS) place = i;
    }
    if (place === -1) joined.push(region);
    else joined[place] = join(joined[place], region);
  }
  return joined;
}

function join(first: Region, second: Region): Region {
  return {
    ...{ aStart: first.aStart, aEnd: second.aEnd, bStart: first.bStart, bEnd: second.bEnd },
    same: first.same + second.same,
    synonyms: first.synonyms + second.synonyms,
    strength: first.strength + second.strength,
  };
}

/** Leaves out the beginning of a sentence that chance has added behind the last one ("The …"), and the end of one before the first. */
function trim(alignment: Alignment, a: TextWords, b: TextWords): Region | undefined {
  let { aStart, aEnd } = alignment;
  const { partners, fates, score } = alignment;
  const count = (from: number, to: number, fate: number): number => {
    let words = 0;
    for (let word = from; word < to; word++) if (fates[word - alignment.aStart] === fate) words++;
    return words;
  };
  const isChance = (from: number, to: number): boolean => {
    const sentence = a.sentenceOf[from];
    const length = a.sentenceStarts[sentence + 1] - a.sentenceStarts[sentence];
    if (to - from >= PART_OF_SENTENCE * length || count(from, to, Fate.same) >= SAME_OF_SENTENCE)
      return false;
    // a heading that runs into the next sentence is a sentence of B
    const [first, last] = [partners[from - alignment.aStart], partners[to - 1 - alignment.aStart]];
    return first === -1 || last === -1 || !isWhole(b, first, last);
  };
  const firstEnd = a.sentenceStarts[a.sentenceOf[aStart] + 1];
  if (firstEnd < aEnd && isChance(aStart, firstEnd)) aStart = firstEnd;
  const lastStart = a.sentenceStarts[a.sentenceOf[aEnd - 1]];
  if (lastStart > aStart && isChance(lastStart, aEnd)) aEnd = lastStart;
  // an end is a word that stands for one of B
  while (aStart < aEnd && partners[aStart - alignment.aStart] === -1) aStart++;
  while (aStart < aEnd && partners[aEnd - 1 - alignment.aStart] === -1) aEnd--;
  if (aStart === aEnd) return undefined;
  return {
    ...{ aStart, aEnd, strength: score },
    bStart: partners[aStart - alignment.aStart],
    bEnd: partners[aEnd - 1 - alignment.aStart] + 1,
    same: count(aStart, aEnd, Fate.same),
    synonyms: count(aStart, aEnd, Fate.synonym),
  };
}

/** True where these words are the first and the last of sentences. */
function isWhole({ sentenceOf, sentenceStarts }: TextWords, first: number, last: number): boolean {
  return sentenceStarts[sentenceOf[first]] === first && sentenceStarts[sentenceOf[last] + 1] === last + 1;
}

/** Adds the words that are missing to whole sentences, where about as many are missing on both sides: these were edited. */
function complete(region: Region, a: TextWords, b: TextWords): Region {
  let { aStart, aEnd, bStart, bEnd } = region;
  const before = aStart - a.sentenceStarts[a.sentenceOf[aStart]];
  const beforeB = bStart - b.sentenceStarts[b.sentenceOf[bStart]];
  const firstEnd = Math.min(aEnd, a.sentenceStarts[a.sentenceOf[aStart] + 1]);
  if (isEdited(before, beforeB, firstEnd - aStart)) {
    aStart -= before;
    bStart -= beforeB;
  }
  const after = a.sentenceStarts[a.sentenceOf[aEnd - 1] + 1] - aEnd;
  const afterB = b.sentenceStarts[b.sentenceOf[bEnd - 1] + 1] - bEnd;
  const lastStart = Math.max(aStart, a.sentenceStarts[a.sentenceOf[aEnd - 1]]);
  if (isEdited(after, afterB, aEnd - lastStart)) {
    aEnd += after;
    bEnd += afterB;
  }
  return { ...region, aStart, aEnd, bStart, bEnd };
}

function isEdited(missing: number, missingB: number, present: number): boolean {
  if (missing > MISSING_SHARE * present) return false;
  return Math.abs(missing - missingB) <= Math.max(1, missing / 2);
}
