/** Two documents side by side: of the class, of the collection, or one of each. */
import { useSignal } from '@preact/signals';
import { NameMask } from '../../src/report/pages/class/name-mask.ts';
import { type ComparisonRows, renamed } from '../../src/report/pages/comparison/rows.ts';
import { getClass } from '../api/classes.ts';
import { inCollection, json } from '../api/client.ts';
import { reviewOf, writeReview } from '../api/reviews.ts';
import { useAsked } from '../api/state.ts';
import type { Text } from '../api/types.ts';
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
  otherClass,
  pairExclusions,
  templates,
} from '../work.ts';
import { PAGE_DATA } from './check.tsx';

/** @param place `class` if both are of the class; `library` if A is, and B of the collection; `other` if B is of another class; else both are of the collection. */
export function Compare({ a, b, place }: { a: string; b: string; place: string }) {
  const textOf = (id: string, texts: readonly Text[]) => {
    const found = texts.find((each) => each.id === id);
    if (found === undefined) throw new Error(say.value.classGone);
    return found;
  };
  const opened = openedPair.value;
  const shown = opened?.names ?? opened;
  const reviewed = place !== '' && shown?.a === a && shown.b === b ? opened : undefined;
  /** The documents, of which `a` and `b` may be hidden names. */
  const ids = reviewed ?? { a, b };
  const second = async () => {
    if (place === 'library') return { id: ids.b };
    const texts = place === 'class' ? essays.value : (await getClass(otherClass.value ?? '')).documents;
    return { ...textOf(ids.b, texts), id: b };
  };
  const body = async () => {
    if (place === '') return { a: { id: a }, b: { id: b }, ...exclusions() };
    const texts = { a: { ...textOf(ids.a, essays.value), id: a }, b: await second() };
    return { ...texts, ...pairExclusions(place === 'class') };
  };
  const rows = useAsked(
    async (signal) => {
      const asked = { body: await body(), accept: PAGE_DATA, signal };
      const found = await json<ComparisonRows>(inCollection('compare'), asked);
      if (reviewed?.names === undefined) return renamed(found, { a, b });
      const mask = new NameMask(essays.value.map(({ id }) => id));
      return mask.hide(renamed(found, ids), ids, { a, b });
    },
    [a, b, place, templates.value, excludeQuotations.value, excludeBibliography.value],
  );
  const error = useSignal<unknown>(undefined);
  const attempt = async (action: () => Promise<void>) => {
    error.value = undefined;
    await action().catch((problem: unknown) => {
      error.value = problem;
    });
  };
  const save = async () => {
    const { state, note } = (reviewed && reviewOf(reviewed)) ?? {};
    const { names } = reviewed ?? {};
    const texts = await body();
    const given =
      names === undefined ? texts : { ...texts, a: { ...texts.a, id: ids.a }, b: { ...texts.b, id: ids.b } };
    const asked = { ...given, review: { state, note, names } };
    await saveAnswer(`${a} – ${b}.html`, inCollection('compare'), { body: asked, accept: 'text/html' });
  };
  return (
    <>
      <h1 tabIndex={-1} class="pair-title">
        <bdi class="id">{a}</bdi> <span>{say.value.comparedWith}</span> <bdi class="id">{b}</bdi>
      </h1>
      <div class="actions pair-actions">
        <button
          type="button"
          class="button quiet"
          onClick={() => (reviewed !== undefined ? go('class') : history.back())}
        >
          ← {say.value.back2}
        </button>
        {reviewed !== undefined && <PairSteps pair={reviewed} />}
        {reviewed !== undefined && (
          <PairReview pair={reviewed} onReview={(review) => attempt(() => writeReview(review))} />
        )}
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
