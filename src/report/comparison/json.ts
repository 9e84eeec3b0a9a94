/** A comparison as JSON: an object for each source, and a summary if there are several. The names of fields never change. */
import type {
  JsonComparison,
  JsonComparisonSummary,
  JsonMatrix,
  JsonPassage,
  KindShares,
  PassagePart,
  PassageSide,
  PlacedSide,
} from '../../answers/comparisons.ts';
import {
  type Boilerplate,
  type Comparison,
  Mark,
  type MatrixCells,
  type Passage,
  type SourceCandidate,
} from '../../comparison.ts';
import { rounded, shortened } from '../numbers.ts';
import { kindShares } from './kind-shares.ts';
import { LineNumbers } from './line-numbers.ts';

/** Further results if the sources were searched in a collection. */
export interface SearchedCollection {
  readonly documents: number;
  readonly candidates: readonly SourceCandidate[];
  readonly boilerplate: readonly Boilerplate[];
}

/**
 * One object for two texts; for several sources, or those of a collection, one each, the most similar first, and `{ summary }` last.
 * @param matrix Whether objects have the comparison matrix.
 */
export function comparisonObjects(
  comparison: Comparison & Partial<SearchedCollection>,
  matrix = false,
): (JsonComparison | { readonly summary: JsonComparisonSummary })[] {
  const shares = kindShares(comparison);
  const lines = new LineNumbers(comparison.text.text);
  const objects = shares.sources.map((kinds, source) =>
    sourceObject(comparison, source, kinds, lines, matrix),
  );
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
  lines: LineNumbers,
  matrix: boolean,
): JsonComparison {
  const source = sources[number];
  const both = { a: lines, b: new LineNumbers(source.text) };
  const [a, b] = [text.disguises, source.disguises];
  return {
    a: text.id,
    b: source.id,
    // cut, so that its percentage is the one that pages show
    similarity: { a: shortened(source.similarity.a), b: shortened(source.similarity.b) },
    identical: source.identical,
    ...(source.sameBytes !== undefined && { sameBytes: source.sameBytes }),
    paperSimilarity: roundedShares(source.paperSimilarity),
    kinds: roundedKinds(kinds),
    words: { a: text.words, b: source.words },
    sentences: { a: text.sentences.length, b: source.sentences.length },
    ...((a ?? b) && { disguises: { ...(a && { a }), ...(b && { b }) } }),
    passages: passages
      .filter((passage) => passage.source === number)
      .map((passage) => passageObject(passage, both)),
    ...(matrix && { matrix: matrixObject(source.matrix) }),
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

const MARKS = {
  [Mark.none]: 'none',
  [Mark.byOrder]: 'order',
  [Mark.byWords]: 'words',
  [Mark.bySynonyms]: 'synonyms',
} as const;

function matrixObject({ rows, columns, row, column, p, mark, partial }: MatrixCells): JsonMatrix {
  const cells = Array.from(row, (number, i) => ({
    row: number,
    column: column[i],
    p: rounded(p[i]),
    mark: MARKS[mark[i] as keyof typeof MARKS],
  }));
  return { rows, columns, cells, ...(partial && { partial }) };
}

function roundedShares({ a, b }: { readonly a: number; readonly b: number }) {
  return { a: rounded(a), b: rounded(b) };
}

function roundedKinds({ identical, edited, synonyms }: KindShares): KindShares {
  return { identical: rounded(identical), edited: rounded(edited), synonyms: rounded(synonyms) };
}

function passageObject(
  { parts, best, ...whole }: Passage,
  lines: { readonly a: LineNumbers; readonly b: LineNumbers },
): JsonPassage {
  const { a, b, ...rest } = partObject(whole);
  const sides = { a: placedSide(a, lines.a), b: placedSide(b, lines.b) };
  return { ...sides, ...rest, best, ...(parts.length > 1 && { parts: parts.map(partObject) }) };
}

function placedSide(side: PassageSide, lines: LineNumbers): PlacedSide {
  return { ...side, ...lines.at(side.start), endLine: lines.at(Math.max(side.start, side.end - 1)).line };
}

function partObject({ a, b, kind, score, again }: PassagePart): PassagePart {
  return { a: sideObject(a), b: sideObject(b), kind, score: rounded(score), ...(again && { again }) };
}

function sideObject({ start, end, sentence, sentences, words }: PassageSide): PassageSide {
  return { start, end, sentence, sentences, words };
}
