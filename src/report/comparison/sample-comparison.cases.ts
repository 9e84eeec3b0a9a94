/** Comparisons made by hand, to test what shows them: texts, and which parts of them are passages. */

import { findDisguises } from '../../canonicalize/disguises.ts';
import { scalarFolder } from '../../canonicalize/fold-text.ts';
import { findWords, WordNumbers } from '../../canonicalize/word-finder.ts';
import {
  type ComparedText,
  type Comparison,
  Mark,
  type MatrixCells,
  type Passage,
  type PassageKind,
  type PassageSide,
  type Sentence,
} from '../../comparison.ts';
import { placesBelow } from '../../places-below.ts';
import { wordCounter } from './segments.ts';

export interface SamplePassage {
  /** @default 0 */
  readonly source?: number;
  /** A part of the text, and of the source. @default b: the same as a */
  readonly a: string;
  readonly b?: string;
  readonly kind?: PassageKind;
  readonly score?: number;
  readonly best?: boolean;
}

export interface SampleText {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
}

export function sampleComparison(
  text: SampleText,
  sources: readonly SampleText[],
  samples: readonly SamplePassage[],
): Comparison {
  const vocabulary = new WordNumbers();
  const compared = comparedText(text, vocabulary);
  const others = sources.map((source) => comparedText(source, vocabulary));
  const passages = samples
    .map((sample): Passage => {
      const {
        source = 0,
        a,
        b = a,
        kind = 'identical',
        score = kind === 'identical' ? 1 : 0.8,
        best = true,
      } = sample;
      const part = { a: sideOf(compared, a), b: sideOf(others[source], b), kind, score };
      return { source, ...part, best, parts: [part] };
    })
    .sort((x, y) => x.a.start - y.a.start || x.source - y.source);
  const of = (source: number) => passages.filter((passage) => passage.source === source);
  return {
    text: compared,
    sources: others.map((source, i) => ({
      ...source,
      identical: source.text === compared.text,
      similarity: {
        a: shareOf(
          compared,
          of(i).map(({ a }) => a),
        ),
        b: shareOf(
          source,
          of(i).map(({ b }) => b),
        ),
      },
      paperSimilarity: { a: 0, b: 0 },
      matrix: matrixOf(compared, source, of(i)),
    })),
    passages,
    similarity: shareOf(
      compared,
      passages.map(({ a }) => a),
    ),
    vocabulary: vocabulary.words,
    thesauri: ['built-in (en)'],
    settings: { similarWeight: 0.6, rightWeight: 0.8, minWords: 4, clauses: false },
    engine: 'scalar',
  };
}

const folder = scalarFolder();

function comparedText({ id, text, lang = 'en' }: SampleText, vocabulary: WordNumbers): ComparedText {
  const { numbers, starts: wordStarts, ends: wordEnds } = findWords(folder, text, vocabulary);
  const sentences: Sentence[] = [];
  const breaks = Array.from(text.matchAll(/\n\s*\n/g), (match) => match.index);
  let paragraph = 0;
  for (const match of text.matchAll(/[^\s.!?。！？][^.!?。！？]*(?:[.!?。！？]+[”"»」]?|$)/gu)) {
    const start = match.index;
    const sentence = match[0].trimEnd();
    while (breaks[paragraph] < start) paragraph++;
    sentences.push({
      start,
      end: start + sentence.length,
      words: placesBelow(wordStarts, start + sentence.length) - placesBelow(wordStarts, start),
      paragraph,
      quoted: /^[“"«「].*[”"»」]$/su.test(sentence),
    });
  }
  const words = sentences.reduce((sum, { words }) => sum + words, 0);
  const disguises = findDisguises(text);
  return {
    ...{ id, text, lang, sentences, words, numbers, wordStarts, wordEnds },
    ...(disguises && { disguises }),
  };
}

function sideOf(text: ComparedText, part: string): PassageSide {
  const start = text.text.indexOf(part);
  if (start === -1) throw new Error(`Expected \`${part}\` to be in ${text.id}.`);
  const end = start + part.length;
  const touched = text.sentences.filter((sentence) => sentence.end > start && sentence.start < end);
  return {
    start,
    end,
    sentence: text.sentences.indexOf(touched[0]),
    sentences: touched.length,
    words: counterOf(text)(start, end),
  };
}

const counters = new WeakMap<ComparedText, ReturnType<typeof wordCounter>>();

function counterOf(text: ComparedText): ReturnType<typeof wordCounter> {
  const counter = counters.get(text) ?? wordCounter(text);
  counters.set(text, counter);
  return counter;
}

/** Share of a text's words in any of these sides. */
function shareOf(text: ComparedText, sides: readonly PassageSide[]): number {
  const wordsIn = counterOf(text);
  let words = 0;
  let reached = 0;
  for (const { start, end } of [...sides].sort((x, y) => x.start - y.start)) {
    words += wordsIn(Math.max(start, reached), Math.max(end, reached));
    reached = Math.max(reached, end);
  }
  return text.words === 0 ? 0 : words / text.words;
}

function matrixOf(a: ComparedText, b: ComparedText, passages: readonly Passage[]): MatrixCells {
  const cells = passages.flatMap((passage) =>
    Array.from({ length: Math.min(passage.a.sentences, passage.b.sentences) }, (_, i) => ({
      row: passage.a.sentence + i,
      column: passage.b.sentence + i,
      p: passage.score,
    })),
  );
  cells.sort((x, y) => x.row - y.row || x.column - y.column);
  return {
    rows: a.sentences.length,
    columns: b.sentences.length,
    row: Uint32Array.from(cells, ({ row }) => row),
    column: Uint32Array.from(cells, ({ column }) => column),
    p: Float32Array.from(cells, ({ p }) => p),
    mark: Uint8Array.from(cells, () => Mark.byOrder),
  };
}
