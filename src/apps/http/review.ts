/**
 * Reviews: a person's verdict on a pair of documents. The last one of a pair counts. A pair is known by its ids, and by its texts if they are
 * named: next year's `essay-1.txt` is another one.
 */
export const REVIEW_STATES = ['certain', 'suspicious', 'innocent'] as const;

export interface ReviewedPair {
  readonly a: string;
  readonly b: string;
  /** The SHA-256 of each text, to recognize it. */
  readonly texts?: { readonly a: string; readonly b: string };
}

export interface Review extends ReviewedPair {
  /** Undefined if there is only a note. */
  readonly state?: (typeof REVIEW_STATES)[number];
  readonly note?: string;
  /** When it was written, ISO 8601. */
  readonly time: string;
}

/** A pair is the same in either order. */
export function pairKey({ a, b, texts }: ReviewedPair): string {
  const sides = [
    [a, texts?.a],
    [b, texts?.b],
  ];
  return JSON.stringify(sides.map((side) => JSON.stringify(side)).sort());
}
