/** A comparison as rows: segments by paragraphs, passages, and maps made coarser. */
import type { ComparedText, Comparison } from '../../../comparison.ts';
import { comparedTokens } from '../../comparison/compared-tokens.ts';
import { type Segment, segmentsOfSource, segmentsOfText } from '../../comparison/segments.ts';
import { KINDS } from '../../comparison/shares.ts';
import { CanonicalWords } from '../../word-diff/canonical-words.ts';
import { abridged } from './abridged.ts';
import { COMPARISON_LIMITS, type ComparisonLimits } from './limits.ts';
import { mapOf } from './map-of.ts';
import type { ComparisonRows, PassageRow, SegmentRow, TextRows } from './rows.ts';

/** Texts beyond the limits are shown in parts; their figures stay whole. */
export function rowsOf(comparison: Comparison, limits: ComparisonLimits = COMPARISON_LIMITS): ComparisonRows {
  let left = limits.texts;
  const canonical = new CanonicalWords();
  const segmentRow = (text: ComparedText, segment: Segment): SegmentRow => {
    const { start, end, words, parts, quoted, excluded } = segment;
    const shown = withoutBlankLines(text.text.slice(start, end));
    if (excluded) return [shown, words, parts, 2];
    if (parts.length === 0) return [shown, words];
    const compared = canonical.exceptions(comparedTokens(text, comparison, segment));
    if (compared.length > 0) return [shown, words, parts, quoted ? 1 : 0, compared];
    return quoted ? [shown, words, parts, 1] : [shown, words, parts];
  };
  const textRows = (text: ComparedText, segments: Segment[][]): TextRows => {
    const whole = segments.map((paragraph) => paragraph.map((segment) => segmentRow(text, segment)));
    const fits = text.text.length <= left;
    left -= text.text.length;
    const { disguises } = text;
    return {
      id: text.id,
      lang: text.lang,
      words: text.words,
      paragraphs: fits ? whole : abridged(whole, limits.context),
      ...(disguises && { disguises }),
    };
  };
  const { similarity, sources, settings, thesauri, engine } = comparison;
  const facts = {
    similarity,
    shares: sources.map((source) => source.similarity),
    settings,
    thesauri,
    engine,
  };
  const rows = {
    facts,
    text: textRows(comparison.text, segmentsOfText(comparison)),
    sources: comparison.sources.map((source, number) => ({
      ...textRows(source, segmentsOfSource(comparison, number)),
      map: mapOf(source.matrix, comparison.settings.similarWeight, limits.map),
    })),
    passages: comparison.passages.map(
      ({ source, kind, score, a, b, parts }): PassageRow => [
        source,
        KINDS.indexOf(kind),
        score,
        a.words,
        b.words,
        a.sentence,
        b.sentence,
        parts.map((part) => KINDS.indexOf(part.kind)),
      ],
    ),
  };
  return { ...rows, canonicalWords: canonical.entries };
}

/** The blank lines after a paragraph become one line end, because the page has paragraphs of its own. */
export function withoutBlankLines(text: string): string {
  const first = text.indexOf('\n', text.trimEnd().length);
  return first === -1 || !text.includes('\n', first + 1) ? text : text.slice(0, first + 1);
}
