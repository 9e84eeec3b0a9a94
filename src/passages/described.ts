/** Passages as users get them: the parts with their kinds and scores, the totals, and the best passages. */
import type { Passage, PassagePart, PassageSide } from '../comparison.ts';
import { cutPieces, kindOfEdited, type Piece, sameShare } from './pieces.ts';
import type { TextWords } from './text-words.ts';
import type { Synonyms } from './thesaurus.ts';
import type { WholePassage } from './whole-passages.ts';

/** A passage of one source, cut into pieces of one kind. */
export interface PiecedPassage {
  readonly pieces: readonly Piece[];
  /** Further places of these words in B. */
  readonly elsewhere: readonly Piece[];
  /** Words of its pieces that are the same on both sides. */
  readonly same: number;
}

export function inPieces(
  { regions, elsewhere }: WholePassage,
  a: TextWords,
  b: TextWords,
  synonyms: Synonyms,
): PiecedPassage {
  const cut = (list: WholePassage['regions']) => list.flatMap((region) => cutPieces(region, a, b, synonyms));
  const pieces = cut(regions);
  return { pieces, elsewhere: cut(elsewhere), same: sum(pieces, ({ same }) => same) };
}

/** The passages of a source, without `best`, which depends on the other sources. */
export function describePassage(
  { pieces, elsewhere, same }: PiecedPassage,
  a: TextWords,
  b: TextWords,
): Omit<Passage, 'source' | 'best'> {
  const words = {
    a: coveredWords([...pieces, ...elsewhere], ({ aStart, aEnd }) => [aStart, aEnd]),
    b: coveredWords(pieces, ({ bStart, bEnd }) => [bStart, bEnd]),
  };
  const parts = [
    ...pieces.map((piece) => partOf(piece, a, b)),
    ...elsewhere.map((piece): PassagePart => ({ ...partOf(piece, a, b), again: true })),
  ];
  const related = sum(pieces, (piece) => piece.related);
  return {
    a: { ...sideOf(a, words.a.first, words.a.end), words: words.a.count },
    b: { ...sideOf(b, words.b.first, words.b.end), words: words.b.count },
    kind: pieces.length === 1 ? pieces[0].kind : kindOfEdited(words.a.count, same, related),
    score: same / Math.max(words.a.count, words.b.count),
    parts,
  };
}

/** Whether a passage is the best, by equal words, for at least one word of A. Of equally good ones it is the first. */
export function bestOf(words: number, passages: readonly PiecedPassage[]): boolean[] {
  const best = new Int32Array(words).fill(-1);
  passages.forEach(({ pieces, elsewhere, same }, i) => {
    for (const { aStart, aEnd } of [...pieces, ...elsewhere]) {
      for (let word = aStart; word < aEnd; word++) {
        if (best[word] === -1 || same > passages[best[word]].same) best[word] = i;
      }
    }
  });
  const isBest = passages.map(() => false);
  for (const i of best) if (i !== -1) isBest[i] = true;
  return isBest;
}

function partOf(piece: Piece, a: TextWords, b: TextWords): PassagePart {
  return {
    a: sideOf(a, piece.aStart, piece.aEnd),
    b: sideOf(b, piece.bStart, piece.bEnd),
    kind: piece.kind,
    score: sameShare(piece),
  };
}

/** From the first letter to the last, or to the bounds of a sentence if the words begin or end one. */
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

/** The words that pieces have, each counted once. */
function coveredWords(
  pieces: readonly Piece[],
  rangeOf: (piece: Piece) => readonly [number, number],
): { first: number; end: number; count: number } {
  const ranges = pieces.map(rangeOf).sort(([x], [y]) => x - y);
  let [end, count] = [ranges[0][0], 0];
  for (const [from, to] of ranges) {
    count += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return { first: ranges[0][0], end, count };
}

function sum<T>(list: readonly T[], value: (one: T) => number): number {
  return list.reduce((total, one) => total + value(one), 0);
}
