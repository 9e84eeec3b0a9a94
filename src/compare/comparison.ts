/** Compares a text with its sources: matrix and regions of each, then passages, shares, and the best source of every word. */
import { WordNumbers } from '../canonicalize.ts';
import type {
  ComparedSource,
  CompareSettings,
  Comparison,
  Passage,
  PassageKind,
  PassageSide,
} from '../compare.ts';
import type { Engine } from '../engines.ts';
import { markCells, paperSimilarity } from './mark.ts';
import { lcsCells } from './matrix.ts';
import { findRegions } from './passages.ts';
import { type Region, sameShare } from './regions.ts';
import { type TextWords, textWords } from './text-words.ts';
import { type Stem, Synonyms, type Thesaurus } from './thesaurus.ts';

/** A text to compare; its language is known ('' where it is not). */
export interface LabeledText {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
}

/** What goes with the settings: where synonyms come from, and stems. */
export interface Vocabulary {
  readonly thesauri: readonly Thesaurus[];
  readonly stem: Stem;
}

export async function compareTexts(
  engine: Engine,
  text: LabeledText,
  sources: readonly LabeledText[],
  settings: CompareSettings,
  { thesauri, stem }: Vocabulary,
): Promise<Comparison> {
  const numbers = new WordNumbers();
  const a = textWords(text.id, text.text, text.lang, numbers);
  const others = sources.map((source) => textWords(source.id, source.text, source.lang, numbers));
  const synonyms = new Synonyms(numbers, stem, thesauri);
  const found: Found[] = [];
  for (const b of others) {
    const [rows, columns] = [sentencesOf(a), sentencesOf(b)];
    const matrix = markCells(
      await lcsCells(engine, rows, columns, settings),
      rows,
      columns,
      settings,
      synonyms,
    );
    const regions = findRegions(a, b, matrix, synonyms, numbers.words.length, settings);
    const similarity = {
      a: shareOf(regions, a.words, ({ aStart, aEnd }) => [aStart, aEnd]),
      b: shareOf(regions, b.words, ({ bStart, bEnd }) => [bStart, bEnd]),
    };
    const plain = paperSimilarity(matrix, rows, columns);
    const { row, column, p, similar } = matrix;
    const cells = { rows: matrix.rows, columns: matrix.columns, row, column, p, similar };
    found.push({
      b,
      regions,
      source: { ...publicText(b), similarity, paperSimilarity: plain, matrix: cells },
    });
  }
  found.sort((x, y) => y.source.similarity.a - x.source.similarity.a);
  return {
    text: publicText(a),
    sources: found.map(({ source }) => source),
    passages: passagesOf(a, found),
    similarity: shareOf(
      found.flatMap(({ regions }) => regions),
      a.words,
      ({ aStart, aEnd }) => [aStart, aEnd],
    ),
    thesauri: thesauri.map(({ name }) => name),
    settings,
    engine: engine.name,
  };
}

interface Found {
  readonly b: TextWords;
  readonly regions: readonly Region[];
  readonly source: ComparedSource;
}

/** By place in A, then source, then place in B. */
function passagesOf(a: TextWords, found: readonly Found[]): Passage[] {
  const all = found.flatMap(({ b, regions }, source) => regions.map((region) => ({ b, source, region })));
  const best = bestOf(
    a.words,
    all.map(({ region }) => region),
  );
  const passages = all.map(
    ({ b, source, region }, i): Passage => ({
      source,
      a: sideOf(a, region.aStart, region.aEnd),
      b: sideOf(b, region.bStart, region.bEnd),
      kind: kindOf(region),
      score: sameShare(region),
      best: best[i],
    }),
  );
  return passages.sort((x, y) => x.a.start - y.a.start || x.source - y.source || x.b.start - y.b.start);
}

/** Whether a region is the best, by words that are the same, for at least one word of A. The first of equals is. */
function bestOf(words: number, regions: readonly Region[]): boolean[] {
  const best = new Int32Array(words).fill(-1);
  regions.forEach((region, i) => {
    for (let word = region.aStart; word < region.aEnd; word++) {
      if (best[word] === -1 || region.same > regions[best[word]].same) best[word] = i;
    }
  });
  const isBest = regions.map(() => false);
  for (const i of best) if (i !== -1) isBest[i] = true;
  return isBest;
}

function kindOf(region: Region): PassageKind {
  const words = region.aEnd - region.aStart;
  if (region.same === words && region.bEnd - region.bStart === words) return 'identical';
  return region.synonyms > 0 && 2 * region.synonyms >= words - region.same ? 'synonyms' : 'edited';
}

/** From the first letter to the last; where these begin and end a sentence, with what belongs to it. */
function sideOf(text: TextWords, from: number, to: number): PassageSide {
  const { sentenceOf, sentenceStarts, sentences, wordStarts, wordEnds } = text;
  const first = sentenceOf[from];
  const last = sentenceOf[to - 1];
  return {
    start: sentenceStarts[first] === from ? sentences[first].start : wordStarts[from],
    end: sentenceStarts[last + 1] === to ? sentences[last].end : wordEnds[to - 1],
    sentence: first,
    sentences: last - first + 1,
    words: to - from,
  };
}

function shareOf(
  regions: readonly Region[],
  words: number,
  range: (region: Region) => [number, number],
): number {
  if (words === 0) return 0;
  const covered = new Uint8Array(words);
  for (const region of regions) covered.fill(1, ...range(region));
  return covered.reduce((sum, one) => sum + one, 0) / words;
}

function sentencesOf({ numbers, sentenceStarts }: TextWords): { numbers: Uint32Array; starts: Uint32Array } {
  return { numbers, starts: sentenceStarts };
}

function publicText({
  id,
  text,
  lang,
  sentences,
  words,
}: TextWords): Omit<ComparedSource, 'similarity' | 'matrix' | 'paperSimilarity'> {
  return { id, text, lang, sentences, words };
}
