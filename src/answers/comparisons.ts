/** Comparisons of texts: the passages that they share, and words in disguise. */
import {
  boolean,
  choice,
  fieldsIn,
  fraction,
  list,
  maybe,
  natural,
  object,
  of,
  ordinal,
  string,
  type Value,
} from '../schema.ts';
import { SAMENESS } from './copies.ts';
import { BOTH_DISGUISES } from './disguises.ts';

export const PASSAGE_SIDE = object({
  /** UTF-16 code units of the extracted text, as in `slice`. */
  start: natural,
  end: natural,
  /** Number of the first sentence, from 0, and how many the passage touches. */
  sentence: natural,
  sentences: natural,
  /** Words of its parts; words between the parts do not count. */
  words: natural,
});

/** One side of a passage. */
export interface PassageSide extends Value<typeof PASSAGE_SIDE> {}

export const PLACED_SIDE = object({
  ...fieldsIn(PASSAGE_SIDE),
  /** Line and column of its first character in the extracted text, from 1. In text and Markdown the lines are those of the file. */
  line: ordinal,
  column: ordinal,
  /** The line of its last character. */
  endLine: ordinal,
});

/** One side of a passage, with its lines. */
export interface PlacedSide extends Value<typeof PLACED_SIDE> {}

const kind = choice('identical', 'edited', 'synonyms');

/** How a passage resembles its source: word by word, with edits, or by synonyms (paper D's thesaurus rule). */
export type PassageKind = Value<typeof kind>;

export const PASSAGE_PART = object({
  a: of<PassageSide>(PASSAGE_SIDE),
  b: of<PassageSide>(PASSAGE_SIDE),
  kind,
  /** 0 to 1: how much of the longer side is the same, in its order (p of paper D, as if each side were one sentence). */
  score: fraction,
  /** The source has words of another part here once more. Such a part belongs neither to `b` of its passage nor to its score. */
  again: maybe(choice(true)),
});

/** Words of A in a row, and their counterpart in the source. */
export interface PassagePart extends Value<typeof PASSAGE_PART> {}

export const JSON_PASSAGE = object({
  /** From the first part to the last. */
  a: of<PlacedSide>(PLACED_SIDE),
  b: of<PlacedSide>(PLACED_SIDE),
  /** `identical` only if it is one part. */
  kind,
  /** 0 to 1: the words that are the same in its parts, of all words of its parts on the longer side. */
  score: fraction,
  /** False if another source has a better passage for these words. */
  best: boolean,
  /** Which words exactly; a single part that is all of the passage is not repeated. */
  parts: maybe(list<PassagePart>(PASSAGE_PART)),
});

/** A passage as a line of JSON has it. */
export interface JsonPassage extends Value<typeof JSON_PASSAGE> {}

export const KIND_SHARES = object({ identical: fraction, edited: fraction, synonyms: fraction });

/** How much of a text is in passages of each kind. */
export type KindShares = Value<typeof KIND_SHARES>;

const counts = object({ a: natural, b: natural });

export const MATRIX = object({
  /** Sentences of either text. */
  rows: natural,
  columns: natural,
  /** The cells above `similarWeight`: 1 in paper D's adjacency Q, as all others are 0. By row, then column. */
  cells: list(
    object({
      /** Numbers of the sentences, from 0. */
      row: natural,
      column: natural,
      /** The value of P: the longest common subsequence of words, divided by the words of the longer sentence. */
      p: fraction,
      /** What made the sentences similar: p, equal words in any order, these and synonyms; or nothing. */
      mark: choice('order', 'words', 'synonyms', 'none'),
    }),
  ),
  /** Nearly all sentences are alike, so only some cells of each were computed. */
  partial: maybe(choice(true)),
});

/** The comparison matrix of two texts (paper D). */
export interface JsonMatrix extends Value<typeof MATRIX> {}

export const COMPARISON = object({
  a: string,
  b: string,
  /** How much of each text is in the other. */
  similarity: object({ a: fraction, b: fraction }),
  ...fieldsIn(SAMENESS),
  /** The share of words in sentences that the matrix marks as similar (paper D's formula 4), of each text. */
  paperSimilarity: object({ a: fraction, b: fraction }),
  /** `similarity.a` by kind. */
  kinds: of<KindShares>(KIND_SHARES),
  words: counts,
  sentences: counts,
  /** Disguised words of either text. */
  disguises: maybe(BOTH_DISGUISES),
  passages: list<JsonPassage>(JSON_PASSAGE),
  /** If it was asked for (`--matrix`). */
  matrix: maybe(of<JsonMatrix>(MATRIX)),
});

/** The part of the text that one source has. */
export interface JsonComparison extends Value<typeof COMPARISON> {}

export const SHARING_PAIR = object({
  ...fieldsIn(COMPARISON),
  /** True if `b` is a document of the collection that was named besides the input. */
  inCollection: maybe(choice(true)),
});

/** Two documents that share passages, with the result of `compare`. */
export interface SharingPair extends Value<typeof SHARING_PAIR> {}

export const BOILERPLATE = object({
  /** Number of the sentence, and its place in the text. */
  sentence: natural,
  start: natural,
  end: natural,
  /** It occurs in at least this many places. */
  places: natural,
});

/** A sentence of the text that occurs in too many places to point to a source. */
export interface Boilerplate extends Value<typeof BOILERPLATE> {}

export const COMPARISON_SUMMARY = object({
  a: string,
  similarity: fraction,
  kinds: of<KindShares>(KIND_SHARES),
  words: natural,
  sources: natural,
  passages: natural,
  /** The documents of the collection, if sources were searched in one. */
  documents: maybe(natural),
  /** All documents that share parts with the text, those with most of its words first. */
  candidates: maybe(list(object({ id: string, words: natural, share: fraction }))),
  /** Sentences of the text that are in too many places to point to a source. */
  boilerplate: maybe(list<Boilerplate>(BOILERPLATE)),
  engine: string,
});

/** The part of the text that any source has, each word counted once. */
export interface JsonComparisonSummary extends Value<typeof COMPARISON_SUMMARY> {}

export const COMMON_TEXT = object({
  /** As one of the documents has it; `…` where they differ. */
  text: string,
  /** In how many documents it is. */
  documents: natural,
  words: natural,
});

/** Text that most documents of a class share: a cover sheet, a declaration. */
export interface CommonText extends Value<typeof COMMON_TEXT> {}

const OF_CLASS = object({
  /** Documents of the input. */
  documents: natural,
  /** Pairs that share words but were not compared, because both texts share more with others. */
  notCompared: natural,
  /** Ids of the texts that do not count. */
  excluded: list(string),
  /** If these do not count either. */
  excludeQuotations: maybe(choice(true)),
  excludeBibliography: maybe(choice(true)),
  /** In how many documents there are quotations, and a bibliography, whether they count or not. */
  withQuotations: natural,
  withBibliography: natural,
  /** Text that most documents share. It does not count, unless `countCommon` is true. */
  common: list<CommonText>(COMMON_TEXT),
  /** If text that most documents share counts. */
  countCommon: maybe(choice(true)),
  engine: string,
});

/** All documents of an input, compared with each other. */
export interface ComparisonOfAll extends Value<typeof OF_CLASS> {
  /** Those that share the largest part of either text first; of equal ones, those that share more of the other text. */
  readonly pairs: readonly SharingPair[];
}

/** The last line, after those of the pairs. */
export const CLASS_SUMMARY = object({ ...fieldsIn(OF_CLASS), pairs: natural });
