/** Does a sentence end at a full stop, and where? Looks a bounded number of units to either side. */
import { fullStopEnds } from './abbreviations.ts';
import { continuesWord, pairClass, Unit, unitClasses } from './unit-classes.ts';

/** Units that are searched after a stop for the next word, and before it for its own. */
const AHEAD = 24;
const BACK = 24;
const TOKEN = Unit.letter | Unit.mark;

export interface StopContext {
  /** The end of the paragraph. */
  readonly to: number;
  /** The place of the first letter of the sentence. */
  readonly firstLetter: number;
  /** The text has capitals, so that a small letter continues a sentence. */
  readonly hasCase: boolean;
  readonly lang: string | undefined;
}

/** The result of `stopAt`: where to continue, and whether a sentence ends there. */
export interface Stop {
  readonly end: number;
  readonly ends: boolean;
}

/** Judges the stops that begin at `at`. Stops that follow each other, and closing quotes and brackets after them, belong together. */
export function stopAt(text: string, at: number, context: StopContext): Stop {
  const classes = unitClasses();
  const { to } = context;
  let end = at;
  let full = false;
  let loud = false;
  for (; end < to; end++) {
    const unit = classes[text.charCodeAt(end)];
    if ((unit & Unit.stop) === 0) break;
    if ((unit & Unit.fullStop) !== 0) full = true;
    if (!isQuiet(text[end])) loud = true;
  }
  const run = end - at;
  const closed = skipClosers(text, end, to, context.firstLetter !== -1);
  const hasCloser = closed > end;
  // a raised digit before a letter is no note, but the beginning of a word
  if (full && hasCloser && closed < to && continuesWord(text, closed, end)) return { end, ends: true };
  if (full || closed === to) return { end: closed, ends: true };
  if (text[at] === ';' && run === 1) return { end: closed, ends: isSemicolonStop(text, at) };
  const next = classAt(text, closed);
  if ((next & Unit.space) === 0) {
    // no space after the stop: a number, a file name, an address; or a script that has no spaces
    const isLetters = (next & Unit.unspaced) !== 0;
    const isPause = text[at] === '…' && !hasCloser;
    return {
      end: closed,
      ends: isLetters && !isPause && (loud || (classBefore(text, at) & Unit.unspaced) !== 0),
    };
  }
  return { end: closed, ends: spacedStopEnds(text, at, run, closed, loud, context) };
}

/** Judges a comma or semicolon: in a number or a name it ends no clause. */
export function clauseAt(text: string, at: number, to: number): Stop {
  const end = skipClosers(text, at + 1, to, false);
  const isUnspaced = (classBefore(text, at) & Unit.unspaced) !== 0;
  return { end, ends: end === to || isUnspaced || (classAt(text, end) & Unit.space) !== 0 };
}

/** A stop with white space after it. */
function spacedStopEnds(
  text: string,
  at: number,
  run: number,
  closed: number,
  loud: boolean,
  context: StopContext,
): boolean {
  const limit = Math.min(context.to, closed + AHEAD);
  let word = closed;
  while (word < limit && (classAt(text, word) & TOKEN) === 0) word++;
  if (word === limit) return true;
  const next = classAt(text, word);
  if ((next & Unit.lower) !== 0 && context.hasCase) return false;
  if (loud || run > 1 || text[at] === '…') return true;
  const token = tokenBefore(text, at);
  return fullStopEnds(
    {
      token,
      alone: at - token.length <= context.firstLetter,
      afterNumber: isAfterNumber(text, at - token.length),
      next: wordAt(text, word, limit).toLowerCase(),
      nextIsInitial: text[word + 1] === '.',
      nextIsNumber: (next & Unit.digit) !== 0,
    },
    context.lang,
  );
}

/** Closing quotes and brackets, also after a narrow space (« Oui ! »), and note marks (`[12]`, `²`). */
function skipClosers(text: string, at: number, to: number, notes: boolean): number {
  const classes = unitClasses();
  for (;;) {
    if (at >= to) return to;
    const unit = text.charCodeAt(at);
    if ((classes[unit] & Unit.closer) !== 0) at++;
    else if (
      (unit === 0xa0 || unit === 0x202f) &&
      (text[at + 1] === '»' || text[at + 1] === '›') &&
      at + 1 < to
    )
      at += 2;
    else if (!notes) return at;
    else if (unit === 0x5b) {
      const note = /^\[\d{1,3}\]/.exec(text.slice(at, Math.min(to, at + 5)));
      if (note === null) return at;
      at += note[0].length;
    } else if (unit === 0xb2 || unit === 0xb3 || unit === 0xb9 || (unit >= 0x2070 && unit <= 0x2079)) at++;
    else return at;
  }
}

/** Full stops and the pause: they may belong to an abbreviation or continue the sentence. */
function isQuiet(stop: string): boolean {
  return stop === '.' || stop === '…' || stop === '．';
}

/** Chinese written with `;`, and the Greek question mark. */
function isSemicolonStop(text: string, at: number): boolean {
  return (classBefore(text, at) & (Unit.unspaced | Unit.greek)) !== 0;
}

function classAt(text: string, at: number): number {
  const unit = unitClasses()[text.charCodeAt(at)];
  return (unit & Unit.pair) === 0 ? unit : pairClass(text, at);
}

function classBefore(text: string, at: number): number {
  if (at === 0) return 0;
  const unit = text.charCodeAt(at - 1);
  const isLowHalf = unit >= 0xdc00 && unit < 0xe000 && at > 1;
  return isLowHalf ? pairClass(text, at - 2) : unitClasses()[unit];
}

/** The run of letters, digits, hyphens and full stops that ends at `at`. */
function tokenBefore(text: string, at: number): string {
  const classes = unitClasses();
  const limit = Math.max(0, at - BACK);
  let start = at;
  while (start > limit) {
    const unit = text.charCodeAt(start - 1);
    if ((classes[unit] & TOKEN) === 0 && unit !== 0x2e && unit !== 0x2d) break;
    start--;
  }
  return text.slice(start, at);
}

function isAfterNumber(text: string, at: number): boolean {
  const classes = unitClasses();
  const before = at - 1;
  return (
    before > 0 &&
    (classes[text.charCodeAt(before)] & Unit.space) !== 0 &&
    (classes[text.charCodeAt(before - 1)] & Unit.digit) !== 0
  );
}

function wordAt(text: string, at: number, limit: number): string {
  let end = at;
  while (end < limit && (classAt(text, end) & TOKEN) !== 0) end++;
  return text.slice(at, end);
}
