/**
 * Pieces: a text cut wherever a passage begins or ends, a quotation does, or a paragraph ends. Passages of several
 * sources overlap; pieces do not, so that each word is shown once and counted once.
 */
import type { ComparedText, Comparison, Span } from '../../comparison.ts';
import { wordCounter } from './word-count.ts';

export interface Piece extends Span {
  readonly words: number;
  /** Numbers of the passages that cover it. */
  readonly passages: readonly number[];
  /** It stands in a quoted sentence. */
  readonly quoted: boolean;
}

/** The pieces of A, by paragraphs. */
export function piecesOfText({ text, passages }: Comparison): Piece[][] {
  return cut(
    text,
    passages.map(({ a }, passage) => ({ ...a, passage })),
  );
}

/** The pieces of a source, by paragraphs. */
export function piecesOfSource({ sources, passages }: Comparison, number: number): Piece[][] {
  const own = passages.flatMap(({ source, b }, passage) => (source === number ? [{ ...b, passage }] : []));
  return cut(sources[number], own);
}

interface Cover extends Span {
  readonly passage: number;
}

function cut(text: ComparedText, covers: readonly Cover[]): Piece[][] {
  const wordsIn = wordCounter(text);
  const quotations = joined(text.sentences.filter(({ quoted }) => quoted));
  const ends = paragraphEnds(text.text);
  const places = new Set<number>([0, text.text.length, ...ends]);
  for (const { start, end } of [...covers, ...quotations]) places.add(start).add(end);
  const sorted = Uint32Array.from(places).sort();
  const starting = [...covers].sort((x, y) => x.start - y.start);

  const paragraphs: Piece[][] = [[]];
  let open: Cover[] = [];
  let next = 0;
  let quotation = 0;
  let paragraph = 0;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [start, end] = [sorted[i], sorted[i + 1]];
    while (next < starting.length && starting[next].start <= start) open.push(starting[next++]);
    if (open.some((cover) => cover.end <= start)) open = open.filter((cover) => cover.end > start);
    while (quotation < quotations.length && quotations[quotation].end <= start) quotation++;
    if (start === ends[paragraph]) {
      paragraph++;
      paragraphs.push([]);
    }
    paragraphs.at(-1)!.push({
      start,
      end,
      words: wordsIn(start, end),
      passages: open.map((cover) => cover.passage).sort((x, y) => x - y),
      quoted: quotation < quotations.length && quotations[quotation].start <= start,
    });
  }
  return paragraphs;
}

/** Where paragraphs end: behind the blank lines that separate them. */
function paragraphEnds(text: string): number[] {
  const ends = Array.from(text.matchAll(/\n[^\S\n]*\n\s*/g), (match) => match.index + match[0].length);
  return ends.at(-1) === text.length ? ends.slice(0, -1) : ends;
}

/** Quoted sentences with nothing between them are one quotation: the space between two belongs to it. */
function joined(sentences: readonly Span[]): Span[] {
  const quotations: { start: number; end: number }[] = [];
  for (const { start, end } of sentences) {
    const last = quotations.at(-1);
    if (last !== undefined && start - last.end <= 2) last.end = end;
    else quotations.push({ start, end });
  }
  return quotations;
}
