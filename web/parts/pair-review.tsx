/** The verdict and the note on the pair that is shown side by side. */
import { useEffect, useRef } from 'preact/hooks';
import { element } from '../../src/report/pages/browser/element.ts';
import { loadReviews } from '../api/reviews.ts';
import { useAsked } from '../api/state.ts';
import type { Review } from '../api/types.ts';
import { language, say } from '../say/index.ts';
import type { ListedPair } from '../work.ts';
import { Failure } from './notice.tsx';
import { reviewCells } from './review-cells.ts';

export function PairReview({ pair, onReview }: { pair: ListedPair; onReview: (review: Review) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const reviews = useAsked(loadReviews, [pair]);
  const lang = language.value;
  useEffect(() => {
    if (reviews.value.isBusy) return;
    const [verdict, note] = reviewCells(pair, onReview, pair.names);
    place.current!.replaceChildren(
      element('label', {}, `${say.value.verdict} `, verdict),
      element('label', {}, `${say.value.note} `, note),
    );
  }, [pair, lang, reviews.value]);
  return (
    <>
      <Failure error={reviews.value.error} />
      <div class="pair-review" ref={place} />
    </>
  );
}
