/** Line ends within a paragraph that end a sentence: before list items and indented lines, after headings and table rows. */
import { isQuotedLine } from './quotes.ts';
import { Unit, unitClasses } from './unit-classes.ts';

/** Units of a line that are looked at. */
const LOOK = 64;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const CLOSING_BRACKET = 0x29;
const MARKER = /^[ \t>]*(?:[-*+•·‣▪◦●○■□⁃][ \t]+|\(?\d{1,3}[.)][ \t]+|\(?[a-zа-яіїєґ][)][ \t]+)/i;
const DASH = /^[ \t]*[–—―][ \t]*(?!\p{Ll})\S/u;
const HEADING = /^ {0,3}#{1,6} /;
const RULE = /^[ \t]*([-=_*~#])[ \t]?\1[ \t]?\1/;

/**
 * Whether the line end between two lines that are not both plain ends a sentence.
 *
 * @param line Where the line begins that ends with the line feed at `end`.
 * @param to The end of the paragraph.
 */
export function lineEndsSentence(text: string, line: number, end: number, to: number): boolean {
  const next = end + 1;
  const head = text.slice(next, Math.min(to, next + LOOK));
  const own = text.slice(line, Math.min(end, line + LOOK));
  if (MARKER.test(head) || DASH.test(head) || HEADING.test(head) || RULE.test(head)) return true;
  if (HEADING.test(own) || RULE.test(own)) return true;
  if (isQuotedLine(text, line, end) !== isQuotedLine(text, next, to)) return true;
  // the first line of an indented paragraph
  const indent = indentOf(head);
  if (indent >= 2 && indent > (MARKER.exec(own)?.[0].length ?? indentOf(own))) return true;
  return isTableRow(own);
}

/** Begins with a letter, as nearly all lines do, so that no rule applies between two of them; other lines are tested with patterns. */
export function isPlainLine(text: string, line: number, to: number): boolean {
  const first = unitClasses()[text.charCodeAt(line)];
  if ((first & (Unit.letter | Unit.digit)) !== Unit.letter) return false;
  if (text.charCodeAt(line + 1) === CLOSING_BRACKET) return false;
  const last = Math.min(to, line + LOOK);
  let before = 0;
  for (let at = line + 1; at < last; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= SPACE) {
      if (unit === LINE_FEED) break;
      if (unit === TAB || (unit === SPACE && before === SPACE)) return false;
    }
    before = unit;
  }
  return true;
}

function indentOf(line: string): number {
  let indent = 0;
  while (indent < line.length && (line[indent] === ' ' || line[indent] === '\t')) indent++;
  return indent;
}

/** Cells are separated by tabs, or by three spaces and more. */
function isTableRow(line: string): boolean {
  if (line.trim().includes('   ')) return true;
  const tab = line.indexOf('\t', indentOf(line));
  return tab !== -1 && (unitClasses()[line.charCodeAt(tab + 1)] & Unit.space) === 0;
}
