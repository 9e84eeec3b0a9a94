/** Lines of a page in reading order, level and from left to right, with the edges of their columns. */

import { type Box, union, type Word } from './page-words.ts';
import { readingOrder } from './reading-order.ts';
import { runsToTheLeft } from './right-to-left.ts';
import { joinRow } from './row-text.ts';

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
  return columnsOf(readingOrder(along)).flatMap((rows) => {
    const column = edges(rows);
    return rows.map((row) => lineOf(row, joinRow(row, leftward), column));
  });
}

/** The place after turning the page back by quarter turns. */
function turned({ left, right, bottom, top }: Box, turns: number): Box {
  if (turns === 1) return { left: bottom, right: top, bottom: -right, top: -left };
  if (turns === 2) return { left: -right, right: -left, bottom: -top, top: -bottom };
  if (turns === 3) return { left: -top, right: -bottom, bottom: left, top: right };
  return { left, right, bottom, top };
}

type Row = readonly Word[];

/** A column ends where the next line is not below, or is written in another size. */
function columnsOf(rows: readonly Row[]): Row[][] {
  const columns: Row[][] = [];
  let before: Box | undefined;
  for (const row of rows) {
    const box = row.reduce<Box>(union, row[0]);
    if (before !== undefined && goesOn(before, box)) columns.at(-1)!.push(row);
    else columns.push([row]);
    before = box;
  }
  return columns;
}

/** The share by which heights of lines of one column differ at most. */
const OTHER_SIZE = 0.25;

function goesOn(before: Box, line: Box): boolean {
  const [height, next] = [before.top - before.bottom, line.top - line.bottom];
  if (Math.abs(height - next) > OTHER_SIZE * Math.min(height, next)) return false;
  return line.top < before.top && line.left < before.right && line.right > before.left;
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

function joinDrawn(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}
