/** All documents of a class, to take one out. */
import { button, element } from '../../browser/element.ts';
import { say } from '../../say.ts';

/** @param remove Asks, and takes the document out. */
export function documentList(ids: readonly string[], remove: (id: string) => void): HTMLElement {
  const rows = ids.map((id) =>
    element(
      'li',
      {},
      element('bdi', { class: 'id' }, id),
      ' ',
      button({ class: 'text-button', 'aria-label': say.removeDocument(id) }, () => remove(id), '×'),
    ),
  );
  return element(
    'details',
    { class: 'all-documents' },
    element('summary', {}, `${say.allDocuments}: ${say.number(ids.length)}`),
    element('ul', {}, ...rows),
  );
}
