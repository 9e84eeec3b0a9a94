/** Who shares what with whom: the component of the reports, with a verdict and a note for every pair. */
import { useEffect, useRef } from 'preact/hooks';
import { element } from '../../src/report/pages/browser/element.ts';
import { classView } from '../../src/report/pages/class/browser/class-view.ts';
import type { ClassRows } from '../../src/report/pages/class/rows.ts';
import type { Review, Verdict } from '../api/types.ts';
import { language, say } from '../say/index.ts';

export interface ClassPlaceProps {
  readonly rows: ClassRows;
  readonly reviews: ReadonlyMap<string, Review>;
  readonly open: (pair: number) => void;
  /** Undefined if this key may not write. */
  readonly onReview?: (review: Review) => void;
}

/** The name of a pair, the same in both directions. */
export function pairKey(a: string, b: string): string {
  return a < b ? `${a}\0${b}` : `${b}\0${a}`;
}

export function ClassPlace({ rows, reviews, open, onReview }: ClassPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const lang = language.value;
  useEffect(() => {
    const titles = [say.value.verdict, say.value.note];
    const cells = (number: number) => reviewCells(rows.pairs[number], reviews, onReview);
    place.current!.replaceChildren(classView(rows, { open, canOpen: () => true, more: { titles, cells } }));
  }, [rows, lang]);
  return <div ref={place} />;
}

function reviewCells(
  { a, b }: { a: string; b: string },
  reviews: ReadonlyMap<string, Review>,
  onReview: ClassPlaceProps['onReview'],
): HTMLElement[] {
  const known = reviews.get(pairKey(a, b));
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
  const save = () => {
    if (select.value === '' && note.value !== '') select.value = 'suspicious';
    if (select.value === '') return;
    onReview?.({ a, b, state: select.value as Verdict, ...(note.value !== '' && { note: note.value }) });
  };
  for (const field of [select, note]) {
    field.disabled = onReview === undefined;
    field.addEventListener('change', save);
  }
  return [select, note];
}
