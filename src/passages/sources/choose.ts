/**
 * Which sources are compared: not those that share most words, since ten copies of one article would hide the only source of another
 * passage, but one after the other the source that adds most words to those chosen before it.
 */
import type { SourceCandidate, WordRange } from '../../comparison.ts';

type Candidate = Pick<SourceCandidate, 'words' | 'ranges'>;

/**
 * Calls `take` for candidates until it has returned true `most` times. A candidate comes first if it adds more words; of equals the
 * one that was given first. Those that add fewer than `least` words come last, in the order given.
 *
 * The gain of a candidate never grows, so it is counted again only when it is first in line (lazy greedy): at most once for every
 * candidate that was taken.
 *
 * @param candidates Those with most words first.
 * @returns How often words were counted.
 */
export function chooseSources<C extends Candidate>(
  candidates: readonly C[],
  most: number,
  least: number,
  take: (candidate: C) => boolean,
): number {
  const known = new Uint8Array(candidates.reduce((end, { ranges }) => Math.max(end, endOf(ranges)), 0));
  // candidates, those that may add most first; `adds` was right when `counted` had been taken
  const line = new Line(candidates.map(({ words }, place): Waiting => ({ place, adds: words, counted: 0 })));
  const rest: number[] = [];
  let taken = 0;
  let counts = 0;
  for (let next = line.pop(); next !== undefined && taken < most; next = line.pop()) {
    const { place, counted } = next;
    const { ranges } = candidates[place];
    if (counted < taken) {
      const adds = newWords(ranges, known);
      counts++;
      if (adds < least) rest.push(place);
      else line.push({ place, adds, counted: taken });
      continue;
    }
    if (!take(candidates[place])) continue;
    for (const [from, to] of ranges) known.fill(1, from, to);
    taken++;
  }
  rest.sort((x, y) => x - y);
  for (const place of rest) {
    if (taken === most) break;
    if (take(candidates[place])) taken++;
  }
  return counts;
}

interface Waiting {
  readonly place: number;
  readonly adds: number;
  readonly counted: number;
}

/** A heap: the one that adds most first, of equals the one with the lowest place. */
class Line {
  /** @param items Sorted. */
  constructor(private readonly items: Waiting[]) {}

  push(item: Waiting): void {
    const { items } = this;
    let at = items.length;
    for (; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isBefore(item, items[parent])) break;
      items[at] = items[parent];
      at = parent;
    }
    items[at] = item;
  }

  pop(): Waiting | undefined {
    const { items } = this;
    const first = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return first;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && isBefore(items[child + 1], items[child])) child++;
      if (!isBefore(items[child], last)) break;
      items[at] = items[child];
      at = child;
    }
    items[at] = last;
    return first;
  }
}

function isBefore(x: Waiting, y: Waiting): boolean {
  return x.adds > y.adds || (x.adds === y.adds && x.place < y.place);
}

function newWords(ranges: readonly WordRange[], known: Uint8Array): number {
  let words = 0;
  for (const [from, to] of ranges) for (let word = from; word < to; word++) words += 1 - known[word];
  return words;
}

function endOf(ranges: readonly WordRange[]): number {
  return ranges.length === 0 ? 0 : ranges[ranges.length - 1][1];
}
