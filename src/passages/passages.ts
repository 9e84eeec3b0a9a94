/**
 * From cells and alignments to passages of one source.
 *
 * Paper D marks whole sentences, and its p falls to 0.8 when a fifth of the words are changed. Here the agreement is followed word by word
 * (`alignments.ts`), which also finds parts of sentences, and sentences that were cut or joined; the similar cells of the
 * matrix add the sentences whose words were put into another order, and `repeats.ts` the repeated parts. A region that is too short to mean
 * something counts only if it is beside a longer one on both sides.
 */
import { type CompareSettings, Mark, type MatrixCells } from '../comparison.ts';
import { lazyPattern, UNSPACED_LETTER } from '../unspaced.ts';
import { findAlignments, wordScores } from './alignments.ts';
import { chooseRegions, mostlyNew } from './chosen-regions.ts';
import { distanceTo, Neighbors, type WordPlace } from './neighbors.ts';
import { pairWords } from './pair-words.ts';
import { type Covered, GAP_WORDS, joinNeighbors, type Region, regionOf } from './regions.ts';
import { findRepeats } from './repeats.ts';
import type { TextWords } from './text-words.ts';
import type { Synonyms } from './thesaurus.ts';
import { type WholePassage, wholePassages } from './whole-passages.ts';

/** The least score of an alignment: about six words in a row, if not all are frequent ones. */
const LEAST_SCORE = 20;
/** Words in a row that are found even if both texts repeat them all the time. */
const REPEATED_WORDS = 8;
/** If a word is a character, this many count as one word. */
const CHARACTERS_PER_WORD = 1.6;
/** A short region counts if a longer one is at most this many sentences away, in A and in B. */
const BESIDE_A = 2;
const BESIDE_B = 4;
/** … and if it has at least this many words that no longer region has. */
const BESIDE_WORDS = 2;

export function findPassages(
  a: TextWords,
  b: TextWords,
  cells: MatrixCells,
  synonyms: Synonyms,
  vocabulary: number,
  { minWords }: Pick<CompareSettings, 'minWords'>,
): readonly WholePassage[] {
  const scores = wordScores(a.numbers, b.numbers, vocabulary, synonyms);
  const characters = isUnspaced(a) && isUnspaced(b);
  const unit = characters ? CHARACTERS_PER_WORD : 1;
  const aligned = findAlignments(a.numbers, b.numbers, scores, characters, unit * LEAST_SCORE);
  const regions = aligned.flatMap((alignment) => regionOf(alignment, a, b) ?? []);
  const covered = { a: new Uint8Array(a.words), b: new Uint8Array(b.words) };
  const gap = Math.round(unit * GAP_WORDS);
  const neighbors = new Neighbors(a.words, gap);
  const chosen = chooseRegions(joinNeighbors(regions), covered, neighbors);
  const least = Math.ceil(unit * REPEATED_WORDS);
  const repeats = findRepeats(a.numbers, b.numbers, covered, least, neighbors).regions;
  // one by one: a call with too many arguments fails
  const all = [...chosen, ...repeats, ...chooseSentences(cells, a, b, covered, synonyms, neighbors)];
  // a text that is shorter than the shortest passage is a passage as a whole
  const kept = beside(joinNeighbors(all), a, b, Math.min(unit * minWords, a.words));
  return wholePassages(kept, a.words, gap).passages;
}

/** Characters sampled at the beginning, middle and end of a text to find its script. */
const SAMPLE = 2000;
const unspaced = lazyPattern(UNSPACED_LETTER, 'gu');

/** True if words are mostly characters of a script without spaces. */
export function isUnspaced({ text, words }: TextWords): boolean {
  const middle = Math.max(SAMPLE, (text.length - SAMPLE) >> 1);
  const end = Math.max(middle + SAMPLE, text.length - SAMPLE);
  const sample = [0, middle, end].map((at) => text.slice(at, at + SAMPLE)).join('');
  return words > 0 && (sample.match(unspaced())?.length ?? 0) > sample.length / 3;
}

/** Similar cells whose words no region has: first sentences that are new on both sides, the same ones before others. */
function chooseSentences(
  cells: MatrixCells,
  a: TextWords,
  b: TextWords,
  covered: Covered,
  synonyms: Synonyms,
  neighbors: Neighbors,
): Region[] {
  const found: Region[] = [];
  const isNew = { a: newSentences(a, covered.a), b: newSentences(b, covered.b) };
  const placeOf = (cell: number) => ({
    aStart: a.sentenceStarts[cells.row[cell]],
    aEnd: a.sentenceStarts[cells.row[cell] + 1],
    bStart: b.sentenceStarts[cells.column[cell]],
    bEnd: b.sentenceStarts[cells.column[cell] + 1],
  });
  for (const { least, bothNew } of [
    { least: 1, bothNew: true },
    { least: 0, bothNew: true },
    { least: 0, bothNew: false },
  ]) {
    const isWanted = (cell: number) =>
      cells.mark[cell] !== Mark.none &&
      cells.p[cell] >= least &&
      isNew.a[cells.row[cell]] + isNew.b[cells.column[cell]] >= (bothNew ? 2 : 1);
    for (let from = 0, to = 0; from < cells.row.length; from = to) {
      // the cells of one sentence of A
      const own: number[] = [];
      for (; to < cells.row.length && cells.row[to] === cells.row[from]; to++) if (isWanted(to)) own.push(to);
      if (own.length > 1) {
        const { aStart, aEnd } = placeOf(own[0]);
        const near = neighbors.of(aStart, aEnd);
        own.sort((x, y) => distanceTo(near, placeOf(x)) - distanceTo(near, placeOf(y)));
      }
      for (const cell of own) {
        if (!isWanted(cell)) continue;
        const place = placeOf(cell);
        found.push(sentencePair(place, a, b, synonyms, cells.p[cell]));
        if (isNew.a[cells.row[cell]] === 1) neighbors.add(place);
        isNew.a[cells.row[cell]] = 0;
        isNew.b[cells.column[cell]] = 0;
      }
    }
  }
  return found;
}

function sentencePair(place: WordPlace, a: TextWords, b: TextWords, synonyms: Synonyms, p: number): Region {
  const d = a.numbers.subarray(place.aStart, place.aEnd);
  const e = b.numbers.subarray(place.bStart, place.bEnd);
  const partners = pairWords(d, e, (word, other) => synonyms.are(word, other));
  for (let at = 0; at < partners.length; at++) if (partners[at] !== -1) partners[at] += place.bStart;
  return { ...place, partners, strength: p * d.length };
}

/** 1 for every sentence that is not covered, for the most part. */
function newSentences({ sentenceStarts }: TextWords, covered: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: sentenceStarts.length - 1 }, (_, s) =>
    mostlyNew(covered, sentenceStarts[s], sentenceStarts[s + 1]) ? 1 : 0,
  );
}

/** Regions of enough words, and shorter ones beside them. */
function beside(regions: readonly Region[], a: TextWords, b: TextWords, minWords: number): Region[] {
  const isLong = ({ aStart, aEnd }: Region) => aEnd - aStart >= minWords;
  const long = regions.filter(isLong);
  const covered = new Uint8Array(a.words);
  for (const { aStart, aEnd } of long) covered.fill(1, aStart, aEnd);
  // the sentences of B that long regions have, for every sentence of A they begin or end in
  const partners = new Map<number, SentenceRange[]>();
  for (const { aStart, aEnd, bStart, bEnd } of long) {
    const rangeB: SentenceRange = [b.sentenceOf[bStart], b.sentenceOf[bEnd - 1]];
    for (const s of new Set([a.sentenceOf[aStart], a.sentenceOf[aEnd - 1]])) {
      const ranges = partners.get(s);
      if (ranges === undefined) partners.set(s, [rangeB]);
      else ranges.push(rangeB);
    }
  }
  for (const [s, ranges] of partners) partners.set(s, disjoint(ranges));
  const isBeside = ({ aStart, aEnd, bStart, bEnd }: Region): boolean => {
    if (aEnd - aStart < BESIDE_WORDS || !mostlyNew(covered, aStart, aEnd)) return false;
    const [from, to] = [b.sentenceOf[bStart] - BESIDE_B, b.sentenceOf[bEnd - 1] + BESIDE_B];
    for (let s = a.sentenceOf[aStart] - BESIDE_A; s <= a.sentenceOf[aEnd - 1] + BESIDE_A; s++) {
      if (meets(partners.get(s) ?? [], from, to)) return true;
    }
    return false;
  };
  return regions
    .filter((region) => isLong(region) || isBeside(region))
    .sort((x, y) => x.aStart - y.aStart || x.bStart - y.bStart);
}

/** Sentences of B, the last one included. */
type SentenceRange = [first: number, last: number];

/** The same sentences in ranges that do not overlap, ascending. A sentence that B repeats may have very many. */
function disjoint(ranges: readonly SentenceRange[]): SentenceRange[] {
  const found: SentenceRange[] = [];
  for (const [first, last] of [...ranges].sort(([x], [y]) => x - y)) {
    const before = found[found.length - 1];
    if (before !== undefined && first <= before[1]) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

/** True if one of the ranges, which are disjoint and ascending, has a sentence from `from` to `to`. */
function meets(ranges: readonly SentenceRange[], from: number, to: number): boolean {
  // the last one that begins up to `to` reaches farthest
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle][0] <= to) low = middle + 1;
    else high = middle;
  }
  return low > 0 && ranges[low - 1][1] >= from;
}
