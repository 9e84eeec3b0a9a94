/** Which units of a paragraph are inside quotation marks, or in a quoted block (lines that begin with `>`). */
import { QUOTES, Unit, unitClasses } from './unit-classes.ts';

/** Pairs of marks, by number. If a mark opens one pair and closes another, the open pair decides. */
const Pair = {
  straight: 0,
  double: 1,
  low: 2,
  angled: 3,
  reversed: 4,
  corner: 5,
  white: 6,
  single: 7,
} as const;
const PAIRS = 8;
const NOWHERE = -1;

/**
 * A byte for every unit of `text[from, to)`, 1 inside a quotation; undefined if there is none. A mark that is never closed
 * in its paragraph opens nothing. Linear: every pair of marks fills each place at most once.
 */
export function quotedUnits(text: string, from: number, to: number): Uint8Array | undefined {
  const open = new Int32Array(PAIRS).fill(NOWHERE);
  let inside: Uint8Array | undefined;
  const fill = (start: number, end: number) => {
    inside ??= new Uint8Array(to - from);
    inside.fill(1, start - from, end - from);
  };
  for (let at = nextMark(text, from); at < to; at = nextMark(text, at + 1)) {
    if (text[at] === '>') continue;
    const pair = pairOf(text, at, open);
    if (pair < 0) continue;
    if (open[pair] === NOWHERE) open[pair] = at;
    else {
      fill(open[pair], at);
      open[pair] = NOWHERE;
    }
  }
  for (let line = from; line < to; ) {
    const next = text.indexOf('\n', line);
    const end = next === -1 || next >= to ? to : next + 1;
    if (isQuotedLine(text, line, end)) fill(line, end);
    line = end;
  }
  return inside;
}

const MARK = new RegExp(`[>${QUOTES}]`, 'g');

/** Where the next unit is that may begin a quotation or a quoted line; the end of the text if there is none. */
export function nextMark(text: string, from: number): number {
  MARK.lastIndex = from;
  return MARK.test(text) ? MARK.lastIndex - 1 : text.length;
}

/** True if the line that begins at `at` belongs to a quoted block. */
export function isQuotedLine(text: string, at: number, end: number): boolean {
  const last = Math.min(end, at + 4);
  while (at < last && text[at] === ' ') at++;
  return at < end && text[at] === '>';
}

/** The pair that the mark at `at` opens (if it is not open) or closes; -1 if it does neither. */
function pairOf(text: string, at: number, open: Int32Array): number {
  const before = at === 0 ? Unit.space : unitClasses()[text.charCodeAt(at - 1)];
  const after = at + 1 < text.length ? unitClasses()[text.charCodeAt(at + 1)] : Unit.space;
  const opens = (pair: number) => (open[pair] === NOWHERE ? pair : -1);
  const closes = (pair: number) => (open[pair] === NOWHERE ? -1 : pair);
  switch (text[at]) {
    case '"':
    case '＂':
      if (open[Pair.straight] !== NOWHERE) return Pair.straight;
      // an opening mark is before a word and not after one (5" is five inches)
      return (after & Unit.space) !== 0 || (before & Unit.letter) !== 0 ? -1 : Pair.straight;
    case '„':
      return opens(Pair.low);
    case '“':
      return open[Pair.low] === NOWHERE ? opens(Pair.double) : Pair.low;
    case '”':
      return open[Pair.low] === NOWHERE ? closes(Pair.double) : Pair.low;
    case '«':
    case '‹':
      return open[Pair.reversed] === NOWHERE ? opens(Pair.angled) : Pair.reversed;
    case '»':
    case '›':
      if (open[Pair.angled] !== NOWHERE) return Pair.angled;
      return (before & Unit.space) !== 0 && (after & Unit.space) === 0 ? opens(Pair.reversed) : -1;
    case '「':
      return opens(Pair.corner);
    case '」':
      return closes(Pair.corner);
    case '『':
      return opens(Pair.white);
    case '』':
      return closes(Pair.white);
    case '‘':
      return opens(Pair.single);
    default:
      // ’, unless it is an apostrophe: that has a letter after it
      return (after & Unit.letter) !== 0 ? -1 : closes(Pair.single);
  }
}
