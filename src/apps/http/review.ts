/**
 * Reviews: a person's verdict on a pair of documents. The last one of a pair counts. A pair is known by its ids, and by its texts if they are
 * named: next year's `essay-1.txt` is another one.
 */
import type { ReviewedPair } from './answers.ts';

/** A pair is the same in either order. */
export function pairKey({ a, b, texts }: ReviewedPair): string {
  const sides = [
    [a, texts?.a],
    [b, texts?.b],
  ];
  return JSON.stringify(sides.map((side) => JSON.stringify(side)).sort());
}
