/** Lines become paragraphs: lines that continue are joined, and words cut at line ends are made whole. */
import { joinsLines } from '../../text/unspaced.ts';
import type { Line } from './page-lines.ts';

/** @param pages The lines of each page in reading order, heads and feet already removed. */
export function runningText(pages: readonly (readonly Line[])[]): string {
  const lines = pages.flat();
  if (lines.length === 0) return '';
  const hyphens = new Hyphens(lines);
  const parts: string[] = [lines[0].text];
  let page = 0;
  let left = pages[0].length;
  while (left === 0) left = pages[++page].length;
  for (let i = 1; i < lines.length; i++) {
    left--;
    const newPage = left === 0;
    while (left === 0) left = pages[++page].length;
    const [before, line] = [lines[i - 1], lines[i]];
    const whole = hyphens.isBroken(before, line) ? hyphens.mend(parts.pop()!, line.text) : undefined;
    if (whole !== undefined) {
      parts.push(whole);
      continue;
    }
    const between = separator(before, line, newPage);
    parts.push(between === '' && !newPage && standsApart(lines, i) ? '\n\n' : between, line.text);
  }
  return parts.join('');
}

const LIST_ITEM = /^(?:[•◦▪‣·*–—-]|\(?[0-9a-zA-Z]{1,3}[.)]|[0-9]+(?:\.[0-9]+)+\.?)(?:\s|$)/;
/** The end of a line with its hyphen. It begins where a word does: from each of its letters on, long words would take quadratic time. */
const HYPHENED = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+[-\u00ad\u2010]$/u;
const SENTENCE_END = /[.!?:;。！？：…]["'”’»)\]]*$/;

function separator(before: Line, line: Line, newPage: boolean): string {
  const size = Math.min(before.top - before.bottom, line.top - line.bottom);
  const width = Math.max(1, before.columnRight - before.columnLeft);
  const missing = before.columnRight - before.right;
  const isShort = missing > 0.15 * width;
  const ended = SENTENCE_END.test(before.text);
  const otherSize = Math.abs(line.top - line.bottom - (before.top - before.bottom)) > 0.25 * size;
  if (otherSize || LIST_ITEM.test(line.text)) return '\n\n';
  // across the end of a page or column only the sentence decides
  if (newPage || line.top > before.top) {
    const begins = isShort && !/^\p{Ll}/u.test(line.text);
    return ended || begins ? '\n\n' : joint(before.text, line.text);
  }
  const gap = before.bottom - line.top;
  if (gap > 0.6 * size) return '\n\n';
  if (isShort && ended) return '\n\n';
  const indented = line.left - line.columnLeft > 0.8 * size && before.left - line.columnLeft < 0.4 * size;
  if (indented && ended) return '\n\n';
  return isShort && missing > 0.4 * width ? '\n' : joint(before.text, line.text);
}

/** Whether a line is farther below the one before it than lines beside them. Scripts without spaces may have no other sign of a new paragraph. */
function standsApart(lines: readonly Line[], index: number): boolean {
  const [first, before, line, last] = [-2, -1, 0, 1].map((step) => lines[index + step]);
  const height = line.top - line.bottom;
  const usual = Math.min(
    ...[stepsBelow(first, before), stepsBelow(line, last)]
      // signs make some lines taller: both edges count
      .map((steps) => Math.max(...steps))
      // less is no step, but to a cell beside it
      .filter((step) => step > height / 2),
  );
  return Math.min(...stepsBelow(before, line)) > usual + APART * height;
}

/** How far the upper and the lower edge of a line are above those of the next. */
function stepsBelow(line: Line | undefined, next: Line | undefined): readonly number[] {
  if (line === undefined || next === undefined) return [];
  return [line.top - next.top, line.bottom - next.bottom];
}

/** How much farther a new paragraph is, by the height of a line. */
const APART = 0.25;

function joint(before: string, after: string): string {
  return joinsLines(before, after) ? '' : ' ';
}

/**
 * Does the hyphen at a line end only break the word, or is it part of the word? The rest of the document decides by
 * the same word; if it does not occur, by most other words.
 */
class Hyphens {
  readonly #words = new Map<string, number>();
  readonly #breaks: boolean;

  constructor(lines: readonly Line[]) {
    for (const { text } of lines) {
      for (const word of text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*/gu) ?? []) {
        this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
      }
    }
    let broken = 0;
    let own = 0;
    for (let i = 1; i < lines.length; i++) {
      if (!this.isBroken(lines[i - 1], lines[i])) continue;
      const verdict = this.#verdict(lines[i - 1].text, lines[i].text);
      if (verdict === true) broken++;
      else if (verdict === false) own++;
    }
    this.#breaks = broken >= own;
  }

  isBroken(before: Line, line: Line): boolean {
    return /[\p{L}\p{N}][-\u00ad\u2010]$/u.test(before.text) && /^\p{L}/u.test(line.text);
  }

  mend(before: string, after: string): string {
    const breaks = this.#verdict(before, after) ?? this.#breaks;
    return (breaks ? before.slice(0, -1) : before) + after;
  }

  #verdict(before: string, after: string): boolean | undefined {
    const head = HYPHENED.exec(before)?.[0].slice(0, -1).toLowerCase() ?? '';
    const tail = /^[\p{L}\p{M}\p{N}]+/u.exec(after)?.[0] ?? '';
    if (before.endsWith('\u00ad')) return true;
    // a name or a number after the hyphen: Sigma-Aldrich, IPv6-Only
    if (/^\p{Lu}/u.test(tail) || /\p{N}$/u.test(head)) return false;
    const whole = this.#words.get(head + tail.toLowerCase()) ?? 0;
    const hyphened = this.#words.get(`${head}-${tail.toLowerCase()}`) ?? 0;
    return whole === hyphened ? undefined : whole > hyphened;
  }
}
