/**
 * The reading order ("turns") of the boxes on a page. It is the order of drawing, except for boxes drawn out of turn: form fields,
 * bold words that fill gaps of their row, and heads and feet.
 */
import type { Box } from './page-words.ts';
import { besideEachOther, type Strips } from './strips.ts';

/** Something on a page with its turn, which is its number in the order of drawing at first. */
export interface Drawn extends Box {
  turn: number;
  /** It is part of an annotation, which was drawn onto the page. */
  readonly added: boolean;
}

/** Sets all turns. Returns false if too many boxes are drawn after boxes below them: then the order says nothing. */
export function takeTurns<T extends Drawn>(drawn: readonly T[], strips: Strips<T>): boolean {
  let outOfTurn = 0;
  const joined: { readonly of: T; readonly turn: number }[] = [];
  for (const [i, of] of drawn.entries()) {
    const isHigh = !of.added && strips.draw(of);
    if (isHigh) outOfTurn++;
    if (!isHigh && !of.added && i > 0 && !jumps(drawn[i - 1], of)) continue;
    const row = rowOf(drawn, of);
    const right = row.find(({ left }) => left >= of.left);
    const left = row.findLast((each) => each.left < of.left);
    if (row.length > 0 && (of.added || fills(of, left, right, isHigh)))
      joined.push({ of, turn: left?.turn ?? right!.turn - 0.5 });
  }
  for (const { of, turn } of joined) of.turn = turn;
  return outOfTurn <= OUT_OF_TURN * drawn.length;
}

/** The share that may be drawn out of turn. */
const OUT_OF_TURN = 0.03;
/** How many of those drawn before may hold the row of one that is drawn out of turn. */
const LOOK_BACK = 2_000;

/** Those of the same row that are drawn before, from left to right. */
function rowOf<T extends Drawn>(drawn: readonly T[], one: T): T[] {
  return drawn
    .slice(Math.max(0, one.turn - LOOK_BACK), one.turn)
    .filter((each) => besideEachOther(each, one))
    .sort((a, b) => a.left - b.left);
}

/** The next one is not right below. */
function jumps(before: Box, next: Box): boolean {
  return next.bottom > before.top || distance(before, next) > 0;
}

/** Heights of a line within which two words are neighbors. */
const NEAR = 1;

/** A bold word is in a gap of its row, or close to its row although it is drawn after boxes below. */
function fills(of: Drawn, left: Drawn | undefined, right: Drawn | undefined, isHigh: boolean): boolean {
  const isNear = (each: Drawn | undefined) =>
    each !== undefined && distance(each, of) < NEAR * (of.top - of.bottom);
  if (isHigh) return isNear(left) || isNear(right);
  return isNear(left) && isNear(right) && right?.turn === left!.turn + 1;
}

function distance(a: Box, b: Box): number {
  return Math.max(b.left - a.right, a.left - b.right);
}
