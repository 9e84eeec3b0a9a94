/** Compares a text with its sources: matrix and regions of each, then passages, shares, and the best source of every word. */
import { pauses } from '../abort.ts';
import { TextFolder, WordNumbers } from '../canonicalize/index.ts';
import type {
  ComparedSource,
  ComparedText,
  CompareSettings,
  Comparison,
  Passage,
  Span,
} from '../comparison.ts';
import type { Problem } from '../document.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import type { GivenText, Thesaurus } from '../passages.ts';
import { bestOf, describePassage, inPieces, type PiecedPassage } from './described.ts';
import { markCells, paperSimilarity } from './mark.ts';
import { lcsCells } from './matrix.ts';
import { findPassages } from './passages.ts';
import type { Piece } from './pieces.ts';
import { cellsOfAll, distinctSentences } from './repeated-sentences.ts';
import { type TextWords, textWords } from './text-words.ts';
import { type Stem, Synonyms } from './thesaurus.ts';

/** A text to compare; its language is known ('' if it is not). */
export interface LabeledText extends GivenText {
  readonly lang: string;
  /** Parts that do not count, in order. */
  readonly excluded?: readonly Span[];
}

/** The comparison's synonyms and stems. */
export interface Vocabulary {
  readonly thesauri: readonly Thesaurus[];
  readonly stem: Stem;
  /** Called for a source that cannot be compared, if there are others. */
  readonly onProblem?: (problem: Problem) => void;
  /** Ends the comparison. */
  readonly signal?: AbortSignal;
}

export async function compareTexts(
  engine: Engine,
  text: LabeledText,
  sources: readonly LabeledText[],
  settings: CompareSettings,
  { thesauri, stem, onProblem, signal }: Vocabulary,
): Promise<Comparison> {
  const numbers = new WordNumbers();
  const folder = new TextFolder(engine.heap, engine.kernels);
  const [a, ...others] = [text, ...sources].map((one) => textWords(one, folder, numbers, settings.clauses));
  folder.close();
  const synonyms = new Synonyms(numbers, stem, thesauri);
  const found: Found[] = [];
  const pause = pauses(signal);
  for (const b of others) {
    await pause();
    try {
      found.push(await compareWith(engine, a, b, numbers.words.length, settings, synonyms));
    } catch (error) {
      if (!(error instanceof NeardupError) || others.length === 1) throw error;
      onProblem?.({ source: b.id, reason: error.message });
    }
  }
  found.sort((x, y) => y.source.similarity.a - x.source.similarity.a);
  return {
    text: publicText(a),
    sources: found.map(({ source }) => source),
    passages: passagesOf(a, found),
    similarity: shareOf(
      found.flatMap(({ pieced }) => piecesOf(pieced)),
      a.words,
      ({ aStart, aEnd }) => [aStart, aEnd],
    ),
    vocabulary: numbers.words,
    thesauri: thesauri.map(({ name }) => name),
    settings,
    engine: engine.name,
  };
}

interface Found {
  readonly b: TextWords;
  readonly pieced: readonly PiecedPassage[];
  readonly source: ComparedSource;
}

async function compareWith(
  engine: Engine,
  a: TextWords,
  b: TextWords,
  vocabulary: number,
  settings: CompareSettings,
  synonyms: Synonyms,
): Promise<Found> {
  const [rows, columns] = [distinctSentences(sentencesOf(a)), distinctSentences(sentencesOf(b))];
  const lcs = await lcsCells(engine, rows, columns, settings);
  const marked = cellsOfAll(markCells(lcs, rows, columns, settings, synonyms), rows, columns);
  const passages = findPassages(a, b, marked, synonyms, vocabulary, settings);
  const pieced = passages.map((passage) => inPieces(passage, a, b, synonyms));
  const pieces = piecesOf(pieced);
  const similarity = {
    a: shareOf(pieces, a.words, ({ aStart, aEnd }) => [aStart, aEnd]),
    b: shareOf(pieces, b.words, ({ bStart, bEnd }) => [bStart, bEnd]),
  };
  const source = {
    ...publicText(b),
    identical: isSame(a.numbers, b.numbers),
    ...(a.digest && b.digest && { sameBytes: isSame(a.digest, b.digest) }),
    similarity,
    matrix: marked,
    paperSimilarity: paperSimilarity(marked, sentencesOf(a), sentencesOf(b)),
  };
  return { b, pieced, source };
}

/** By place in A, then source, then place in B. */
function passagesOf(a: TextWords, found: readonly Found[]): Passage[] {
  const all = found.flatMap(({ b, pieced }, source) => pieced.map((passage) => ({ b, source, passage })));
  const best = bestOf(
    a.words,
    all.map(({ passage }) => passage),
  );
  return all
    .map(({ b, source, passage }, i) => ({ source, ...describePassage(passage, a, b), best: best[i] }))
    .sort((x, y) => x.a.start - y.a.start || x.source - y.source || x.b.start - y.b.start);
}

function piecesOf(passages: readonly PiecedPassage[]): Piece[] {
  return passages.flatMap(({ pieces, elsewhere }) => [...pieces, ...elsewhere]);
}

function shareOf(pieces: readonly Piece[], words: number, range: (piece: Piece) => [number, number]): number {
  if (words === 0) return 0;
  const covered = new Uint8Array(words);
  for (const piece of pieces) covered.fill(1, ...range(piece));
  return covered.reduce((sum, one) => sum + one, 0) / words;
}

function sentencesOf({ numbers, sentenceStarts }: TextWords): { numbers: Uint32Array; starts: Uint32Array } {
  return { numbers, starts: sentenceStarts };
}

function publicText({ sentenceStarts: _, sentenceOf: __, digest: ___, ...text }: TextWords): ComparedText {
  return text;
}

function isSame<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return a.length === b.length;
}
