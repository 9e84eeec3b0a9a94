/** The shares as a table of documents by documents. Row: the document of which a share is in the document of the column. */
import { button, element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import type { PairRow } from '../rows.ts';
import { level, type NamedPairs } from './pair-table.ts';

/** Documents of the table: those that share most. */
export const MATRIX_MOST = 40;

/** `ids`: in the order of rows and columns, at most `MATRIX_MOST` are shown. */
export function shareMatrix(
  pairs: readonly PairRow[],
  shown: readonly number[],
  ids: readonly string[],
  actions: NamedPairs,
): HTMLElement {
  const listed = ids.slice(0, MATRIX_MOST);
  const cells = new Map<string, { pair: number; share: number }>();
  for (const number of shown) {
    const { a, b, similarity } = pairs[number];
    cells.set(`${a}\0${b}`, { pair: number, share: similarity.a });
    cells.set(`${b}\0${a}`, { pair: number, share: similarity.b });
  }
  const numbers = listed.map((id, i) => element('th', { scope: 'col', title: id }, say.number(i + 1)));
  const rows = listed.map((row, i) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row', title: row },
        `${say.number(i + 1)}. `,
        element('bdi', { class: 'id' }, actions.nameOf(row)),
      ),
      ...listed.map((column) => cell(row, column, cells.get(`${row}\0${column}`), actions)),
    ),
  );
  const table = element(
    'table',
    { class: 'matrix' },
    element('caption', { class: 'note' }, say.matrixCaption),
    element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, say.documentTitle), ...numbers)),
    element('tbody', {}, ...rows),
  );
  const left = ids.length - listed.length;
  const note = left > 0 ? [element('p', { class: 'note' }, say.matrixLeft(left))] : [];
  const box = element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say.matrix },
    table,
  );
  return element('div', {}, box, ...note);
}

function cell(
  row: string,
  column: string,
  found: { pair: number; share: number } | undefined,
  { open, canOpen }: NamedPairs,
): HTMLElement {
  if (found === undefined) return element('td', row === column ? { class: 'self' } : {});
  const { pair, share } = found;
  const shown = say.wholePercent(share);
  const name = say.shareIsIn(say.percent(share), row, column);
  const inside = canOpen(pair)
    ? button(
        { class: 'cell', 'aria-label': say.shareIsIn(shown, row, column), title: name },
        () => open(pair),
        shown,
      )
    : element('span', { class: 'cell', title: name }, shown);
  return element('td', { class: `share-${level(share)}` }, inside);
}
