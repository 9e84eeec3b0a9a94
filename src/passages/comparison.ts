/** Compares a text with its sources: matrix and regions of each, then passages, shares, and the best source of every word. */
import { pauses } from '../abort.ts';
import { TextFolder, WordNumbers } from '../canonicalize/index.ts';
import type {
  ComparedSource,
  ComparedText,
  CompareSettings,
  Comparison,
  Passage,
  PassageSide,
  Span,
} from '../comparison.ts';
import type { Problem } from '../document.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import type { GivenText, Thesaurus } from '../passages.ts';
import { markCells, paperSimilarity } from './mark.ts';
import { lcsCells } from './matrix.ts';
import { findRegions } from './passages.ts';
import { cutPieces, type Piece, sameShare } from './pieces.ts';
import { cellsOfAll, distinctSentences } from './repeated-sentences.ts';
import { type TextWords, textWords } from './text-words.ts';
import { type Stem, Synonyms } from './thesaurus.ts';

/** A text to compare; its language is known ('' if it is not). */
export interface LabeledText extends GivenText {
  readonly lang: string;
  /** Parts that do not count, in order. */
  readonly excluded?: readonly Span[];
}

/** What the comparison needs besides its settings: synonyms and stems. */
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
  const [a, ...others] = [text, ...sources].map((one) => textWords(one, folder, numbers));
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
      found.flatMap(({ pieces }) => pieces),
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
  readonly pieces: readonly Piece[];
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
  const regions = findRegions(a, b, marked, synonyms, vocabulary, settings);
  const pieces = regions.flatMap((region) => cutPieces(region, a, b, synonyms));
  const similarity = {
    a: shareOf(pieces, a.words, ({ aStart, aEnd }) => [aStart, aEnd]),
    b: shareOf(pieces, b.words, ({ bStart, bEnd }) => [bStart, bEnd]),
  };
  const { mark: _, ...matrix } = marked;
  const source = {
    ...publicText(b),
    identical: isSame(a.numbers, b.numbers),
    ...(a.digest && b.digest && { sameBytes: isSame(a.digest, b.digest) }),
    similarity,
    matrix,
    paperSimilarity: paperSimilarity(matrix, sentencesOf(a), sentencesOf(b)),
  };
  return { b, pieces, source };
}

/** By place in A, then source, then place in B. */
function passagesOf(a: TextWords, found: readonly Found[]): Passage[] {
  const all = found.flatMap(({ b, pieces }, source) => pieces.map((piece) => ({ b, source, piece })));
  const best = bestOf(
    a.words,
    all.map(({ piece }) => piece),
  );
  const passages = all.map(
    ({ b, source, piece }, i): Passage => ({
      source,
      a: sideOf(a, piece.aStart, piece.aEnd),
      b: sideOf(b, piece.bStart, piece.bEnd),
      kind: piece.kind,
      score: sameShare(piece),
      best: best[i],
    }),
  );
  return passages.sort((x, y) => x.a.start - y.a.start || x.source - y.source || x.b.start - y.b.start);
}

/** Whether a piece is the best, by equal words, for at least one word of A. Of equally good ones it is the first. */
function bestOf(words: number, pieces: readonly Piece[]): boolean[] {
  const best = new Int32Array(words).fill(-1);
  pieces.forEach((piece, i) => {
    for (let word = piece.aStart; word < piece.aEnd; word++) {
      if (best[word] === -1 || piece.same > pieces[best[word]].same) best[word] = i;
    }
  });
  const isBest = pieces.map(() => false);
  for (const i of best) if (i !== -1) isBest[i] = true;
  return isBest;
}

/** From the first letter to the last; if these begin and end a sentence, with what belongs to it. */
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
