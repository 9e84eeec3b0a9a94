/** The verdict and the note on a pair, as fields that are stored when they change. */
import { reviewCells as cellsOf } from '../../src/report/pages/class/browser/review-cells.ts';
import { reviewOf } from '../api/reviews.ts';
import type { Review, ReviewedPair } from '../api/types.ts';

/** @param names Those that are shown. */
export function reviewCells(
  { a, b, texts }: ReviewedPair,
  onReview: (review: Review) => void,
  names: Pick<ReviewedPair, 'a' | 'b'> = { a, b },
): HTMLElement[] {
  return cellsOf(names, reviewOf({ a, b, texts }), (fields) => onReview({ a, b, texts, ...fields }));
}
