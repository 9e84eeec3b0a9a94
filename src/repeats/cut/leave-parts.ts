/**
 * Cuts begin and end where a reader would set them. A heading stays with the text below it, a table or a list is not cut off in its middle,
 * and neither is a sentence that a page break or a short line divides. So at its border a cut leaves units without an end mark if the text goes on.
 */
import type { Span } from '../../comparison.ts';

/** The end of a sentence: its mark, quotes and brackets, and closing tags of HTML. */
const ENDED = /[.!?…։؟۔।。！？；;]["'”’»)\]」』*_`]*(?:\s*<\/[A-Za-z][A-Za-z0-9]*>)*\s*$/u;
/** A line that tells what follows. */
const HEADING = /^\s*(?:#{1,6}\s|\*\*|__|\d+(?:\.\d+)+\.?\s|<h[1-6][\s>])/u;
/** The sentence goes on, or what follows belongs to it. */
const GOES_ON = /[:：,，、]\s*$/u;
const SMALL_LETTER = /^\s*\p{Ll}/u;
const ITEM = /^\s*(?:[-*+•–]|\d+[.)]|\(?[a-z0-9]+\))\s/iu;
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
    const from = first === 0 ? 0 : betterStart(text, units, first, end);
    const to = end === units.length ? end : betterEnd(text, units, from, end);
    isGone.fill(false, first, from);
    isGone.fill(false, Math.max(from, to), end);
    first = isGone.indexOf(true, end);
  }
}

/** The first unit that does not go on with the one before it. */
function betterStart(text: string, units: readonly Span[], first: number, end: number): number {
  for (let unit = first; unit < end && units[unit].start - units[first].start <= REACH; unit++)
    if (!isContinued(text, units[unit - 1], units[unit])) return unit;
  return isShort(units, first, end) ? end : first;
}

/** The unit after the last one that does not go on in the next. */
function betterEnd(text: string, units: readonly Span[], first: number, end: number): number {
  for (let last = end; last > first && units[end - 1].end - units[last - 1].end <= REACH; last--)
    if (!isDivided(text, units[last - 1], units[last])) return last;
  return isShort(units, first, end) ? first : end;
}

/** Nothing with a border of its own is in so short a cut. */
function isShort(units: readonly Span[], first: number, end: number): boolean {
  return first < end && units[end - 1].end - units[first].start <= REACH;
}

/** Whether a border after a unit would divide what belongs together. */
function isDivided(text: string, unit: Span, next: Span): boolean {
  const own = text.slice(unit.start, unit.end);
  if (isHeading(own) || GOES_ON.test(own.slice(-LONGEST_HEADING))) return true;
  if (isEnded(own)) return false;
  if (!ITEM.test(own) && own.split(/\s+/, SENTENCE_WORDS + 1).length > SENTENCE_WORDS) return true;
  if (!isBlankBetween(text, unit, next)) return !areItems(text, unit, next);
  // the name of an item, with its text below it
  return ITEM.test(own) && indentOf(text, next.start) > indentOf(text, unit.start) && !own.includes('\n');
}

/** Whether a unit goes on with what stands before it. */
function isContinued(text: string, before: Span, unit: Span): boolean {
  const known = text.slice(before.start, before.end);
  if (isEnded(known) || isHeading(known)) return false;
  if (SMALL_LETTER.test(text.slice(unit.start, unit.end))) return true;
  return !isBlankBetween(text, before, unit) && !areItems(text, before, unit);
}

function isEnded(unit: string): boolean {
  return ENDED.test(unit.slice(-LONGEST_HEADING));
}

function isHeading(unit: string): boolean {
  return unit.length <= LONGEST_HEADING && HEADING.test(unit);
}

function isBlankBetween(text: string, unit: Span, next: Span): boolean {
  return (
    text
      .slice(unit.start, next.start)
      .trimStart()
      .slice(text.slice(unit.start, unit.end).trim().length)
      .split('\n').length > 2
  );
}

/** Items of one list, of which each stands alone. */
function areItems(text: string, unit: Span, next: Span): boolean {
  const [own, other] = [unit, next].map(({ start, end }) => text.slice(start, end));
  return ITEM.test(own) && ITEM.test(other) && indentOf(text, unit.start) >= indentOf(text, next.start);
}

function indentOf(text: string, at: number): number {
  return at - text.lastIndexOf('\n', at - 1) - 1;
}
