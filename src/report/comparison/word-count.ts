/** How many words of a compared text are in a part of it. */
import type { ComparedText } from '../../comparison.ts';
import { placesBelow } from '../../places-below.ts';

/** Gives the words that begin between two places. */
export function wordCounter({ wordStarts }: ComparedText): (start: number, end: number) => number {
  return (start, end) => placesBelow(wordStarts, end) - placesBelow(wordStarts, start);
}
