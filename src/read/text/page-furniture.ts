/**
 * Running heads, running feet and page numbers: lines at the edge of pages that are set apart from the text and are nearly
 * the same on neighboring pages. They belong to the paper, not to the text.
 */

/** The relevant facts about a line at the edge of a page. */
export interface EdgeLine {
  readonly text: string;
  /** Its distance from the edge, if that is known; lines of one kind have the same. */
  readonly height: number;
  /** More than the usual distance separates it from the text. */
  readonly apart: boolean;
}

/** The outermost lines of a page, from the edge inward. */
export interface PageEdge {
  readonly lines: readonly EdgeLine[];
  /** How many lines the page has, and how many UTF-16 units. */
  readonly total: number;
  readonly units: number;
  /** UTF-16 units of the lines that were left out at the other edge. */
  readonly gone?: number;
}

/** Lines that a head or foot has at most. */
const MAX_LINES = 4;
/** The share of a page that head and foot may be together: a title that is more of a slide, form or certificate is its text. */
const MAX_SHARE = 0.25;
/** How many neighboring pages are searched for a similar line: left and right pages alternate. */
const NEIGHBORS = [1, 2, -1, -2];
/** Lines that have this share of words in common are nearly the same. */
const ALIKE = 0.75;
/** Share of the pages with a line at this height that must look like pages with a head or foot. */
const MOST = 0.6;

/** How many lines to leave out at the beginning of each page. */
export function furniture(edges: readonly PageEdge[]): number[] {
  const taken = edges.map(() => 0);
  const words = edges.map(({ lines }) => lines.slice(0, MAX_LINES).map((line) => pattern(line.text)));
  for (let round = 0; round < MAX_LINES; round++) {
    const heights = new Map<number, number[]>();
    edges.forEach(({ lines }, page) => {
      // only pages that lost a line in every round before
      const line = taken[page] === round ? lines[round] : undefined;
      if (line === undefined) return;
      const height = Math.round(line.height / 4);
      const pages = heights.get(height);
      if (pages === undefined) heights.set(height, [page]);
      else pages.push(page);
    });
    let more = false;
    for (const pages of heights.values()) {
      const most = (test: (page: number) => boolean) => pages.filter(test).length >= MOST * pages.length;
      const found =
        pages.length >= 2 &&
        // if little or nothing else of a page would be left, the line is text
        most((page) => edges[page].total > round + 1) &&
        most((page) => isSmallPart(edges[page], round + 1) || isNumbered(page, round, edges)) &&
        most((page) => edges[page].lines[round].apart || edges[page].lines[round + 1]?.apart) &&
        most((page) => hasLikeness(page, round, words, edges));
      if (!found) continue;
      for (const page of pages) taken[page] = round + 1;
      more = true;
    }
    if (!more) break;
  }
  return taken;
}

function isSmallPart({ lines, units, gone = 0 }: PageEdge, count: number): boolean {
  const edge = lines.slice(0, count).reduce((sum, line) => sum + line.text.trim().length, 0);
  return gone + edge <= MAX_SHARE * units;
}

/** The line differs from that of the next or previous page only in a number that counts the pages. */
function isNumbered(page: number, round: number, edges: readonly PageEdge[]): boolean {
  const line = edges[page].lines[round].text;
  return NEIGHBORS.some((step) => {
    const other = edges[page + step]?.lines[round]?.text;
    if (other === undefined || other.replaceAll(/\d+/g, '#') !== line.replaceAll(/\d+/g, '#')) return false;
    const numbers = other.match(/\d+/g) ?? [];
    return (line.match(/\d+/g) ?? []).some((number, i) => Number(numbers[i]) === Number(number) + step);
  });
}

/** One of the pages around begins with nearly the same line. */
function hasLikeness(
  page: number,
  round: number,
  words: readonly (readonly string[])[][],
  edges: readonly PageEdge[],
): boolean {
  return NEIGHBORS.some((step) => {
    const other = page + step;
    if (words[other]?.[round] === undefined) return false;
    const far = Math.abs(edges[other].lines[round].height - edges[page].lines[round].height) > 6;
    return !far && likeness(words[page][round], words[other][round]) >= ALIKE;
  });
}

/** The words of a line with numbers of all kinds made alike. */
function pattern(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
  return words.map((word) => (/^(?:\p{N}+|[ivxlc]+)$/u.test(word) ? '#' : word));
}

/** Share of words in common, as often as they occur. */
function likeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  return (2 * common) / (a.length + b.length);
}
