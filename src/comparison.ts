/** The result of comparing a text with others: sentences, shared passages, and the similarity of the texts. */
import type { Boilerplate, JsonPassage, PassagePart, PassageSide } from './answers/comparisons.ts';
import type { Disguises } from './answers/disguises.ts';

export type { Boilerplate, PassageKind, PassagePart, PassageSide } from './answers/comparisons.ts';

/** A part of a text, in UTF-16 code units of the extracted text, as in `slice`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A sentence of a text. Spans are in ascending order and do not overlap. */
export interface Sentence extends Span {
  /** Number of words that count (of the canonical form; Chinese: characters or words, as segmented). */
  readonly words: number;
  /** Number of its paragraph, from 0. */
  readonly paragraph: number;
  /** The whole sentence is inside quotation marks, or in a quoted block. */
  readonly quoted: boolean;
}

/** A text as it was compared. */
export interface ComparedText {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  readonly sentences: readonly Sentence[];
  /** Parts that do not count, in order: their words are neither shared nor written. */
  readonly excluded?: readonly Span[];
  /** Its disguised words; left out if there are none. */
  readonly disguises?: Disguises;
  /** Words of all sentences that count. */
  readonly words: number;
  /** For each of these words, one after the other, where it begins and ends in the text. */
  readonly wordStarts: Uint32Array;
  readonly wordEnds: Uint32Array;
  /** For each of these words, the place of its canonical form in `Comparison.vocabulary`. */
  readonly numbers: Uint32Array;
}

/** A part of A that is in a source: one passage, although sentences may have been edited, left out, added or moved. */
export interface Passage extends Omit<JsonPassage, 'a' | 'b' | 'parts'> {
  readonly a: PassageSide;
  readonly b: PassageSide;
  /** Number of the source in `Comparison.sources`. */
  readonly source: number;
  /** Which words exactly, by place in A; those that are there `again` come last. Figures count these. */
  readonly parts: readonly PassagePart[];
  /** No other passage is better for some of these words of A (more words the same): together these passages cover all words that count. */
  readonly best: boolean;
}

/** How a cell of the matrix came to be marked similar: by p, by equal words in any order, or by these and synonyms. */
export const Mark = { none: 0, byOrder: 1, byWords: 2, bySynonyms: 3 } as const;

/** The cells of a comparison matrix above `similarWeight`, sorted by row, then column; all others are 0 in the adjacency. */
export interface MatrixCells {
  readonly rows: number;
  readonly columns: number;
  readonly row: Uint32Array;
  readonly column: Uint32Array;
  readonly p: Float32Array;
  /** A `Mark` for every cell: 0 if its sentences are not similar. */
  readonly mark: Uint8Array;
  /** True if nearly all sentences are alike, so that only some cells of each were computed. */
  readonly partial?: true;
}

/** A text with which A was compared. */
export interface ComparedSource extends ComparedText {
  /** True if it has the same words as A, in the same order. */
  readonly identical: boolean;
  /** True if its file has the same bytes as A's; set if both are files of their own. */
  readonly sameBytes?: boolean;
  /** Share of A's words in passages of this source, and of this source's words in them (0 to 1). */
  readonly similarity: { readonly a: number; readonly b: number };
  /** The similarity by paper D's rule alone: the share of words in sentences that are marked similar in the matrix. */
  readonly paperSimilarity: { readonly a: number; readonly b: number };
  readonly matrix: MatrixCells;
}

/** The result of comparing one text with one or more sources. */
export interface Comparison {
  readonly text: ComparedText;
  /** Most similar first (by `similarity.a`, then in the order given). */
  readonly sources: readonly ComparedSource[];
  /** By place in A, then source, then place in B. */
  readonly passages: readonly Passage[];
  /** Share of A's words that are in any source; each word counts once. */
  readonly similarity: number;
  /** The canonical words of all texts, each once. */
  readonly vocabulary: readonly string[];
  /** Where synonyms came from. */
  readonly thesauri: readonly string[];
  readonly settings: CompareSettings;
  readonly engine: string;
}

/** The parameters of paper D. */
export interface CompareSettings {
  /** Sentences that share no more of their words than this are never similar; from 0 on and below 1. */
  readonly similarWeight: number;
  /** Sentences that share more than this are always similar; in between, synonyms decide. From `similarWeight` to 1. */
  readonly rightWeight: number;
  /**
   * Passages of fewer words of A are left out, unless they are beside longer ones or are all of A; a character of Chinese is a
   * word. From 1 on.
   */
  readonly minWords: number;
  /** Commas and semicolons end sentences too, as paper D cuts texts. */
  readonly clauses: boolean;
  /** Sentences along a side of a tile of the matrix, paper D's t: it changes the time, never the result. From 1 on. */
  readonly tile?: number;
}

/** One side of a shared part: whole sentences. */
export interface PartSide {
  readonly start: number;
  readonly end: number;
  /** Number of the first sentence, from 0, and how many there are. */
  readonly sentence: number;
  readonly sentences: number;
}

export interface SharedPart {
  /** Its place in the given text and in the document. */
  readonly a: PartSide;
  readonly b: PartSide;
  /** Words of the text that are shared. */
  readonly words: number;
  /** `words`: words in a row. `sentence`: a sentence, edited; `score` is the share of its words. */
  readonly kind: 'words' | 'sentence';
  readonly score: number;
}

/** A range of words, numbered from 0; `to` is exclusive. */
export type WordRange = readonly [from: number, to: number];

/** A document that shares parts with the text. */
export interface SourceCandidate {
  /** Number of the document in the collection: `SourceIndex.text` gives its text. */
  readonly document: number;
  readonly id: string;
  /** Words of the text that are in the document, and their share of all. */
  readonly words: number;
  readonly share: number;
  /** The ranges of these words: ascending, and no two overlap. */
  readonly ranges: readonly WordRange[];
  /** In the order of the text. */
  readonly parts: readonly SharedPart[];
}

export interface FoundSources {
  /** Sorted by shared words, most first, then in the order of the collection. */
  readonly candidates: readonly SourceCandidate[];
  readonly boilerplate: readonly Boilerplate[];
  /** Words of the text. */
  readonly words: number;
}
