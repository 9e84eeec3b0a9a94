/** Who shares what with whom: the component of the reports, with a verdict and a note for every pair. */
import { useEffect, useRef } from 'preact/hooks';
import { element } from '../../src/report/pages/browser/element.ts';
import { classView } from '../../src/report/pages/class/browser/class-view.ts';
import type { ClassRows, PairRow } from '../../src/report/pages/class/rows.ts';
import { reviewOf } from '../api/reviews.ts';
import type { Review, ReviewedPair, Verdict } from '../api/types.ts';
import { language, say } from '../say/index.ts';

export interface ReviewedRows extends ClassRows {
  readonly pairs: readonly (PairRow & ReviewedPair)[];
}

export interface ClassPlaceProps {
  readonly rows: ReviewedRows;
  readonly open: (pair: number) => void;
  readonly onReview: (review: Review) => void;
}

export function ClassPlace({ rows, open, onReview }: ClassPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const lang = language.value;
  useEffect(() => {
    const titles = [say.value.verdict, say.value.note];
    const cells = (number: number) => reviewCells(rows.pairs[number], onReview);
    place.current!.replaceChildren(classView(rows, { open, canOpen: () => true, more: { titles, cells } }));
  }, [rows, lang]);
  return <div ref={place} />;
}

/** A row is made anew by every view and filter, so it begins with what is known now. */
function reviewCells({ a, b, texts }: ReviewedPair, onReview: ClassPlaceProps['onReview']): HTMLElement[] {
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
