/** The data inside the page, as short as possible: the writer makes these rows, the page's script reads them. */

import type { Disguises } from '../../../answers/disguises.ts';
import type { CompareSettings } from '../../../comparison.ts';

/**
 * A piece of a text that the same parts of passages cover, with their numbers and the words that count in it. Quoted: 1; 2 if it does not count. `compared`: tokens that are compared as other
 * words here than `canonicalWords` says, by number.
 */
export type SegmentRow = readonly [
  text: string,
  words: number,
  parts?: readonly number[],
  quoted?: 0 | 1 | 2,
  compared?: readonly (readonly [token: number, word: string])[],
];

/** The segments of a paragraph, or the number of words that were left out here to keep the page quick. */
export type ParagraphRow = readonly SegmentRow[] | number;

export interface TextRows {
  readonly id: string;
  readonly lang: string;
  readonly words: number;
  readonly paragraphs: readonly ParagraphRow[];
  readonly disguises?: Disguises;
}

/** The comparison matrix, made coarser: five SVG paths over a field of `columns` × `rows`, from faint to strong. */
export interface MapData {
  readonly rows: number;
  readonly columns: number;
  /** Sentences in one row and in one column. */
  readonly rowSentences: number;
  readonly columnSentences: number;
  readonly levels: readonly string[];
}

export interface SourceRows extends TextRows {
  readonly map: MapData;
}

export type PassageRow = readonly [
  source: number,
  /** Its number in `KINDS`, … */
  kind: number,
  score: number,
  wordsInText: number,
  wordsInSource: number,
  firstSentenceInText: number,
  firstSentenceInSource: number,
  /** … and those of its parts, which segments number from the first passage on. */
  kinds: readonly number[],
];

/** Facts about the comparison as a whole. */
export interface ComparisonFacts {
  /** Share of the text's words that are in any source. */
  readonly similarity: number;
  /** For each source, the share of the text's words that are in it, and of its words that are in the text. */
  readonly shares: readonly { readonly a: number; readonly b: number }[];
  readonly settings: CompareSettings;
  readonly thesauri: readonly string[];
  readonly engine: string;
}

export interface ComparisonRows {
  readonly facts: ComparisonFacts;
  readonly text: TextRows;
  readonly sources: readonly SourceRows[];
  readonly passages: readonly PassageRow[];
  /** Tokens of passages, in lower case, that are compared as another word, with that word: '' for none. */
  readonly canonicalWords: readonly (readonly [token: string, word: string])[];
}

/** The rows with other names for the text and its only source. */
export function renamed(
  rows: ComparisonRows,
  { a, b }: { readonly a: string; readonly b: string },
): ComparisonRows {
  const [source] = rows.sources;
  return { ...rows, text: { ...rows.text, id: a }, sources: [{ ...source, id: b }] };
}
