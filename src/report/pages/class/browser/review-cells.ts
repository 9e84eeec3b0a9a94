/** The verdict and the note on a pair, as fields that are kept when they change. */
import { element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { type PairRow, VERDICTS } from '../rows.ts';
import type { PairActions } from './pair-table.ts';

export type ReviewFields = Pick<PairRow, 'state' | 'note'>;

/** They are made anew by every view and filter, so they begin with what is known now. */
export function reviewCells(
  { a, b }: { readonly a: string; readonly b: string },
  known: ReviewFields | undefined,
  changed: (fields: ReviewFields) => void,
): HTMLElement[] {
  const verdicts = VERDICTS.map((value) => element('option', { value }, say.verdicts[value]));
  const none = element('option', { value: '' }, say.noVerdict);
  const select = element(
    'select',
    { 'aria-label': say.verdictOf(a, b) },
    none,
    ...verdicts,
  ) as HTMLSelectElement;
  select.value = known?.state ?? '';
  const fields = { 'aria-label': say.noteOn(a, b), maxlength: '2000', rows: '1' };
  const note = element('textarea', { ...fields, class: 'note-field' }) as HTMLTextAreaElement;
  note.value = known?.note ?? '';
  // paper shows words in place of fields, and all of a note
  const printed = element('span', { class: 'printed-note', 'aria-hidden': 'true' }, note.value);
  const verdict = element('span', { class: 'printed-note', 'aria-hidden': 'true' });
  const tellVerdict = () => {
    verdict.textContent = say.verdicts[select.value] ?? say.noVerdict;
  };
  tellVerdict();
  const save = () => {
    tellVerdict();
    printed.textContent = note.value;
    changed({
      ...(select.value !== '' && { state: select.value as ReviewFields['state'] }),
      ...(note.value !== '' && { note: note.value }),
    });
  };
  for (const field of [select, note]) field.addEventListener('change', save);
  return [element('span', { class: 'verdict-field' }, select, verdict), element('span', {}, note, printed)];
}

/** Verdicts and notes that are only read, as in a page that is kept. Undefined if no pair has one. */
export function writtenReviews(pairs: readonly PairRow[]): PairActions['more'] {
  if (!pairs.some(({ state, note }) => state !== undefined || note !== undefined)) return undefined;
  const cells = (number: number) => {
    const { state, note = '' } = pairs[number];
    const verdict = element('span', {}, state === undefined ? say.noVerdict : say.verdicts[state]);
    return [verdict, element('span', { class: 'written-note' }, note)];
  };
  return { titles: [say.verdict, say.note], cells };
}
