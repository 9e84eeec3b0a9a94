/**
 * From cells and alignments to passages of one source.
 *
 * Paper D marks whole sentences, and its p falls to 0.8 when a fifth of the words are changed. Here likeness is followed word by word
 * (`alignments.ts`), which also finds parts of sentences, and sentences that were cut or joined; the similar cells of the
 * matrix add the sentences whose words were put into another order. A region that is too short to mean
 * something counts only where it stands beside a longer one on both sides.
 */
import type { CompareSettings } from '../compare.ts';
import { findAlignments, wordScores } from './alignments.ts';
import { Mark, type MarkedCells } from './mark.ts';
import { joinNeighbors, type Region, regionOf } from './regions.ts';
import type { TextWords } from './text-words.ts';
import type { Synonyms } from './thesaurus.ts';

/** The least score of an alignment: about six words in a row, if not all are frequent ones. */
const LEAST_SCORE = 20;
/** Where a word is a character, so many make up what a word says elsewhere. */
const CHARACTERS_PER_WORD = 1.6;
/** A short region counts beside a longer one: so many sentences away in A and in B. */
const BESIDE_A = 2;
const BESIDE_B = 4;

export function findRegions(
  a: TextWords,
  b: TextWords,
  cells: MarkedCells,
  synonyms: Synonyms,
  vocabulary: number,
  { minWords }: Pick<CompareSettings, 'minWords'>,
): Region[] {
  const scores = wordScores(a.numbers, b.numbers, vocabulary, synonyms);
  const characters = isUnspaced(a) && isUnspaced(b);
  const unit = characters ? CHARACTERS_PER_WORD : 1;
  const aligned = findAlignments(a.numbers, b.numbers, scores, characters, unit * LEAST_SCORE);
  const regions = aligned.flatMap((alignment) => regionOf(alignment, a, b) ?? []);
  const covered = { a: new Uint8Array(a.words), b: new Uint8Array(b.words) };
  const chosen = choose(joinNeighbors(regions), covered);
  chosen.push(...choose(sentenceRegions(cells, a, b, covered), covered));
  return beside(joinNeighbors(chosen), a, b, unit * minWords);
}

/** True where words are mostly characters of a script without spaces. */
export function isUnspaced({ text, words }: TextWords): boolean {
  const head = text.slice(0, 4000);
  const characters = head.match(
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Mymr}]/gu,
  );
  return words > 0 && (characters?.length ?? 0) > head.length / 3;
}

/** The strongest first; one that adds little to either side, because others have its words, is left out. */
function choose(regions: readonly Region[], covered: { a: Uint8Array; b: Uint8Array }): Region[] {
  const sorted = [...regions].sort(
    (x, y) => y.strength - x.strength || x.aStart - y.aStart || x.bStart - y.bStart,
  );
  return sorted.filter(({ aStart, aEnd, bStart, bEnd }) => {
    const isNew =
      2 * uncovered(covered.a, aStart, aEnd) >= aEnd - aStart ||
      2 * uncovered(covered.b, bStart, bEnd) >= bEnd - bStart;
    if (isNew) {
      covered.a.fill(1, aStart, aEnd);
      covered.b.fill(1, bStart, bEnd);
    }
    return isNew;
  });
}

function uncovered(covered: Uint8Array, from: number, to: number): number {
  let words = 0;
  for (let word = from; word < to; word++) words += 1 - covered[word];
  return words;
}

/** Similar cells with words that no region has so far. */
function sentenceRegions(
  cells: MarkedCells,
  a: TextWords,
  b: TextWords,
  covered: { a: Uint8Array; b: Uint8Array },
): Region[] {
  const found: Region[] = [];
  for (let i = 0; i < cells.row.length; i++) {
    if (cells.similar[i] === 0) continue;
    const [aStart, aEnd] = [a.sentenceStarts[cells.row[i]], a.sentenceStarts[cells.row[i] + 1]];
    const [bStart, bEnd] = [b.sentenceStarts[cells.column[i]], b.sentenceStarts[cells.column[i] + 1]];
    if (uncovered(covered.a, aStart, aEnd) === 0 && uncovered(covered.b, bStart, bEnd) === 0) continue;
    const longer = Math.max(aEnd - aStart, bEnd - bStart);
    const same = Math.round(cells.p[i] * longer);
    const synonyms = cells.mark[i] === Mark.bySynonyms ? aEnd - aStart - same : 0;
    found.push({ aStart, aEnd, bStart, bEnd, same, synonyms, strength: cells.p[i] * longer });
  }
  return found;
}

/** Regions of enough words, and shorter ones beside them. */
function beside(regions: readonly Region[], a: TextWords, b: TextWords, minWords: number): Region[] {
  const isLong = ({ aStart, aEnd }: Region) => aEnd - aStart >= minWords;
  const long = regions.filter(isLong);
  // the sentences of B that long regions have, for every sentence of A they have
  const partners = new Map<number, [number, number][]>();
  for (const { aStart, aEnd, bStart, bEnd } of long) {
    const rangeB: [number, number] = [b.sentenceOf[bStart], b.sentenceOf[bEnd - 1]];
    for (const s of new Set([a.sentenceOf[aStart], a.sentenceOf[aEnd - 1]])) {
      partners.set(s, [...(partners.get(s) ?? []), rangeB]);
    }
  }
  const isBeside = ({ aStart, aEnd, bStart, bEnd }: Region): boolean => {
    const [from, to] = [b.sentenceOf[bStart] - BESIDE_B, b.sentenceOf[bEnd - 1] + BESIDE_B];
    for (let s = a.sentenceOf[aStart] - BESIDE_A; s <= a.sentenceOf[aEnd - 1] + BESIDE_A; s++) {
      if (partners.get(s)?.some(([first, last]) => first <= to && last >= from)) return true;
    }
    return false;
  };
  return regions
    .filter((region) => isLong(region) || isBeside(region))
    .sort((x, y) => x.aStart - y.aStart || x.bStart - y.bStart);
}
