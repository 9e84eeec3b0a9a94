/** The page's data as its components use it, read from the rows that the writer made. */
import type { PassageKind } from '../../../../comparison.ts';
import {
  type CountedPart,
  type CountedPassage,
  type CountedSegment,
  type CountedTexts,
  KINDS,
} from '../../../comparison/shares.ts';
import { CanonicalWords } from '../../../word-diff/canonical-words.ts';
import type { Token } from '../../../word-diff/tokens.ts';
import type { ComparisonRows, MapData, ParagraphRow, PassageRow, SegmentRow, TextRows } from '../rows.ts';

export interface ShownSegment extends CountedSegment {
  readonly text: string;
  /** It does not count. */
  readonly excluded: boolean;
  /** Tokens that are compared as other words than elsewhere. */
  readonly compared?: readonly (readonly [token: number, word: string])[];
}

/** The segments of a paragraph, or the number of words that were left out here. */
export type ShownParagraph = readonly ShownSegment[] | number;

export interface ShownText {
  readonly id: string;
  readonly lang: string;
  readonly words: number;
  readonly paragraphs: readonly ShownParagraph[];
}

export interface ShownSource extends ShownText {
  readonly map: MapData;
}

export interface ShownPassage extends CountedPassage {
  readonly kind: PassageKind;
  readonly a: ShownSide;
  readonly b: ShownSide;
}

export interface ShownSide {
  readonly words: number;
  /** Number of the first sentence, from 0. */
  readonly sentence: number;
}

export interface ComparisonModel {
  readonly text: ShownText;
  readonly sources: readonly ShownSource[];
  readonly passages: readonly ShownPassage[];
  /** The parts of all passages, as segments number them. */
  readonly parts: readonly CountedPart[];
  /** For each passage the numbers of its parts. */
  readonly partsOf: readonly (readonly number[])[];
  /** The same texts, without paragraphs, to count shares in. */
  readonly counted: CountedTexts;
  /** The tokens of segments, with the words they are compared as. */
  tokensOf(segments: readonly ShownSegment[]): Token[];
}

export function modelOf(rows: ComparisonRows): ComparisonModel {
  const text = shownText(rows.text);
  const sources = rows.sources.map((source) => ({ ...shownText(source), map: source.map }));
  const passages = rows.passages.map(passageOf);
  const parts = rows.passages.flatMap(([, , , , , , , kinds], passage) =>
    kinds.map((kind) => ({ passage, kind: KINDS[kind] })),
  );
  const canonical = new CanonicalWords(rows.canonicalWords);
  return {
    text,
    sources,
    passages,
    parts,
    partsOf: numberedParts(rows.passages),
    counted: { text: segmentsOf(text), sources: sources.map(segmentsOf), passages, parts },
    tokensOf: (segments) => segments.flatMap(({ text, compared }) => canonical.tokensOf(text, compared)),
  };
}

function numberedParts(passages: readonly PassageRow[]): number[][] {
  let next = 0;
  return passages.map(([, , , , , , , kinds]) => kinds.map(() => next++));
}

/** Every segment that is shown, in order. */
export function segmentsOf({ paragraphs }: ShownText): ShownSegment[] {
  return paragraphs.flatMap((paragraph) => (typeof paragraph === 'number' ? [] : paragraph));
}

/** Words of a paragraph, shown or left out. */
export function wordsOf(paragraph: ShownParagraph): number {
  return typeof paragraph === 'number' ? paragraph : paragraph.reduce((sum, { words }) => sum + words, 0);
}

function shownText({ id, lang, words, paragraphs }: TextRows): ShownText {
  return { id, lang, words, paragraphs: paragraphs.map(paragraphOf) };
}

function paragraphOf(row: ParagraphRow): ShownParagraph {
  return typeof row === 'number' ? row : row.map(segmentOf);
}

function segmentOf([text, words, parts = [], quoted, compared]: SegmentRow): ShownSegment {
  return { text, words, parts, quoted: quoted === 1, excluded: quoted === 2, compared };
}

function passageOf([source, kind, score, wordsA, wordsB, sentenceA, sentenceB]: PassageRow): ShownPassage {
  return {
    source,
    kind: KINDS[kind],
    score,
    a: { words: wordsA, sentence: sentenceA },
    b: { words: wordsB, sentence: sentenceB },
  };
}
