/**
 * Lines of a page in reading order, by the places of the words: files draw bold words, bullets and columns in any order.
 * Words at one height are one line, unless a gutter divides the page into columns of running text.
 */
import { raisedAfter } from '../../text/raised-digits.ts';
import { type Box, isRaisedFrom, union, type Word } from './page-words.ts';
import {
  hasRightToLeftLetter,
  inReadingOrder,
  isMark,
  joinTouching,
  runsToTheLeft,
  withBracketsTurned,
} from './right-to-left.ts';

/** Places are those of the page turned and mirrored so that its text is level and begins at the left. */
export interface Line extends Box {
  readonly text: string;
  /** The edges of its column. */
  readonly columnLeft: number;
  readonly columnRight: number;
}

export interface PageLines {
  readonly lines: Line[];
  /** Lines in another direction than most of the page (stamps, axes of diagrams). */
  readonly aside: Line[];
  /** The edges of the page. */
  readonly bottom: number;
  readonly top: number;
}

export function pageLines(words: readonly Word[], page: Box): PageLines {
  const byTurns = [0, 1, 2, 3].map((turns) => words.filter((word) => word.turns === turns));
  const main = byTurns.reduce((most, each) => (lettersOf(each) > lettersOf(most) ? each : most));
  const aside = byTurns.filter((each) => each !== main).flatMap(levelLines);
  const aslant = words.filter((word) => word.turns === undefined);
  if (aslant.length > 0) aside.push(lineOf(aslant, joinDrawn(aslant), edges([aslant])));
  const { bottom, top } = turned(page, main[0]?.turns ?? 0);
  return { lines: levelLines(main), aside, bottom, top };
}

function lettersOf(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0);
}

/** Lines of words that are all turned alike. */
function levelLines(words: readonly Word[]): Line[] {
  const isLevel = words.length === 0 || words[0].turns === 0;
  const level = isLevel ? words : words.map((word) => ({ ...word, ...turned(word, word.turns ?? 0) }));
  const leftward = runsToTheLeft(level);
  const along = leftward ? level.map((word) => ({ ...word, left: -word.right, right: -word.left })) : level;
  return readingOrder(rowsOf(along), 0, leftward);
}

/** The place after turning the page back by quarter turns. */
function turned({ left, right, bottom, top }: Box, turns: number): Box {
  if (turns === 1) return { left: bottom, right: top, bottom: -right, top: -left };
  if (turns === 2) return { left: -right, right: -left, bottom: -top, top: -bottom };
  if (turns === 3) return { left: -top, right: -bottom, bottom: left, top: right };
  return { left, right, bottom, top };
}

/** Words at one height, from left to right. */
type Row = Word[];

/** Rows from top to bottom. A word belongs to a row that it overlaps by half of its height. */
function rowsOf(words: readonly Word[]): Row[] {
  const sorted = [...words].sort((a, b) => middle(b) - middle(a));
  const rows: Row[] = [];
  let row: Row = [];
  let top = 0;
  let bottom = 0;
  for (const word of sorted) {
    const overlap = Math.min(top, word.top) - Math.max(bottom, word.bottom);
    const height = Math.min(top - bottom, word.top - word.bottom);
    if (row.length > 0 && overlap > 0.5 * height) {
      row.push(word);
      // the band of a row is that of its first word, or a line would attract the next; small raised words do not count
      if (word.top - word.bottom < 1.2 * (top - bottom)) continue;
    } else {
      row = [word];
      rows.push(row);
    }
    top = word.top;
    bottom = word.bottom;
  }
  for (const each of rows) each.sort((a, b) => a.left - b.left);
  return rows;
}

function middle(word: Word): number {
  return (word.top + word.bottom) / 2;
}

/** Columns within columns occur (a figure in a column); deeper nesting does not. */
const MAX_NESTING = 3;
/** Rows that a column has at least. */
const MIN_ROWS = 6;

function readingOrder(rows: readonly Row[], depth: number, leftward: boolean): Line[] {
  const gutter = depth < MAX_NESTING ? findGutter(rows) : undefined;
  const column = edges(rows);
  if (gutter === undefined) return rows.map((row) => lineOf(row, joinRow(row, leftward), column));
  const lines: Line[] = [];
  let left: Row[] = [];
  let right: Row[] = [];
  const flush = () => {
    lines.push(...readingOrder(left, depth + 1, leftward), ...readingOrder(right, depth + 1, leftward));
    left = [];
    right = [];
  };
  for (const row of rows) {
    const crosses = row.some((word) => word.left < gutter.at && word.right > gutter.at) || spans(row, gutter);
    if (crosses) {
      flush();
      lines.push(lineOf(row, joinRow(row, leftward), column));
      continue;
    }
    const split = row.findIndex((word) => word.left >= gutter.at);
    const before = split === -1 ? row : row.slice(0, split);
    const after = split === -1 ? [] : row.slice(split);
    if (before.length > 0) left.push(before);
    if (after.length > 0) right.push(after);
  }
  flush();
  return lines;
}

interface Gutter {
  /** The middle and the width of the free place. */
  readonly at: number;
  readonly width: number;
}

/** Words continue across the gutter with no more than a space between them: a title over both columns. */
function spans(row: Row, gutter: Gutter): boolean {
  const split = row.findIndex((word) => word.left >= gutter.at);
  return split > 0 && row[split].left - row[split - 1].right < 0.8 * gutter.width;
}

/**
 * Where the page is divided: the widest place in its middle part that almost no row crosses, with running text on both sides.
 * Tables have such places too, but their cells do not fill the width.
 */
function findGutter(rows: readonly Row[]): Gutter | undefined {
  if (rows.length < MIN_ROWS) return undefined;
  const left = Math.min(...rows.map((row) => row[0].left));
  const right = Math.max(...rows.map((row) => row.at(-1)!.right));
  const width = right - left;
  if (!(width > 0)) return undefined;
  // how many rows have a word at each place; spaces of one line are hardly ever above those of the next
  const crossings = new Array<number>(STEPS).fill(0);
  for (const row of rows) {
    let last = -1;
    for (const word of row) {
      const from = Math.floor(((word.left - left) / width) * STEPS);
      const to = Math.min(STEPS - 1, Math.ceil(((word.right - left) / width) * STEPS) - 1);
      for (let step = Math.max(0, from, last + 1); step <= to; step++) crossings[step]++;
      last = Math.max(last, to);
    }
  }
  const from = Math.floor(0.25 * STEPS);
  const to = Math.ceil(0.75 * STEPS);
  const least = Math.min(...crossings.slice(from, to));
  if (least > 0.3 * rows.length) return undefined;
  // a title over both columns may have a space there: some rows may cross the free place
  const few = least + 0.1 * rows.length;
  let start = from;
  let end = from - 1;
  for (let step = from, first = from; step < to; step++) {
    if (crossings[step] > few) first = step + 1;
    else if (step - first > end - start) [start, end] = [first, step];
  }
  const gutter = {
    at: left + (((start + end + 1) / 2) * width) / STEPS,
    width: ((end - start + 1) * width) / STEPS,
  };
  // lines that all begin with the same words have a space at the same place
  if (gutter.width < WIDER_THAN_SPACE * heightOf(rows)) return undefined;
  const sides = [
    rows.map((row) => row.filter((word) => word.right <= gutter.at)),
    rows.map((row) => row.filter((word) => word.left >= gutter.at)),
  ].map((side) => side.filter((words) => words.length > 0));
  if (sides.some((side) => side.length < MIN_ROWS)) return undefined;
  const [less, more] = sides.map(filled).sort((a, b) => a - b);
  // columns of text and lists; a table is drawn row by row, and has a column with single words
  const isText =
    less >= 0.5 ||
    (more >= 0.5 && sides.every((side) => wordsPerRow(side) >= 2.5) && !drawnByRows(rows, gutter.at));
  return isText ? gutter : undefined;
}

const STEPS = 400;
/** The least width of a gutter by the height of a line. */
const WIDER_THAN_SPACE = 0.4;

function heightOf(rows: readonly Row[]): number {
  const heights = rows.map(([word]) => word.top - word.bottom).sort((a, b) => a - b);
  return heights[heights.length >> 1];
}

/** The share of rows that reach from one edge of the column to the other. */
function filled(rows: readonly Row[]): number {
  // a note in the margin is not an edge: one of ten rows may exceed it
  const tenth = Math.floor(rows.length / 10);
  const left = rows.map((row) => row[0].left).sort((a, b) => a - b)[tenth];
  const right = rows.map((row) => row.at(-1)!.right).sort((a, b) => b - a)[tenth];
  const full = rows.filter(
    (row) => row.length > 2 && row.at(-1)!.right - row[0].left > 0.75 * (right - left),
  );
  return full.length / rows.length;
}

function wordsPerRow(rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + row.length, 0) / rows.length;
}

function drawnByRows(rows: readonly Row[], gutter: number): boolean {
  let both = 0;
  let byRow = 0;
  for (const row of rows) {
    const split = row.findIndex((word) => word.left >= gutter);
    if (split <= 0) continue;
    both++;
    if (row[split].drawn === row[split - 1].drawn + 1) byRow++;
  }
  return byRow > 0.5 * both;
}

interface Edges {
  readonly columnLeft: number;
  readonly columnRight: number;
}

function edges(rows: readonly (readonly Word[])[]): Edges {
  let [columnLeft, columnRight] = [Infinity, -Infinity];
  for (const row of rows) {
    for (const word of row) {
      columnLeft = Math.min(columnLeft, word.left);
      columnRight = Math.max(columnRight, word.right);
    }
  }
  return { columnLeft, columnRight };
}

function lineOf(words: readonly Word[], text: string, column: Edges): Line {
  const { left, right, bottom, top } = words.reduce<Box>(union, words[0]);
  return { text, left, right, bottom, top, ...column };
}

function joinRow(drawn: Row, leftward: boolean): string {
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
function withMarks(row: Row): Row {
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

function wholeParts(fromTheLeft: Row): Row {
  return joinTouching(fromTheLeft, touch, (parts) => ({
    ...parts[0],
    ...parts.reduce<Box>(union, parts[0]),
    text: parts.map((part) => part.text).join(''),
  }));
}

function touch(a: Word, b: Word): boolean {
  return gapBetween(a, b) === '';
}

/** Parts of one word may be drawn separately: only a gap or a space makes a space, and a wide gap a tab. */
function gapBetween(a: Word, b: Word): string {
  const gap = Math.max(b.left - a.right, a.left - b.right);
  const size = Math.max(a.top - a.bottom, b.top - b.bottom);
  if (gap > 3 * size) return '\t';
  const spaced = (b.drawn === a.drawn + 1 && b.spaced) || (a.drawn === b.drawn + 1 && a.spaced);
  return !spaced && gap < 0.08 * size && gap > -0.5 * size ? '' : ' ';
}

function joinDrawn(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}
