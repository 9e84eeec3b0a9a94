/**
 * Segments: a text cut at every place where a part of a passage or a quotation begins or ends, or a paragraph ends. Passages of several
 * sources overlap; segments do not, so that each word is shown once and counted once.
 */
import type { ComparedText, Comparison, PassagePart, Span } from '../../comparison.ts';
import { placesBelow } from '../../places-below.ts';
import type { CountedPart, CountedSegment, CountedTexts } from './shares.ts';

export interface Segment extends Span, CountedSegment {
  /** It does not count, whatever covers it. */
  readonly excluded: boolean;
}

/** The segments of A, by paragraphs. */
export function segmentsOfText(comparison: Comparison): Segment[][] {
  return cut(
    comparison.text,
    partsOf(comparison).map(({ a }, part) => ({ ...a, part })),
  );
}

/** The segments of a source, by paragraphs. */
export function segmentsOfSource(comparison: Comparison, number: number): Segment[][] {
  const { sources, passages } = comparison;
  const own = partsOf(comparison).flatMap(({ passage, b }, part) =>
    passages[passage].source === number ? [{ ...b, part }] : [],
  );
  return cut(sources[number], own);
}

/** The parts of all passages, numbered as segments number them. */
export function partsOf({ passages }: Pick<Comparison, 'passages'>): (PassagePart & CountedPart)[] {
  return passages.flatMap(({ parts }, passage) => parts.map((part) => ({ ...part, passage })));
}

/** A comparison in the form in which shares are counted. */
export function countedTexts(comparison: Comparison): CountedTexts {
  return {
    text: segmentsOfText(comparison).flat(),
    sources: comparison.sources.map((_, source) => segmentsOfSource(comparison, source).flat()),
    passages: comparison.passages,
    parts: partsOf(comparison),
  };
}

interface Cover extends Span {
  readonly part: number;
}

function cut(text: ComparedText, covers: readonly Cover[]): Segment[][] {
  const wordsIn = wordCounter(text);
  const quotations = joined(text.sentences.filter(({ quoted }) => quoted));
  const excluded = text.excluded ?? [];
  const ends = paragraphEnds(text.text);
  const places = new Set<number>([0, text.text.length, ...ends]);
  for (const { start, end } of [...covers, ...quotations, ...excluded]) places.add(start).add(end);
  const sorted = Uint32Array.from(places).sort();
  const starting = [...covers].sort((x, y) => x.start - y.start);

  const paragraphs: Segment[][] = [[]];
  let open: Cover[] = [];
  let next = 0;
  const isQuoted = inside(quotations);
  const isExcluded = inside(excluded);
  let paragraph = 0;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [start, end] = [sorted[i], sorted[i + 1]];
    while (next < starting.length && starting[next].start <= start) open.push(starting[next++]);
    if (open.some((cover) => cover.end <= start)) open = open.filter((cover) => cover.end > start);
    if (start === ends[paragraph]) {
      paragraph++;
      paragraphs.push([]);
    }
    const left = isExcluded(start);
    paragraphs.at(-1)!.push({
      start,
      end,
      words: wordsIn(start, end),
      parts: left ? [] : open.map((cover) => cover.part).sort((x, y) => x - y),
      quoted: isQuoted(start),
      excluded: left,
    });
  }
  return paragraphs;
}

/** Whether a place is in one of these spans. Spans and the places asked for are ascending. */
function inside(spans: readonly Span[]): (place: number) => boolean {
  let next = 0;
  return (place) => {
    while (next < spans.length && spans[next].end <= place) next++;
    return next < spans.length && spans[next].start <= place;
  };
}

/** The ends of paragraphs: right after the blank lines that separate them. */
function paragraphEnds(text: string): number[] {
  const ends = Array.from(text.matchAll(/\n[^\S\n]*\n\s*/g), (match) => match.index + match[0].length);
  return ends.at(-1) === text.length ? ends.slice(0, -1) : ends;
}

/** Adjacent quoted sentences are one quotation, with the space between them. */
function joined(sentences: readonly Span[]): Span[] {
  const quotations: { start: number; end: number }[] = [];
  for (const { start, end } of sentences) {
    const last = quotations.at(-1);
    if (last !== undefined && start - last.end <= 2) last.end = end;
    else quotations.push({ start, end });
  }
  return quotations;
}

/** Counts the words of a text that begin between two places. */
export function wordCounter({ wordStarts }: ComparedText): (start: number, end: number) => number {
  return (start, end) => placesBelow(wordStarts, end) - placesBelow(wordStarts, start);
}
