/**
 * Runs in the page, and before it: how much of the text stands in its sources, when only some passages count? Each
 * word counts once, for the best passage that has it.
 */
import type { ComparisonData, PieceRow, TextData } from '../data.ts';
import type { CompareTools } from './compare-tools.ts';

/** What counts. */
export interface Filter {
  /** Passages of fewer words do not. */
  readonly minWords: number;
  /** Sentences of the text that are quotations do. */
  readonly quotations: boolean;
  /** By kind, and by source. */
  readonly kinds: readonly boolean[];
  readonly sources: readonly boolean[];
}

export interface Shares {
  /** Words of the text in passages that count; and by the kind of the best one. */
  readonly words: number;
  readonly kinds: readonly number[];
  /** For each source: words of the text that it has, words of its own, passages. */
  readonly sources: readonly { readonly text: number; readonly own: number; readonly passages: number }[];
  /** Which passages count. */
  readonly counts: readonly boolean[];
}

/** Self-contained: it is sent to the page as source. */
export function countShares(
  tools: Pick<CompareTools, 'bestPassage'>,
  data: ComparisonData,
  filter: Filter,
): Shares {
  const { passages } = data;
  const piecesOf = ({ paragraphs }: TextData): PieceRow[] =>
    paragraphs.flatMap((paragraph) => (typeof paragraph === 'number' ? [] : paragraph));
  const inQuotation = (piece: PieceRow) => !filter.quotations && piece[3] === 1;
  const textPieces = piecesOf(data.text);

  // a passage that lies in quotations altogether is one
  const unquoted = new Set<number>();
  for (const piece of textPieces) {
    if (!inQuotation(piece) && piece[1] > 0) for (const passage of piece[2] ?? []) unquoted.add(passage);
  }
  const counts = passages.map(
    ([source, kind, , words], passage) =>
      filter.sources[source] && filter.kinds[kind] && words >= filter.minWords && unquoted.has(passage),
  );

  const kinds = [0, 0, 0];
  const sources = data.sources.map(() => ({ text: 0, own: 0, passages: 0 }));
  counts.forEach((does, passage) => {
    if (does) sources[passages[passage][0]].passages++;
  });
  for (const piece of textPieces) {
    if (inQuotation(piece)) continue;
    const covering = (piece[2] ?? []).filter((passage) => counts[passage]);
    if (covering.length === 0) continue;
    kinds[passages[tools.bestPassage(passages, covering)][1]] += piece[1];
    for (const source of new Set(covering.map((passage) => passages[passage][0])))
      sources[source].text += piece[1];
  }
  data.sources.forEach((source, number) => {
    for (const piece of piecesOf(source)) {
      if ((piece[2] ?? []).some((passage) => counts[passage])) sources[number].own += piece[1];
    }
  });
  return { words: kinds[0] + kinds[1] + kinds[2], kinds, sources, counts };
}
