/**
 * How much of a text is in its sources when only some passages count? Each word counts once, for the best passage that covers it.
 * The terminal, JSON and the page all count here; this module also runs in the browser, where filters change what counts.
 */
import type { PassageKind } from '../../comparison.ts';

export const KINDS: readonly PassageKind[] = ['identical', 'edited', 'synonyms'];

/** A piece of a text that the same parts of passages cover. */
export interface CountedSegment {
  readonly words: number;
  /** Numbers of the parts that cover it. */
  readonly parts: readonly number[];
  /** It is inside a quotation. */
  readonly quoted: boolean;
}

/** A part of a passage. */
export interface CountedPart {
  /** The number of its passage. */
  readonly passage: number;
  readonly kind: PassageKind;
}

export interface CountedPassage {
  readonly source: number;
  readonly score: number;
  readonly a: { readonly words: number };
  readonly b: { readonly words: number };
}

/** The parts of a comparison that are counted. */
export interface CountedTexts {
  readonly text: readonly CountedSegment[];
  readonly sources: readonly (readonly CountedSegment[])[];
  readonly passages: readonly CountedPassage[];
  /** The parts of all passages, those of the first passage first. */
  readonly parts: readonly CountedPart[];
}

/** Which parts of passages count; without a filter, all do. */
export interface PassageFilter {
  /** Passages of fewer words do not count. @default 0 */
  readonly minWords?: number;
  /** Whether quoted sentences of the text count. @default true */
  readonly quotations?: boolean;
  /** Kinds of parts. @default all */
  readonly kinds?: ReadonlySet<PassageKind>;
  /** Numbers of the sources. @default all */
  readonly sources?: ReadonlySet<number>;
}

/** Counted words. */
export interface Shares {
  /** Words of the text in passages that count. */
  readonly words: number;
  /** The same words by the kind of their part of the best passage. */
  readonly kinds: Readonly<Record<PassageKind, number>>;
  readonly sources: readonly SourceShares[];
  /** For each part, whether it counts. */
  readonly counts: readonly boolean[];
}

export interface SourceShares {
  /** Words of the text that this source has. */
  readonly text: number;
  /** Words of the source in passages that count. */
  readonly own: number;
  /** Passages with a part that counts. */
  readonly passages: number;
}

export function countShares(texts: CountedTexts, filter: PassageFilter = {}): Shares {
  const { passages, parts } = texts;
  const segments = filter.quotations === false ? texts.text.filter(({ quoted }) => !quoted) : texts.text;
  const counts = countingParts(segments, texts, filter);
  const countingIn = (segment: CountedSegment) => segment.parts.filter((part) => counts[part]);
  const counting = new Set(parts.filter((_, part) => counts[part]).map(({ passage }) => passage));

  const kinds = { identical: 0, edited: 0, synonyms: 0 };
  const wordsBySource = texts.sources.map(() => 0);
  for (const segment of segments) {
    const covering = countingIn(segment);
    if (covering.length === 0) continue;
    kinds[parts[bestPart(texts, covering)].kind] += segment.words;
    for (const source of new Set(covering.map((part) => passages[parts[part].passage].source)))
      wordsBySource[source] += segment.words;
  }
  return {
    words: kinds.identical + kinds.edited + kinds.synonyms,
    kinds,
    sources: texts.sources.map((own, source) => ({
      text: wordsBySource[source],
      own: wordsOf(own.filter((segment) => countingIn(segment).length > 0)),
      passages: passages.filter((passage, i) => counting.has(i) && passage.source === source).length,
    })),
    counts,
  };
}

/**
 * The part that counts for words which several parts cover: the one of the passage with most words in common, then of the first
 * source; -1 if none covers them. `best` of a `Passage` follows the same rule.
 */
export function bestPart(
  { passages, parts }: Pick<CountedTexts, 'passages' | 'parts'>,
  covering: readonly number[],
): number {
  const passageOf = (part: number) => passages[parts[part].passage];
  return covering.reduce((best, other) => {
    if (best < 0) return other;
    const more =
      wordsInCommon(passageOf(other)) - wordsInCommon(passageOf(best)) ||
      passageOf(best).source - passageOf(other).source;
    return more > 0 ? other : best;
  }, -1);
}

function wordsInCommon({ score, a, b }: CountedPassage): number {
  return Math.round(score * Math.max(a.words, b.words));
}

/** A part counts if the filter lets it and its passage pass, and at least one of its words is in `segments`. */
function countingParts(
  segments: readonly CountedSegment[],
  { passages, parts }: CountedTexts,
  { minWords = 0, kinds, sources }: PassageFilter,
): boolean[] {
  const present = new Set(segments.flatMap(({ words, parts }) => (words > 0 ? parts : [])));
  return parts.map(({ passage, kind }, part) => {
    const { source, a } = passages[passage];
    return (
      a.words >= minWords && (kinds?.has(kind) ?? true) && (sources?.has(source) ?? true) && present.has(part)
    );
  });
}

function wordsOf(segments: readonly CountedSegment[]): number {
  return segments.reduce((sum, { words }) => sum + words, 0);
}
