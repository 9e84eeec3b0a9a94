/** The verdict and the note on a pair, as fields that are stored when they change. */
import { reviewCells as cellsOf } from '../../src/report/pages/class/browser/review-cells.ts';
import { reviewOf } from '../api/reviews.ts';
import type { Review, ReviewedPair } from '../api/types.ts';

export function reviewCells(pair: ReviewedPair, onReview: (review: Review) => void): HTMLElement[] {
  const { a, b, texts } = pair;
  return cellsOf(pair, reviewOf({ a, b, texts }), (fields) => onReview({ a, b, texts, ...fields }));
}
