/** The verdict and the note on a pair, as fields that are kept when they change. */
import { element } from '../../browser/element.ts';
import { say } from '../../say.ts';

export const VERDICTS = ['certain', 'suspicious', 'innocent'] as const;

export interface ReviewFields {
  readonly state?: (typeof VERDICTS)[number];
  readonly note?: string;
}

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
  const fields = { 'aria-label': say.noteOn(a, b), maxlength: '2000', rows: '2' };
  const note = element('textarea', { ...fields, class: 'note-field' }) as HTMLTextAreaElement;
  note.value = known?.note ?? '';
  const save = () =>
    changed({
      ...(select.value !== '' && { state: select.value as ReviewFields['state'] }),
      ...(note.value !== '' && { note: note.value }),
    });
  for (const field of [select, note]) field.addEventListener('change', save);
  return [select, note];
}
