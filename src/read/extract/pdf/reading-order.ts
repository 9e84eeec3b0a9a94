/**
 * Columns that the file does not draw one after the other: line by line through both columns, or the second one first. A page is divided
 * where almost no row crosses, if there is running text on both sides; tables have such places too, but their cells do not fill the width.
 */
import { inDrawingOrder } from './drawing-order.ts';
import type { Word } from './page-words.ts';
import { besideEachOther } from './strips.ts';

/** Columns within columns occur (a figure in a column); deeper nesting does not. */
const MAX_NESTING = 3;
/** Rows that a column has at least. */
const MIN_ROWS = 6;

/** Rows of words in the order of reading, each from left to right. @param words As they are drawn. */
export function readingOrder(words: readonly Word[], depth = 0): Word[][] {
  const rows = rowsOf(words);
  const drawn = inDrawingOrder(words);
  const gutter = depth < MAX_NESTING ? findGutter(rows, drawn !== undefined) : undefined;
  if (gutter === undefined) return drawn ?? rows;
  const result: Word[][] = [];
  let left: Word[] = [];
  let right: Word[] = [];
  const flush = () => {
    for (const side of [left, right]) {
      side.sort((a, b) => a.drawn - b.drawn);
      result.push(...readingOrder(side, depth + 1));
    }
    left = [];
    right = [];
  };
  for (const row of rows) {
    if (row.some((word) => word.left < gutter.at && word.right > gutter.at) || spans(row, gutter)) {
      flush();
      result.push(row);
      continue;
    }
    for (const word of row) (word.left >= gutter.at ? right : left).push(word);
  }
  flush();
  return result;
}

/** Words at one height, from left to right. */
type Row = Word[];

/** Rows from top to bottom. A word belongs to a row that it overlaps by half of its height. */
function rowsOf(words: readonly Word[]): Row[] {
  const sorted = [...words].sort((a, b) => b.top + b.bottom - a.top - a.bottom);
  const rows: Row[] = [];
  let row: Row = [];
  let band: Word | undefined;
  for (const word of sorted) {
    if (band !== undefined && besideEachOther(band, word)) {
      row.push(word);
      // the band of a row is that of its first word, or a line would attract the next; small raised words do not count
      if (heightOf(word) < CLEARLY_TALLER * heightOf(band)) continue;
    } else {
      row = [word];
      rows.push(row);
    }
    band = word;
  }
  for (const each of rows) each.sort((a, b) => a.left - b.left);
  return rows;
}

const CLEARLY_TALLER = 1.2;

function heightOf({ bottom, top }: Word): number {
  return top - bottom;
}

interface Gutter {
  /** The middle and the width of the free place. */
  readonly at: number;
  readonly width: number;
}

const MOST_OF_GUTTER = 0.8;

/** Words continue across the gutter with no more than a space between them: a title over both columns. */
function spans(row: Row, gutter: Gutter): boolean {
  const split = row.findIndex((word) => word.left >= gutter.at);
  return split > 0 && row[split].left - row[split - 1].right < MOST_OF_GUTTER * gutter.width;
}

/** Steps from one edge of the text to the other, and the range that may have a gutter. */
const STEPS = 400;
const [FIRST_STEP, END_STEP] = [100, 300];
/** The share of rows that may cross a gutter, and that may cross it more than where they cross it least: a title may have a space there. */
const MAX_CROSSING = 0.3;
const FEW = 0.1;
/** The least width of a gutter by the height of a line: lines that all begin with the same words have a space at the same place. */
const WIDER_THAN_SPACE = 0.4;
/** The share of rows that are as they are in columns of running text. */
const MOST = 0.5;

/** The widest place in the middle part of the page that almost no row crosses, with running text on both sides. */
function findGutter(rows: readonly Row[], isInOrder: boolean): Gutter | undefined {
  if (rows.length < MIN_ROWS) return undefined;
  const left = rows.reduce((least, row) => Math.min(least, row[0].left), Infinity);
  const right = rows.reduce((most, row) => Math.max(most, row.at(-1)!.right), -Infinity);
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
  const least = Math.min(...crossings.slice(FIRST_STEP, END_STEP));
  if (least > MAX_CROSSING * rows.length) return undefined;
  const few = least + FEW * rows.length;
  let start = FIRST_STEP;
  let end = FIRST_STEP - 1;
  for (let step = FIRST_STEP, first = FIRST_STEP; step < END_STEP; step++) {
    if (crossings[step] > few) first = step + 1;
    else if (step - first > end - start) [start, end] = [first, step];
  }
  const gutter = {
    at: left + (((start + end + 1) / 2) * width) / STEPS,
    width: ((end - start + 1) * width) / STEPS,
  };
  if (gutter.width < WIDER_THAN_SPACE * median(rows.map(([word]) => heightOf(word)))) return undefined;
  if (isInOrder && !drawnAcross(rows, gutter.at)) return undefined;
  const sides = [
    rows.map((row) => row.filter((word) => word.right <= gutter.at)),
    rows.map((row) => row.filter((word) => word.left >= gutter.at)),
  ].map((side) => side.filter((words) => words.length > 0));
  const areText = sides.every((side) => side.length >= MIN_ROWS && filled(side) >= MOST);
  return areText ? gutter : undefined;
}

/** Most rows are drawn through both columns, or from the second to the first. */
function drawnAcross(rows: readonly Row[], gutter: number): boolean {
  let both = 0;
  let across = 0;
  for (const row of rows) {
    const split = row.findIndex((word) => word.left >= gutter);
    if (split <= 0) continue;
    both++;
    if (row[split].drawn <= row[split - 1].drawn + 1) across++;
  }
  return across > MOST * both;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

/** The share of rows that reach from one edge of the column to the other. */
function filled(rows: readonly Row[]): number {
  // a note in the margin is not an edge: one of ten rows may exceed it
  const tenth = Math.floor(rows.length / 10);
  const left = rows.map((row) => row[0].left).sort((a, b) => a - b)[tenth];
  const right = rows.map((row) => row.at(-1)!.right).sort((a, b) => b - a)[tenth];
  const full = rows.filter(
    (row) => row.length >= WORDS_OF_TEXT && row.at(-1)!.right - row[0].left > FULL * (right - left),
  );
  return full.length / rows.length;
}

/** A row of text has several words, and goes from one edge of its column to the other, or nearly so. */
const WORDS_OF_TEXT = 3;
const FULL = 0.75;
