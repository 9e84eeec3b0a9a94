/** A comparison as rows: segments by paragraphs, passages, and maps made coarser. */
import type { ComparedText, Comparison } from '../../../comparison.ts';
import { type Segment, segmentsOfSource, segmentsOfText } from '../../comparison/segments.ts';
import { KINDS } from '../../comparison/shares.ts';
import { abridged } from './abridged.ts';
import { COMPARISON_LIMITS, type ComparisonLimits } from './limits.ts';
import { mapOf } from './map-of.ts';
import type { ComparisonRows, PassageRow, SegmentRow, TextRows } from './rows.ts';

/** Texts beyond the limits are shown in parts; their figures stay whole. */
export function rowsOf(comparison: Comparison, limits: ComparisonLimits = COMPARISON_LIMITS): ComparisonRows {
  let left = limits.texts;
  const textRows = (text: ComparedText, segments: Segment[][]): TextRows => {
    const whole = segments.map((paragraph) => paragraph.map((segment) => segmentRow(text, segment)));
    const fits = text.text.length <= left;
    left -= text.text.length;
    return {
      id: text.id,
      lang: text.lang,
      words: text.words,
      paragraphs: fits ? whole : abridged(whole, limits.context),
    };
  };
  return {
    text: textRows(comparison.text, segmentsOfText(comparison)),
    sources: comparison.sources.map((source, number) => ({
      ...textRows(source, segmentsOfSource(comparison, number)),
      map: mapOf(source.matrix, comparison.settings.similarWeight, limits.map),
    })),
    passages: comparison.passages.map(
      ({ source, kind, score, a, b }): PassageRow => [
        source,
        KINDS.indexOf(kind),
        score,
        a.words,
        b.words,
        a.sentence,
        b.sentence,
      ],
    ),
  };
}

/** The blank lines between paragraphs become one line end, because the page has paragraphs of its own. */
function segmentRow({ text }: ComparedText, { start, end, words, passages, quoted }: Segment): SegmentRow {
  const shown = text.slice(start, end).replace(/\n[^\S\n]*\n\s*$/, '\n');
  if (passages.length === 0) return [shown, words];
  return quoted ? [shown, words, passages, 1] : [shown, words, passages];
}
