/**
 * The turns of what a page shows. They follow the order of drawing, except for what is drawn out of turn: fields of forms, bold words
 * that fill gaps of their row, and heads and feet.
 */
import type { Box } from './page-words.ts';
import { besideEachOther, isAbove, type Strips } from './strips.ts';

/** Something on a page with its turn, which is its number in the order of drawing at first. */
export interface Drawn extends Box {
  turn: number;
  /** It is part of an annotation, which was drawn onto the page. */
  readonly added: boolean;
}

/** Gives all of them their turns. Returns false if too many are drawn after what is below them: their order says nothing. */
export function takeTurns<T extends Drawn>(drawn: readonly T[], strips: Strips<T>): boolean {
  const joined: { of: T; to: T }[] = [];
  let order: T[] = [];
  let run: T[] = [];
  let isHigh = false;
  let high = 0;
  for (const [i, of] of drawn.entries()) {
    if (i > 0 && of.bottom > drawn[i - 1].top) {
      order = withRun(order, run, isHigh);
      run = [];
      isHigh = false;
    }
    const isAboveSome = !of.added && strips.draw(of);
    if (isAboveSome) high++;
    const row = of.added || order.length > 0 ? rowOf(drawn, of) : [];
    const right = row.find(({ left }) => left >= of.left);
    const left = row.findLast((each) => each.left < of.left);
    const to = left ?? right;
    if (to !== undefined && (of.added || fills(of, left, right, isAboveSome))) joined.push({ of, to });
    else {
      run.push(of);
      isHigh ||= isAboveSome;
    }
  }
  if (high > OUT_OF_TURN * drawn.length) return false;
  withRun(order, run, isHigh).forEach((each, turn) => {
    each.turn = turn;
  });
  for (const { of, to } of joined) of.turn = to.turn + (to.left < of.left ? 0 : -0.5);
  return true;
}

/** The share that may be drawn out of turn. */
const OUT_OF_TURN = 0.1;
/** How many of those drawn before may hold the row of one that is drawn out of turn. */
const LOOK_BACK = 2_000;

/** Those of the same row that are drawn before, from left to right. */
function rowOf<T extends Drawn>(drawn: readonly T[], one: T): T[] {
  return drawn
    .slice(Math.max(0, one.turn - LOOK_BACK), one.turn)
    .filter((each) => besideEachOther(each, one))
    .sort((a, b) => a.left - b.left);
}

/** Heights of a line within which two words are neighbors. */
const NEAR = 1;

/** A bold word stands in a gap that its row has for it, or close to its row although it is drawn after what is below. */
function fills(of: Drawn, left: Drawn | undefined, right: Drawn | undefined, isHigh: boolean): boolean {
  const isNear = (each: Drawn | undefined) => each !== undefined && distance(each, of) < NEAR * (of.top - of.bottom);
  if (isHigh) return isNear(left) || isNear(right);
  return isNear(left) && isNear(right) && right?.turn === left!.turn + 1;
}

function distance(a: Box, b: Box): number {
  return Math.max(b.left - a.right, a.left - b.right);
}

/** Puts a run before those that it is above, or moves them behind it if they are fewer: either it or they were drawn out of turn. */
function withRun<T extends Drawn>(order: readonly T[], run: readonly T[], isHigh: boolean): T[] {
  const below = new Set(isHigh ? order.filter((each) => run.some((part) => isAbove(part, each))) : []);
  if (below.size === 0) return [...order, ...run];
  const highest = [...below].reduce((a, b) => (b.top > a.top ? b : a));
  const end = run.findLastIndex((part) => part.bottom > highest.bottom) + 1;
  const [upper, rest] = [run.slice(0, end), run.slice(end)];
  if (below.size < upper.length)
    return [...order.filter((each) => !below.has(each)), ...upper, ...below, ...rest];
  const first = order.findIndex((each) => below.has(each));
  return [...order.slice(0, first), ...upper, ...order.slice(first), ...rest];
}
