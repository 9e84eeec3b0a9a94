/**
 * How much of a text is in its sources when only some passages count? Each word counts once, for the best passage that covers it.
 * The terminal, JSON and the page all count here; this module also runs in the browser, where filters change what counts.
 */
import type { PassageKind } from '../../comparison.ts';

export const KINDS: readonly PassageKind[] = ['identical', 'edited', 'synonyms'];

/** A part of a text that the same passages cover. */
export interface CountedSegment {
  readonly words: number;
  /** Numbers of the passages that cover it. */
  readonly passages: readonly number[];
  /** It is inside a quotation. */
  readonly quoted: boolean;
}

export interface CountedPassage {
  readonly source: number;
  readonly kind: PassageKind;
  readonly score: number;
  readonly a: { readonly words: number };
  readonly b: { readonly words: number };
}

/** The parts of a comparison that are counted. */
export interface CountedTexts {
  readonly text: readonly CountedSegment[];
  readonly sources: readonly (readonly CountedSegment[])[];
  readonly passages: readonly CountedPassage[];
}

/** Which passages count; without a filter, all do. */
export interface PassageFilter {
  /** Passages of fewer words do not count. @default 0 */
  readonly minWords?: number;
  /** Whether quoted sentences of the text count. @default true */
  readonly quotations?: boolean;
  /** @default all */
  readonly kinds?: ReadonlySet<PassageKind>;
  /** Numbers of the sources. @default all */
  readonly sources?: ReadonlySet<number>;
}

/** Counted words. */
export interface Shares {
  /** Words of the text in passages that count. */
  readonly words: number;
  /** The same words by the kind of their best passage. */
  readonly kinds: Readonly<Record<PassageKind, number>>;
  readonly sources: readonly SourceShares[];
  /** For each passage, whether it counts. */
  readonly counts: readonly boolean[];
}

export interface SourceShares {
  /** Words of the text that this source has. */
  readonly text: number;
  /** Words of the source in passages that count. */
  readonly own: number;
  /** Passages that count. */
  readonly passages: number;
}

export function countShares(texts: CountedTexts, filter: PassageFilter = {}): Shares {
  const { passages } = texts;
  const segments = filter.quotations === false ? texts.text.filter(({ quoted }) => !quoted) : texts.text;
  const counts = countingPassages(segments, passages, filter);
  const countingIn = (segment: CountedSegment) => segment.passages.filter((passage) => counts[passage]);

  const kinds = { identical: 0, edited: 0, synonyms: 0 };
  const wordsBySource = texts.sources.map(() => 0);
  for (const segment of segments) {
    const covering = countingIn(segment);
    if (covering.length === 0) continue;
    kinds[passages[bestPassage(passages, covering)].kind] += segment.words;
    for (const source of new Set(covering.map((passage) => passages[passage].source)))
      wordsBySource[source] += segment.words;
  }
  return {
    words: kinds.identical + kinds.edited + kinds.synonyms,
    kinds,
    sources: texts.sources.map((own, source) => ({
      text: wordsBySource[source],
      own: wordsOf(own.filter((segment) => countingIn(segment).length > 0)),
      passages: passages.filter((passage, i) => counts[i] && passage.source === source).length,
    })),
    counts,
  };
}

/**
 * The passage that counts for words which several passages cover: the one with most words in common, then the one of the first
 * source; -1 if none covers them. `best` of a `Passage` follows the same rule.
 */
export function bestPassage(passages: readonly CountedPassage[], covering: readonly number[]): number {
  return covering.reduce((best, other) => {
    if (best < 0) return other;
    const more =
      wordsInCommon(passages[other]) - wordsInCommon(passages[best]) ||
      passages[best].source - passages[other].source;
    return more > 0 ? other : best;
  }, -1);
}

function wordsInCommon({ score, a, b }: CountedPassage): number {
  return Math.round(score * Math.max(a.words, b.words));
}

/** A passage counts if the filter lets it pass and at least one of its words is in `segments`. */
function countingPassages(
  segments: readonly CountedSegment[],
  passages: readonly CountedPassage[],
  { minWords = 0, kinds, sources }: PassageFilter,
): boolean[] {
  const present = new Set(segments.flatMap(({ words, passages }) => (words > 0 ? passages : [])));
  return passages.map(
    ({ source, kind, a }, passage) =>
      a.words >= minWords &&
      (kinds?.has(kind) ?? true) &&
      (sources?.has(source) ?? true) &&
      present.has(passage),
  );
}

function wordsOf(segments: readonly CountedSegment[]): number {
  return segments.reduce((sum, { words }) => sum + words, 0);
}
