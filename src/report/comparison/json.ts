/** A comparison as JSON: an object for each source, and a summary if there are several. The names of fields never change. */
import type {
  Boilerplate,
  Comparison,
  Passage,
  PassageKind,
  PassagePart,
  PassageSide,
  SourceCandidate,
} from '../../comparison.ts';
import type { Disguises } from '../../results.ts';
import { rounded } from '../numbers.ts';
import { type KindShares, kindShares } from './kind-shares.ts';

/** One side of a passage: UTF-16 code units of the extracted text, sentences from 0. */
export interface JsonSide {
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  readonly sentences: number;
  readonly words: number;
}

/** Words in a row with their counterpart. */
export interface JsonPart {
  readonly a: JsonSide;
  readonly b: JsonSide;
  readonly kind: PassageKind;
  readonly score: number;
  /** B has words of another part here once more. */
  readonly again?: true;
}

export interface JsonPassage extends Omit<JsonPart, 'again'> {
  /** False if another source has a better passage for these words. */
  readonly best: boolean;
  /** Which words exactly; a single part that is all of the passage is not repeated. */
  readonly parts?: readonly JsonPart[];
}

/** The part of the text that one source has. */
export interface JsonComparison {
  readonly a: string;
  readonly b: string;
  readonly similarity: { readonly a: number; readonly b: number };
  /** The same words in the same order. */
  readonly identical: boolean;
  /** The same bytes, if both texts are files of their own. */
  readonly sameBytes?: boolean;
  /** `similarity.a` by kind. */
  readonly kinds: KindShares;
  readonly words: { readonly a: number; readonly b: number };
  readonly sentences: { readonly a: number; readonly b: number };
  /** Disguised words of either text. */
  readonly disguises?: { readonly a?: Disguises; readonly b?: Disguises };
  readonly passages: readonly JsonPassage[];
}

/** The part of the text that any source has, each word counted once. */
export interface JsonComparisonSummary {
  readonly a: string;
  readonly similarity: number;
  readonly kinds: KindShares;
  readonly words: number;
  readonly sources: number;
  readonly passages: number;
  /** If the sources were searched in a collection: its documents, … */
  readonly documents?: number;
  /** … all documents that share parts with the text, those with most of its words first, … */
  readonly candidates?: readonly { readonly id: string; readonly words: number; readonly share: number }[];
  /** … and sentences of the text that are in too many places to point to a source. */
  readonly boilerplate?: readonly Boilerplate[];
  readonly engine: string;
}

/** Further results if the sources were searched in a collection. */
export interface SearchedCollection {
  readonly documents: number;
  readonly candidates: readonly SourceCandidate[];
  readonly boilerplate: readonly Boilerplate[];
}

/** One object for two texts; for several sources, or those of a collection, one each, the most similar first, and `{ summary }` last. */
export function comparisonObjects(
  comparison: Comparison & Partial<SearchedCollection>,
): (JsonComparison | { readonly summary: JsonComparisonSummary })[] {
  const shares = kindShares(comparison);
  const objects = shares.sources.map((kinds, source) => sourceObject(comparison, source, kinds));
  return objects.length === 1 && comparison.documents === undefined
    ? objects
    : [...objects, { summary: summaryOf(comparison, shares.all) }];
}

/** Words of A in passages; a word in several passages counts for each. */
export function sharedWords(passages: readonly { readonly a: { readonly words: number } }[]): number {
  return passages.reduce((sum, { a }) => sum + a.words, 0);
}

function sourceObject(
  { text, sources, passages }: Comparison,
  number: number,
  kinds: KindShares,
): JsonComparison {
  const source = sources[number];
  const [a, b] = [text.disguises, source.disguises];
  return {
    a: text.id,
    b: source.id,
    similarity: { a: rounded(source.similarity.a), b: rounded(source.similarity.b) },
    identical: source.identical,
    ...(source.sameBytes !== undefined && { sameBytes: source.sameBytes }),
    kinds: roundedKinds(kinds),
    words: { a: text.words, b: source.words },
    sentences: { a: text.sentences.length, b: source.sentences.length },
    ...((a ?? b) && { disguises: { ...(a && { a }), ...(b && { b }) } }),
    passages: passages.filter((passage) => passage.source === number).map(passageObject),
  };
}

function summaryOf(
  comparison: Comparison & Partial<SearchedCollection>,
  kinds: KindShares,
): JsonComparisonSummary {
  const { text, sources, passages, similarity, documents, candidates = [], boilerplate, engine } = comparison;
  const found = candidates.map(({ id, words, share }) => ({ id, words, share: rounded(share) }));
  return {
    a: text.id,
    similarity: rounded(similarity),
    kinds: roundedKinds(kinds),
    words: text.words,
    sources: sources.length,
    passages: passages.length,
    ...(documents === undefined ? {} : { documents, candidates: found, boilerplate }),
    engine,
  };
}

function roundedKinds({ identical, edited, synonyms }: KindShares): KindShares {
  return { identical: rounded(identical), edited: rounded(edited), synonyms: rounded(synonyms) };
}

function passageObject({ parts, best, ...whole }: Passage): JsonPassage {
  return { ...partObject(whole), best, ...(parts.length > 1 && { parts: parts.map(partObject) }) };
}

function partObject({ a, b, kind, score, again }: PassagePart): JsonPart {
  return { a: sideObject(a), b: sideObject(b), kind, score: rounded(score), ...(again && { again }) };
}

function sideObject({ start, end, sentence, sentences, words }: PassageSide): JsonSide {
  return { start, end, sentence, sentences, words };
}
