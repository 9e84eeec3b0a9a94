/** The text of one row of words: in the order of reading, with spaces and tabs where there are gaps. */
import { raisedAfter } from '../../text/raised-digits.ts';
import { joinsLines } from '../../text/unspaced.ts';
import { WIDE_GAP } from './drawing-order.ts';
import { type Box, isRaisedFrom, union, type Word } from './page-words.ts';
import {
  hasRightToLeftLetter,
  inReadingOrder,
  isMark,
  joinTouching,
  withBracketsTurned,
} from './right-to-left.ts';

export function joinRow(drawn: readonly Word[], leftward: boolean): string {
  const row = leftward ? wholeParts(withMarks(drawn).reverse()).reverse() : drawn;
  const words = inReadingOrder(row, leftward, touch);
  const places = words === row ? undefined : new Map(row.map((word, i) => [word, i]));
  let text = words[0].text;
  for (let i = 1; i < words.length; i++) {
    const [a, b] = [words[i - 1], words[i]];
    const apart = places !== undefined && Math.abs(places.get(a)! - places.get(b)!) > 1;
    // a run that was turned around fills the same places
    const gap = apart ? gapBetween(row[i - 1], row[i]) : gapBetween(a, b);
    text += gap + (gap === '' && isRaisedFrom(a, b) ? raisedAfter(a.text, b.text) : b.text);
  }
  return hasRightToLeftLetter(text) ? withBracketsTurned(text) : text;
}

/** Points that PDFium takes for words belong to the word nearest to them, or there would be gaps between them and the next. */
function withMarks(row: readonly Word[]): Word[] {
  const words = row.filter((word) => !isMark(word.text));
  if (words.length === row.length || words.length === 0) return [...row];
  const marks = new Map<Word, string>();
  for (const mark of row.filter((word) => isMark(word.text))) {
    const distance = (word: Word) =>
      Math.max(0, word.left - mark.right, mark.left - word.right) +
      Math.abs(center(word) - center(mark)) / 1e6;
    const nearest = words.reduce((best, word) => (distance(word) < distance(best) ? word : best));
    marks.set(nearest, (marks.get(nearest) ?? '') + mark.text);
  }
  return words.map((word) => ({ ...word, text: word.text + (marks.get(word) ?? '') }));
}

function center(word: Word): number {
  return (word.left + word.right) / 2;
}

function wholeParts(fromTheLeft: readonly Word[]): Word[] {
  return joinTouching(fromTheLeft, touch, (parts) => ({
    ...parts[0],
    ...parts.reduce<Box>(union, parts[0]),
    text: parts.map((part) => part.text).join(''),
  }));
}

function touch(a: Word, b: Word): boolean {
  return gapBetween(a, b) === '';
}

/** A space is at least this wide, by the height of a line; letters of one word may overlap, but not by this much. */
const LEAST_SPACE = 0.08;
const MOST_OVERLAP = 0.5;

/** The least gap between cells of a table. */
const CELL_GAP = 0.3;

/** Whether two letters without a gap are on one side. */
function isClose(a: Word, b: Word): boolean {
  return joinsLines(a.text.slice(0, -1), a.text.slice(-1)) || joinsLines(b.text.slice(0, 1), b.text.slice(1));
}

/** Parts of one word may be drawn separately: only a gap or a space makes a space, and a wide gap a tab. */
function gapBetween(a: Word, b: Word): string {
  const gap = Math.max(b.left - a.right, a.left - b.right);
  const size = Math.max(a.top - a.bottom, b.top - b.bottom);
  if (gap > WIDE_GAP * size) return '\t';
  if ((b.drawn === a.drawn + 1 && b.spaced) || (a.drawn === b.drawn + 1 && a.spaced)) return ' ';
  // justified lines of scripts without spaces have gaps between all of their letters; other gaps are between cells
  if (joinsLines(a.text, b.text)) return gap > CELL_GAP * size && isClose(a, b) ? ' ' : '';
  return gap < LEAST_SPACE * size && gap > -MOST_OVERLAP * size ? '' : ' ';
}
