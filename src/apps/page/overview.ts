/** Who shares what with whom: a table of documents by documents, and the list of pairs. Every share leads to the comparison. */
import { element } from '../../report/pages/browser/element.ts';
import type { Overview, SharedPair } from './messages.ts';

/** Documents of the table: those that share most. */
const MOST_COLUMNS = 30;

type Compare = (a: string, b: string) => void;

export function overviewOf(overview: Overview, compare: Compare): HTMLElement {
  const { documents, groups, removed, pairs, found } = overview;
  const counts = `${documents} documents, ${groups} groups of copies with ${removed} that could go, ${found} pairs that share 30 % or more of one of them.`;
  if (pairs.length === 0) return element('div', {}, element('p', {}, counts));
  const listed =
    pairs.length < found
      ? [element('p', { class: 'note' }, `The ${pairs.length} strongest are listed.`)]
      : [];
  return element(
    'div',
    {},
    element('p', {}, counts),
    matrix(pairs, compare),
    list(pairs, compare),
    ...listed,
  );
}

/** Row: the document of which a share is in the document of the column. */
function matrix(pairs: readonly SharedPair[], compare: Compare): HTMLElement {
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))].slice(0, MOST_COLUMNS).sort();
  const shares = new Map<string, number>();
  for (const { a, b, aInB, bInA } of pairs) {
    shares.set(`${a}\0${b}`, aInB);
    shares.set(`${b}\0${a}`, bInA);
  }
  const numbers = ids.map((id, i) => element('th', { scope: 'col', title: id }, String(i + 1)));
  const rows = ids.map((row, i) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', title: row, class: 'id' }, `${i + 1}. ${row}`),
      ...ids.map((column) =>
        element('td', {}, ...shareIn(row, column, shares.get(`${row}\0${column}`), compare)),
      ),
    ),
  );
  const caption = element(
    'caption',
    { class: 'note' },
    'How much of the document on the left is in the one above',
  );
  const head = element(
    'thead',
    {},
    element('tr', {}, element('th', { scope: 'col' }, 'Document'), ...numbers),
  );
  const table = element('table', { class: 'matrix' }, caption, head, element('tbody', {}, ...rows));
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Shares' }, table);
}

function shareIn(row: string, column: string, share: number | undefined, compare: Compare): Node[] {
  if (share === undefined) return [];
  const level = share >= 0.8 ? 3 : share >= 0.3 ? 2 : 1;
  const label = `${percent(share)} of ${row} is in ${column}: compare`;
  const button = element(
    'button',
    { type: 'button', class: `cell share-${level}`, 'aria-label': label },
    percent(share),
  );
  button.addEventListener('click', () => compare(row, column));
  return [button];
}

function list(pairs: readonly SharedPair[], compare: Compare): HTMLElement {
  const rows = pairs.map(({ a, b, aInB, bInA }) => {
    const button = element('button', { type: 'button', 'aria-label': `Compare ${a} with ${b}` }, 'Compare');
    button.addEventListener('click', () => compare(a, b));
    const cells = [
      element('td', { class: 'number' }, percent(aInB)),
      element('td', { class: 'number' }, percent(bInA)),
    ];
    return element(
      'tr',
      {},
      element('td', { class: 'id' }, a),
      element('td', { class: 'id' }, b),
      ...cells,
      element('td', {}, button),
    );
  });
  const titles = ['One document', 'The other', 'First in second', 'Second in first'];
  const head = titles.map((title) => element('th', { scope: 'col' }, title));
  const table = element(
    'table',
    { class: 'list' },
    element('caption', { class: 'note' }, 'Pairs, those that share most first'),
    element('thead', {}, element('tr', {}, ...head, element('td', {}))),
    element('tbody', {}, ...rows),
  );
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Pairs' }, table);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
