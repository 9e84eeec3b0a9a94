/**
 * Running heads, running feet and page numbers: lines at the edge of pages that stand apart from the text and say nearly
 * the same on the pages around. They belong to the paper, not to the text.
 */

/** A line at the edge of a page, as far as it matters here. */
export interface EdgeLine {
  readonly text: string;
  /** How far from the edge it stands, where that is known; lines of one kind stand on one height. */
  readonly height: number;
  /** More than the usual distance separates it from the text. */
  readonly apart: boolean;
}

/** Lines that a head or foot has at most. */
const MAX_LINES = 4;
/** Pages on which a line is looked for again: left and right pages alternate. */
const NEIGHBORS = [1, 2, -1, -2];

/**
 * How many lines to leave out at the beginning of each page.
 * @param edges For each page its outermost lines, from the edge inward.
 */
export function furniture(edges: readonly (readonly EdgeLine[])[]): number[] {
  const taken = edges.map(() => 0);
  const words = edges.map((lines) => lines.slice(0, MAX_LINES).map((line) => pattern(line.text)));
  for (let round = 0; round < MAX_LINES; round++) {
    const heights = new Map<number, number[]>();
    edges.forEach((lines, page) => {
      // only pages that lost a line in every round before
      const line = taken[page] === round ? lines[round] : undefined;
      if (line === undefined || round >= MAX_LINES) return;
      const height = Math.round(line.height / 4);
      heights.set(height, [...(heights.get(height) ?? []), page]);
    });
    let more = false;
    for (const pages of heights.values()) {
      const enough = (test: (page: number) => boolean) => pages.filter(test).length >= 0.6 * pages.length;
      const found =
        pages.length >= 2 &&
        // a page of which nothing else would be left is text
        enough((page) => edges[page].length > round + 1) &&
        enough((page) => edges[page][round].apart || edges[page][round + 1]?.apart) &&
        enough((page) => hasLikeness(page, round, words, edges));
      if (!found) continue;
      for (const page of pages) taken[page] = round + 1;
      more = true;
    }
    if (!more) break;
  }
  return taken;
}

/** One of the pages around begins with nearly the same line. */
function hasLikeness(
  page: number,
  round: number,
  words: readonly (readonly string[])[][],
  edges: readonly (readonly EdgeLine[])[],
): boolean {
  return NEIGHBORS.some((step) => {
    const other = page + step;
    if (words[other]?.[round] === undefined) return false;
    const far = Math.abs(edges[other][round].height - edges[page][round].height) > 6;
    return !far && likeness(words[page][round], words[other][round]) >= 0.5;
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
