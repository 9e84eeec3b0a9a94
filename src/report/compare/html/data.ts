/** The data inside the page, as short as it can be: the writer makes these rows, the page's script reads them. */

/** A part of a text that the same passages cover, with the words that count in it. Quoted: 1. */
export type PieceRow = readonly [text: string, words: number, passages?: readonly number[], quoted?: 0 | 1];

/** The pieces of a paragraph, or how many words were left out here to keep the page quick. */
export type ParagraphRow = readonly PieceRow[] | number;

export interface TextData {
  readonly id: string;
  readonly lang: string;
  readonly words: number;
  readonly paragraphs: readonly ParagraphRow[];
}

/** The comparison matrix, made coarser: five SVG paths over a field of `columns` × `rows`, from faint to strong. */
export interface MapData {
  readonly rows: number;
  readonly columns: number;
  /** Sentences that one row and one column stand for. */
  readonly rowSentences: number;
  readonly columnSentences: number;
  readonly levels: readonly string[];
}

export interface SourceData extends TextData {
  readonly map: MapData;
}

/** Kinds in the order of `PassageRow`. */
export type KindNumber = 0 | 1 | 2;

export type PassageRow = readonly [
  source: number,
  kind: KindNumber,
  score: number,
  wordsInText: number,
  wordsInSource: number,
  firstSentenceInText: number,
  firstSentenceInSource: number,
];

export interface ComparisonData {
  readonly text: TextData;
  readonly sources: readonly SourceData[];
  readonly passages: readonly PassageRow[];
  /** Passages below this many words were not looked for. */
  readonly minWords: number;
}

/** What the page holds. */
export interface PageData extends ComparisonData {
  /** Words in small letters that are compared as something else, and as what. */
  readonly canonicalWords: readonly (readonly [word: string, canonical: string])[];
}
