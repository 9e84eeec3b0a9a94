/** How many words of a compared text are in a part of it. */
import type { ComparedText } from '../../comparison.ts';

/** Gives the words that begin between two places. */
export function wordCounter({ wordStarts }: ComparedText): (start: number, end: number) => number {
  return (start, end) => placesBelow(wordStarts, end) - placesBelow(wordStarts, start);
}

/** How many of these ascending places are below a limit. */
export function placesBelow(ascending: Uint32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
