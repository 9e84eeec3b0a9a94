/** Regions: words of A with their counterparts in B. Alignments are extended or cut to the ends of sentences, and neighbors are joined. */
import { type Alignment, Fate } from './align.ts';
import type { TextWords } from './text-words.ts';

export interface Region {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
  /** For every word of A in the region its counterpart in B, ascending, or -1. */
  readonly partners: Int32Array;
  /** Its strength, which decides between regions that claim the same words. */
  readonly strength: number;
}

/** The words of either text that are in regions: 1 for each, otherwise 0. */
export interface Covered {
  readonly a: Uint8Array;
  readonly b: Uint8Array;
}

/** The sentence at an end of a region belongs to the region if at least this share of its words does … */
const PART_OF_SENTENCE = 0.3;
/** … or at least this many of its words are the same. */
const SAME_OF_SENTENCE = 2;
/** A sentence is completed unless it is less likely than this that all its missing words were edited. */
const LEAST_LIKELY = 1e-5;
/** Regions with at most this many words between them on both sides are joined. */
export const GAP_WORDS = 10;

/** The region of an alignment; undefined if trimming leaves nothing. */
export function regionOf(alignment: Alignment, a: TextWords, b: TextWords): Region | undefined {
  const trimmed = trim(alignment, a, b);
  return trimmed && complete(trimmed, a, b);
}

/** Joins regions that follow each other in both texts. */
export function joinNeighbors(regions: readonly Region[]): Region[] {
  const sorted = [...regions].sort((x, y) => x.aStart - y.aStart || x.bStart - y.bStart);
  // regions that become one, in their order
  const chains: Region[][] = [];
  for (const region of sorted) {
    // the one before it in B is among the last ones in A
    let place = -1;
    for (let i = chains.length - 1; i >= Math.max(0, chains.length - 8) && place === -1; i--) {
      const last = chains[i][chains[i].length - 1];
      const gapA = region.aStart - last.aEnd;
      const gapB = region.bStart - last.bEnd;
      if (gapA >= 0 && gapA <= GAP_WORDS && gapB >= 0 && gapB <= GAP_WORDS) place = i;
    }
    if (place === -1) chains.push([region]);
    else chains[place].push(region);
  }
  return chains.map(join);
}

function join(chain: readonly Region[]): Region {
  if (chain.length === 1) return chain[0];
  const [{ aStart, bStart }, { aEnd, bEnd }] = [chain[0], chain[chain.length - 1]];
  const partners = new Int32Array(aEnd - aStart).fill(-1);
  for (const region of chain) partners.set(region.partners, region.aStart - aStart);
  const strength = chain.reduce((sum, region) => sum + region.strength, 0);
  return { aStart, aEnd, bStart, bEnd, partners, strength };
}

/** Leaves out the beginning of a sentence that was added by chance after the last one ("The …"), and the end of one before the first. */
function trim(alignment: Alignment, a: TextWords, b: TextWords): Region | undefined {
  let { aStart, aEnd } = alignment;
  const { partners, fates, score } = alignment;
  const isChance = (from: number, to: number): boolean => {
    const sentence = a.sentenceOf[from];
    const length = a.sentenceStarts[sentence + 1] - a.sentenceStarts[sentence];
    if (to - from >= PART_OF_SENTENCE * length) return false;
    let same = 0;
    for (let at = from - alignment.aStart; at < to - alignment.aStart; at++)
      if (fates[at] === Fate.same) same++;
    if (same >= SAME_OF_SENTENCE) return false;
    // a heading that runs into the next sentence is a sentence of B
    const [first, last] = [partners[from - alignment.aStart], partners[to - 1 - alignment.aStart]];
    return first === -1 || last === -1 || !isWhole(b, first, last);
  };
  const firstEnd = a.sentenceStarts[a.sentenceOf[aStart] + 1];
  if (firstEnd < aEnd && isChance(aStart, firstEnd)) aStart = firstEnd;
  const lastStart = a.sentenceStarts[a.sentenceOf[aEnd - 1]];
  if (lastStart > aStart && isChance(lastStart, aEnd)) aEnd = lastStart;
  // an end is a word with a counterpart in B
  while (aStart < aEnd && partners[aStart - alignment.aStart] === -1) aStart++;
  while (aStart < aEnd && partners[aEnd - 1 - alignment.aStart] === -1) aEnd--;
  if (aStart === aEnd) return undefined;
  const kept = partners.subarray(aStart - alignment.aStart, aEnd - alignment.aStart);
  return { aStart, aEnd, bStart: kept[0], bEnd: kept[kept.length - 1] + 1, partners: kept, strength: score };
}

/** True if these words are the first and the last of sentences. */
function isWhole({ sentenceOf, sentenceStarts }: TextWords, first: number, last: number): boolean {
  return sentenceStarts[sentenceOf[first]] === first && sentenceStarts[sentenceOf[last] + 1] === last + 1;
}

/**
 * Adds the words that are missing to whole sentences if these words were probably edited, as others of the region were. If
 * hardly any were, the passage rather begins or ends within the sentence.
 */
function complete(region: Region, a: TextWords, b: TextWords): Region {
  let { aStart, aEnd, bStart, bEnd } = region;
  const edited = editedShare(region, a, b);
  const before = aStart - a.sentenceStarts[a.sentenceOf[aStart]];
  const beforeB = bStart - b.sentenceStarts[b.sentenceOf[bStart]];
  if (wereEdited(before, beforeB, edited)) {
    aStart -= before;
    bStart -= beforeB;
  }
  const after = a.sentenceStarts[a.sentenceOf[aEnd - 1] + 1] - aEnd;
  const afterB = b.sentenceStarts[b.sentenceOf[bEnd - 1] + 1] - bEnd;
  if (wereEdited(after, afterB, edited)) {
    aEnd += after;
    bEnd += afterB;
  }
  const partners = new Int32Array(aEnd - aStart).fill(-1);
  partners.set(region.partners, region.aStart - aStart);
  return { aStart, aEnd, bStart, bEnd, partners, strength: region.strength };
}

/** The share of words that were edited. A few words without a change do not prove that none was edited: hence one more of each kind. */
function editedShare({ aStart, partners }: Region, a: TextWords, b: TextWords): number {
  let same = 0;
  partners.forEach((partner, at) => {
    if (partner !== -1 && a.numbers[aStart + at] === b.numbers[partner]) same++;
  });
  return (partners.length - same + 1) / (partners.length + 2);
}

/** True if both sides miss about the same number of words, and all of these were likely edited. */
function wereEdited(missing: number, missingB: number, edited: number): boolean {
  return Math.abs(missing - missingB) <= Math.max(1, missing / 2) && edited ** missing >= LEAST_LIKELY;
}
