/**
 * The order of reading is the order in which the file draws, unless places contradict it: a box above another is read before it.
 * Programs draw columns, cells and paragraphs one after the other; only heads, feet, bold words and fields come out of turn.
 */
import { type Box, union, type Word } from './page-words.ts';
import { type Drawn, takeTurns } from './reading-turns.ts';
import { besideEachOther, Strips } from './strips.ts';

/** Words of one row that are drawn one after the other. */
interface Stretch extends Drawn {
  readonly words: readonly Word[];
}

/** Rows of words in the order of reading, each from left to right; undefined if the order of drawing says nothing. */
export function inDrawingOrder(words: readonly Word[]): Word[][] | undefined {
  const stretches = stretchesOf(words);
  if (stretches.length > MAX_STRETCHES) return undefined;
  const strips = new Strips(stretches);
  return takeTurns(stretches, strips) ? rowsOf(fromAbove(stretches, strips)) : undefined;
}

/** More than any readable page has. */
const MAX_STRETCHES = 5_000;
/** A gap of this many heights of a line divides cells and columns. */
export const WIDE_GAP = 3;

function heightOf({ bottom, top }: Box): number {
  return top - bottom;
}

function stretchesOf(words: readonly Word[]): Stretch[] {
  const stretches: { words: Word[]; box: Box }[] = [];
  for (const word of words) {
    const last = stretches.at(-1);
    if (last !== undefined && continues(last.words.at(-1)!, word, last.box)) {
      last.words.push(word);
      last.box = union(last.box, word);
    } else stretches.push({ words: [word], box: word });
  }
  return stretches.map(({ words: those, box: { left, right, bottom, top } }, turn) => {
    return { words: those, left, right, bottom, top, turn, added: those[0].added };
  });
}

function continues(before: Word, word: Word, stretch: Box): boolean {
  if (before.added !== word.added || !besideEachOther(before, word)) return false;
  const gap = Math.max(word.left - stretch.right, stretch.left - word.right);
  return gap < WIDE_GAP * heightOf(before);
}

/** By turns, but a stretch waits for those above it. */
function fromAbove(stretches: readonly Stretch[], strips: Strips<Stretch>): Stretch[] {
  const waiting = new Map<Stretch, Stretch[]>();
  /** The next one is the last. */
  const ready: Stretch[] = [];
  const result: Stretch[] = [];
  const tryNext = (stretch: Stretch) => {
    const above = strips.above(stretch);
    if (above === undefined)
      ready.splice(ready.findLastIndex((each) => each.turn >= stretch.turn) + 1, 0, stretch);
    else if (waiting.get(above)?.push(stretch) === undefined) waiting.set(above, [stretch]);
  };
  for (const stretch of [...stretches].sort((a, b) => a.turn - b.turn)) {
    tryNext(stretch);
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      result.push(next);
      strips.remove(next);
      for (const each of waiting.get(next)?.reverse() ?? []) tryNext(each);
    }
  }
  return result;
}

/** Stretches of one row that follow each other are one line. */
function rowsOf(stretches: readonly Stretch[]): Word[][] {
  const rows: { words: Word[]; box: Box }[] = [];
  for (const stretch of stretches) {
    const last = rows.at(-1);
    if (last !== undefined && besideEachOther(last.box, stretch)) {
      last.words.push(...stretch.words);
      if (heightOf(stretch) > heightOf(last.box)) last.box = stretch;
    } else rows.push({ words: [...stretch.words], box: stretch });
  }
  return rows.map(({ words }) => words.sort((a, b) => a.left - b.left));
}
