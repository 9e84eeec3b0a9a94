/** Running heads and feet of pages: which lines may be one, by their place and size. */
import { furniture, type PageEdge } from '../../text/page-furniture.ts';
import type { Line, PageLines } from './page-lines.ts';

/** The lines of each page; lines in other directions come last. If there is room for one only, the foot goes: a head may be a title. */
export function withoutFurniture(pages: readonly PageLines[]): Line[][] {
  const feet = furniture(pages.map((page) => edgeOf(page, page.lines, -1)));
  const rest = pages.map(({ lines }, i) => without(lines, feet[i], -1));
  const heads = furniture(pages.map((page, i) => edgeOf(page, rest[i], 1)));
  return pages.map((page, i) => [...without(rest[i], heads[i], 1), ...page.aside]);
}

/** The most lines of the edge of a page. */
const EDGE = 5;
/** The share of the height of a page in which heads and feet are. */
const MARGIN = 0.12;
/** Headings are larger than the text, running heads are not. */
const LARGER = 1.25;

/** From the upper edge downward, or from the lower edge upward. */
function fromEdge(lines: readonly Line[], direction: 1 | -1): Line[] {
  return [...lines].sort((a, b) => direction * (b.top - a.top));
}

function edgeOf(page: PageLines, lines: readonly Line[], direction: 1 | -1): PageEdge {
  const sorted = fromEdge(lines, direction);
  const usual = median(page.lines.map(sizeOf));
  const margin = MARGIN * (page.top - page.bottom);
  const isInMargin = (line: Line) =>
    direction === 1 ? line.top > page.top - margin : line.bottom < page.bottom + margin;
  const end = sorted.findIndex((line) => !isInMargin(line) || sizeOf(line) > LARGER * usual);
  const count = Math.min(EDGE, end === -1 ? sorted.length : end);
  const edge = sorted.slice(0, count).map((line, i) => {
    const next = sorted[i + 1];
    const gap =
      next === undefined ? Infinity : direction === 1 ? line.bottom - next.top : next.bottom - line.top;
    return { text: line.text, height: line.bottom, apart: gap > 0.4 * sizeOf(line) };
  });
  const units = unitsOf(page.lines);
  return { lines: edge, total: lines.length, units, gone: units - unitsOf(lines) };
}

function sizeOf(line: Line): number {
  return line.top - line.bottom;
}

function unitsOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function without(lines: readonly Line[], count: number, direction: 1 | -1): Line[] {
  if (count === 0) return [...lines];
  const gone = new Set(fromEdge(lines, direction).slice(0, count));
  return lines.filter((line) => !gone.has(line));
}
