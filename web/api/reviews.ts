/** Verdicts and notes on pairs, in one place: what is shown, filtered or exported is read from here. */
import { signal } from '@preact/signals';
import { inCollection, json } from './client.ts';
import type { Review, ReviewedPair } from './types.ts';

const known = signal<ReadonlyMap<string, Review>>(new Map());
/** Reviews are written one after the other: the last one counts. */
let written: Promise<unknown> = Promise.resolve();

export async function loadReviews(): Promise<void> {
  await written;
  const { reviews } = await json<{ reviews: readonly Review[] }>(inCollection('reviews'));
  known.value = new Map(reviews.map((review) => [pairKey(review), review]));
}

export function reviewOf(pair: ReviewedPair): Review | undefined {
  return known.value.get(pairKey(pair));
}

/** Writes the review of a pair. One without a verdict and a note is removed. */
export function writeReview(review: Review): Promise<void> {
  const key = pairKey(review);
  const before = known.value.get(key);
  const isEmpty = review.state === undefined && review.note === undefined;
  if (isEmpty && before === undefined) return Promise.resolve();
  set(key, isEmpty ? undefined : review);
  const { a, b, texts } = review;
  const done = written.then(async () => {
    try {
      if (isEmpty) await json(inCollection('reviews', 'remove'), { body: { a, b, texts } });
      else await json(inCollection('reviews'), { method: 'PUT', body: review });
    } catch (problem) {
      // what is shown next is what is stored
      set(key, before);
      throw problem;
    }
  });
  written = done.catch(() => undefined);
  return done;
}

function set(key: string, review: Review | undefined): void {
  const next = new Map(known.value);
  if (review === undefined) next.delete(key);
  else next.set(key, review);
  known.value = next;
}

/** A pair is the same in either order, and another one if a text is another one. */
function pairKey({ a, b, texts }: ReviewedPair): string {
  const sides = [
    [a, texts?.a],
    [b, texts?.b],
  ];
  return JSON.stringify(sides.map((side) => JSON.stringify(side)).sort());
}
