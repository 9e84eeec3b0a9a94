/** Two documents side by side: of the class, of the collection, or one of each. */
import { useSignal } from '@preact/signals';
import type { ComparisonRows } from '../../src/report/pages/comparison/rows.ts';
import { inCollection, json } from '../api/client.ts';
import { writeReview } from '../api/reviews.ts';
import { useAsked } from '../api/state.ts';
import { ComparisonView } from '../parts/comparison-view.tsx';
import { ExclusionFields } from '../parts/exclusions.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { PairReview } from '../parts/pair-review.tsx';
import { PairSteps } from '../parts/pair-steps.tsx';
import { saveAnswer } from '../parts/save-file.ts';
import { go } from '../route.ts';
import { say } from '../say/index.ts';
import {
  essays,
  excludeBibliography,
  excludeQuotations,
  exclusions,
  openedPair,
  pairExclusions,
  templates,
} from '../work.ts';
import { PAGE_DATA } from './check.tsx';

/** @param place `class` if both are of the class, `library` if A is; else both are of the collection. */
export function Compare({ a, b, place }: { a: string; b: string; place: string }) {
  const essay = (id: string) => {
    const found = essays.value.find((each) => each.id === id);
    if (found === undefined) throw new Error(say.value.classGone);
    return found;
  };
  const body = () => ({
    a: place === '' ? { id: a } : essay(a),
    b: place === 'class' ? essay(b) : { id: b },
    ...(place === '' ? exclusions() : pairExclusions(place === 'class')),
  });
  const rows = useAsked(
    async (signal) =>
      json<ComparisonRows>(inCollection('compare'), { body: body(), accept: PAGE_DATA, signal }),
    [a, b, place, templates.value, excludeQuotations.value, excludeBibliography.value],
  );
  const error = useSignal<unknown>(undefined);
  const attempt = async (action: () => Promise<void>) => {
    error.value = undefined;
    await action().catch((problem: unknown) => {
      error.value = problem;
    });
  };
  const save = async () =>
    saveAnswer(`${a} – ${b}.html`, inCollection('compare'), { body: body(), accept: 'text/html' });
  const opened = openedPair.value;
  const isReviewed = place !== '' && opened?.a === a && opened.b === b;
  return (
    <>
      <h1 tabIndex={-1} class="pair-title">
        <bdi class="id">{a}</bdi> <span>{say.value.comparedWith}</span> <bdi class="id">{b}</bdi>
      </h1>
      <div class="actions pair-actions">
        <button
          type="button"
          class="button quiet"
          onClick={() => (isReviewed ? go('class') : history.back())}
        >
          ← {say.value.back2}
        </button>
        {isReviewed && <PairSteps pair={opened} />}
        {isReviewed && <PairReview pair={opened} onReview={(review) => attempt(() => writeReview(review))} />}
        <details class="more-actions">
          <summary>{say.value.moreActions}</summary>
          <div class="actions">
            <button type="button" class="button quiet" onClick={() => attempt(save)}>
              {say.value.savePage}
            </button>
            <button type="button" class="button quiet" onClick={() => print()}>
              {say.value.print}
            </button>
          </div>
          <ExclusionFields />
        </details>
      </div>
      <Failure error={error.value ?? rows.value.error} />
      {rows.value.isBusy && <Busy text={say.value.comparing} />}
      {rows.value.answer !== undefined && <ComparisonView rows={rows.value.answer} />}
    </>
  );
}
