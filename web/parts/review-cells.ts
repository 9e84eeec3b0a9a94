/** The verdict and the note on a pair, as fields that are stored when they change. */
import { element } from '../../src/report/pages/browser/element.ts';
import { reviewOf } from '../api/reviews.ts';
import type { Review, ReviewedPair, Verdict } from '../api/types.ts';
import { say } from '../say/index.ts';

/** They are made anew by every view and filter, so they begin with what is known now. */
export function reviewCells(
  { a, b, texts }: ReviewedPair,
  onReview: (review: Review) => void,
): HTMLElement[] {
  const known = reviewOf({ a, b, texts });
  const verdicts = Object.entries(say.value.verdicts).map(([value, name]) =>
    element('option', { value }, name),
  );
  const select = element(
    'select',
    { 'aria-label': say.value.verdictOf(a, b) },
    element('option', { value: '' }, say.value.noVerdict),
    ...verdicts,
  ) as HTMLSelectElement;
  select.value = known?.state ?? '';
  const note = element('input', {
    'aria-label': say.value.noteOn(a, b),
    maxlength: '2000',
  }) as HTMLInputElement;
  note.value = known?.note ?? '';
  const save = () =>
    onReview({
      ...{ a, b, texts },
      ...(select.value !== '' && { state: select.value as Verdict }),
      ...(note.value !== '' && { note: note.value }),
    });
  for (const field of [select, note]) field.addEventListener('change', save);
  return [select, note];
}
