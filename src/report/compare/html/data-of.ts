/** A comparison as the page's data: pieces by paragraphs, passages as rows, maps made coarser. */
import type { ComparedText, Comparison, PassageKind } from '../../../comparison.ts';
import { rounded } from '../../numbers.ts';
import { type Piece, piecesOfSource, piecesOfText } from '../pieces.ts';
import { abridged } from './abridged.ts';
import type { ComparisonData, KindNumber, PassageRow, PieceRow, TextData } from './data.ts';
import { COMPARISON_LIMITS, type ComparisonLimits } from './limits.ts';
import { mapOf } from './map-of.ts';

/** In the order of their numbers. */
export const KINDS: readonly PassageKind[] = ['identical', 'edited', 'synonyms'];

/** Texts beyond the limits are shown in parts; their figures stay whole. */
export function dataOf(comparison: Comparison, limits: ComparisonLimits = COMPARISON_LIMITS): ComparisonData {
  let left = limits.texts;
  const textData = (text: ComparedText, pieces: Piece[][]): TextData => {
    const whole = pieces.map((paragraph) => paragraph.map((piece) => pieceRow(text, piece)));
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
    text: textData(comparison.text, piecesOfText(comparison)),
    sources: comparison.sources.map((source, number) => ({
      ...textData(source, piecesOfSource(comparison, number)),
      map: mapOf(source.matrix, comparison.settings.similarWeight, limits.map),
    })),
    passages: comparison.passages.map(
      ({ source, kind, score, a, b }): PassageRow => [
        source,
        KINDS.indexOf(kind) as KindNumber,
        rounded(score),
        a.words,
        b.words,
        a.sentence,
        b.sentence,
      ],
    ),
    minWords: comparison.settings.minWords,
  };
}

/** What separates paragraphs becomes one line end: the page has paragraphs of its own. */
function pieceRow({ text }: ComparedText, { start, end, words, passages, quoted }: Piece): PieceRow {
  const shown = text.slice(start, end).replace(/\n[^\S\n]*\n\s*$/, '\n');
  if (passages.length === 0) return [shown, words];
  return quoted ? [shown, words, passages, 1] : [shown, words, passages];
}
