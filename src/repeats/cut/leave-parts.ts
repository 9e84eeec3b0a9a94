/**
 * Cuts begin and end where a reader would set them. A heading stays with the text below it, a table or a list is not cut off in its middle,
 * and neither is a sentence that a page break or a short line divides. So at its border a cut leaves units without an end mark if the text goes on,
 * and a heading if what it is the heading of is left in part.
 */
import type { Span } from '../../comparison.ts';

/** The end of a sentence: its mark, quotes and brackets, and closing tags of HTML. */
const ENDED = /[.!?…։؟۔।。！？；;]["'”’»)\]」』*_`]*(?:\s*<\/[A-Za-z][A-Za-z0-9]*>)*\s*$/u;
/** A line that tells what follows. */
const HEADING = /^\s*(?:#{1,6}\s|\*\*|__|\d+(?:\.\d+)+\.?\s|<h[1-6][\s>])/u;
/** The sentence goes on, or what follows belongs to it. */
const GOES_ON = /[:：,，、]\s*$|\p{L}-\s*$/u;
const SMALL_LETTER = /^\s*\p{Ll}/u;
const ITEM = /^\s*(?:[-*+•–]|\d+[.)]|\(?[a-z0-9]+\))\s/iu;
/** A number may go on after its point. */
const NUMBER_BEGINS = /\d\.$/;
/** The foot of a page and the head of the next. */
const PAGE_BREAK_LINES = 2;
/** What an item begins with, and nothing else. */
const MARKER = /^\s*\(?(?:\p{L}|\d{1,3}|[ivx]{2,5})[.)]\s*$/u;
/** The longest heading, in characters. */
const LONGEST_HEADING = 120;
/** A line of as many words that has no end mark is a sentence that a page break divides, not a row or the name of something. */
const SENTENCE_WORDS = 8;

/** A border moves by so many characters at most: if there is no better one, it stays where it is. */
const REACH = 400;

/** @param isGone Whether each unit goes: those that would be left as parts are kept. */
export function leaveParts(text: string, units: readonly Span[], isGone: boolean[]): void {
  for (let first = isGone.indexOf(true); first !== -1; ) {
    const next = isGone.indexOf(false, first);
    const end = next === -1 ? units.length : next;
    const start = first === 0 ? 0 : betterStart(text, units, first, end);
    const to = end === units.length ? end : betterEnd(text, units, start, end);
    // the title of the whole text goes with its first words
    const from = first === 0 || to === units.length ? start : afterHeading(text, units, start, to);
    isGone.fill(false, first, from);
    isGone.fill(false, Math.max(from, to), end);
    first = isGone.indexOf(true, end);
  }
}

/** The first unit that does not go on with the one before it. */
function betterStart(text: string, units: readonly Span[], first: number, end: number): number {
  for (let unit = first; unit < end && units[unit].start - units[first].start <= REACH; unit++)
    if (!isContinued(text, units, unit)) return unit;
  return isShort(units, first, end) ? end : first;
}

/** The unit after the last one that does not go on in the next. */
function betterEnd(text: string, units: readonly Span[], first: number, end: number): number {
  for (let last = end; last > first && units[end - 1].end - units[last - 1].end <= REACH; last--)
    if (!isDivided(text, units, last)) return last;
  return isShort(units, first, end) ? first : end;
}

/** The unit after the headings with which a cut begins, if text under the last of them is left: then they are still the headings of something. */
function afterHeading(text: string, units: readonly Span[], first: number, end: number): number {
  let from = first;
  while (from < end && isTitle(text, units, from)) from++;
  if (from === first || from === end || isTitle(text, units, end)) return first;
  for (let unit = from; unit < end; unit++) if (isTitle(text, units, unit)) return first;
  return from;
}

/** Nothing with a border of its own is in so short a cut. */
function isShort(units: readonly Span[], first: number, end: number): boolean {
  return first < end && units[end - 1].end - units[first].start <= REACH;
}

/** Whether a border after the unit before `end` would divide what belongs together. */
function isDivided(text: string, units: readonly Span[], end: number): boolean {
  const [unit, next] = [units[end - 1], units[end]];
  const own = text.slice(unit.start, unit.end);
  if (isHeading(own) || isUnfinished(text, units, end - 1)) return true;
  if (isEnded(own)) {
    const isNumber = NUMBER_BEGINS.test(own) && /^\d/.test(text.slice(next.start, next.end));
    return isNumber || (isNumberedName(own) && !isBreakBetween(text, unit, next));
  }
  if (!isBlankBetween(text, unit, next)) return !areItems(text, unit, next);
  if (isNameOf(text, unit, next) || isTitleOf(text, units, end - 1)) return true;
  const before = beforePageBreak(text, units, end - 1);
  return before !== end - 1 && isUnfinished(text, units, before);
}

/** Whether a unit that is not the first goes on with what stands before it. */
function isContinued(text: string, units: readonly Span[], at: number): boolean {
  const [before, unit] = [units[at - 1], units[at]];
  const known = text.slice(before.start, before.end);
  if (MARKER.test(known) && !isBreakBetween(text, before, unit)) return true;
  if (isEnded(known) || isHeading(known)) return false;
  if (SMALL_LETTER.test(text.slice(unit.start, unit.end))) return true;
  if (areItems(text, before, unit)) return false;
  if (!isBlankBetween(text, before, unit)) return true;
  return isUnfinished(text, units, beforePageBreak(text, units, at - 1));
}

/** Whether a unit is a sentence, or part of one, that goes on in what follows. */
function isUnfinished(text: string, units: readonly Span[], at: number): boolean {
  const own = text.slice(units[at].start, units[at].end);
  if (GOES_ON.test(own.slice(-LONGEST_HEADING))) return true;
  if (isEnded(own)) return false;
  if (!ITEM.test(own) && own.split(/\s+/, SENTENCE_WORDS + 1).length > SENTENCE_WORDS) return true;
  // a sentence of a paragraph, however short
  return at > 0 && !isBreakBetween(text, units[at - 1], units[at]);
}

/** The unit before the lines of a page break, of which this one may be the last: each is by itself, and has no end mark. */
function beforePageBreak(text: string, units: readonly Span[], at: number): number {
  let unit = at;
  while (unit > 0 && at - unit < PAGE_BREAK_LINES && isTitle(text, units, unit)) unit--;
  return unit;
}

/** Whether a unit is the name of what stands below it, further to the right. */
function isNameOf(text: string, unit: Span, next: Span): boolean {
  return (
    !text.slice(unit.start, unit.end).includes('\n') &&
    indentOf(text, next.start) > indentOf(text, unit.start)
  );
}

/** Whether a unit is the name of a numbered section: `16) Changes.` before its text. */
function isNumberedName(own: string): boolean {
  return ITEM.test(own) && own.trim().split(/\s+/, SENTENCE_WORDS + 1).length <= SENTENCE_WORDS;
}

/** Whether a unit is a title, with sentences below it. */
function isTitleOf(text: string, units: readonly Span[], at: number): boolean {
  const { start, end } = units[at + 1];
  return isTitle(text, units, at) && !isTitle(text, units, at + 1) && isEnded(text.slice(start, end));
}

/** Whether a unit is a line by itself without an end mark. */
function isTitle(text: string, units: readonly Span[], at: number): boolean {
  const [unit, next] = [units[at], units[at + 1]];
  if (unit.end - unit.start > LONGEST_HEADING) return false;
  const own = text.slice(unit.start, unit.end).trim();
  if (own.includes('\n') || isEnded(own) || GOES_ON.test(own) || SMALL_LETTER.test(own)) return false;
  const isAlone = at === 0 || isBlankBetween(text, units[at - 1], unit);
  return isAlone && (next === undefined || isBlankBetween(text, unit, next));
}

function isEnded(unit: string): boolean {
  return ENDED.test(unit.slice(-LONGEST_HEADING));
}

function isHeading(unit: string): boolean {
  return unit.length <= LONGEST_HEADING && HEADING.test(unit);
}

function isBlankBetween(text: string, unit: Span, next: Span): boolean {
  return breaksBetween(text, unit, next) > 1;
}

function isBreakBetween(text: string, unit: Span, next: Span): boolean {
  return breaksBetween(text, unit, next) > 0;
}

/** Line breaks between a unit and the next, of which the white space between them may be part. */
function breaksBetween(text: string, unit: Span, next: Span): number {
  const end = unit.start + text.slice(unit.start, unit.end).trimEnd().length;
  const start = next.start + text.slice(next.start, next.end).search(/\S/);
  return text.slice(end, start).split('\n').length - 1;
}

/** Items of one list, of which each stands alone. */
function areItems(text: string, unit: Span, next: Span): boolean {
  const [own, other] = [unit, next].map(({ start, end }) => text.slice(start, end));
  return ITEM.test(own) && ITEM.test(other) && indentOf(text, unit.start) >= indentOf(text, next.start);
}

function indentOf(text: string, at: number): number {
  return at - text.lastIndexOf('\n', at - 1) - 1;
}
