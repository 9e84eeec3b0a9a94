/** What is ignored when all documents are compared: quotations, bibliographies, and the texts of files. */
import { button, element } from '../../report/pages/browser/element.ts';
import type { ClassRows } from '../../report/pages/class/rows.ts';

import type { OverviewSettings } from './messages.ts';
import { pageSay } from './say.ts';

/** @param change Called with what was changed. @param add Called with files whose texts are to be ignored. */
export function ignoredFields(
  settings: OverviewSettings,
  { withQuotations, withBibliography }: ClassRows,
  change: (settings: OverviewSettings) => void,
  add: (files: FileList) => void,
): HTMLElement[] {
  const { exclude = [] } = settings;
  const input = element('input', { type: 'file', multiple: '', id: 'template-files' }) as HTMLInputElement;
  input.addEventListener('change', () => add(input.files!));
  const chips = exclude.map((each) =>
    element(
      'span',
      { class: 'chip' },
      element('bdi', { class: 'id' }, each.id),
      button(
        { 'aria-label': pageSay.countAgain(each.id) },
        () => change({ exclude: exclude.filter((other) => other !== each) }),
        '×',
      ),
    ),
  );
  return [
    element('legend', {}, pageSay.excludeTitle),
    choice('excludeQuotations', pageSay.inDocuments(pageSay.excludeQuotations, withQuotations)),
    choice('excludeBibliography', pageSay.inDocuments(pageSay.excludeBibliography, withBibliography)),
    ...chips,
    element(
      'span',
      { class: 'choose' },
      element('label', { class: 'button', for: input.id }, pageSay.addTemplate),
      input,
    ),
  ];

  function choice(name: 'excludeQuotations' | 'excludeBibliography', text: string): HTMLElement {
    const box = element('input', { type: 'checkbox' }) as HTMLInputElement;
    box.checked = settings[name] === true;
    box.addEventListener('change', () => change({ [name]: box.checked }));
    return element('label', {}, box, ` ${text}`);
  }
}
