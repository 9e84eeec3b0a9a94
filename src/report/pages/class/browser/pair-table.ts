/** The ranked pairs as a table; each row leads to both texts side by side. */

import { shareOf } from '../../../pair-shares.ts';
import { button, element, svgElement } from '../../browser/element.ts';
import { say } from '../../say.ts';
import type { PairRow } from '../rows.ts';

/** Names of documents, and actions on pairs. */
export interface NamedPairs extends PairActions {
  readonly nameOf: (id: string) => string;
}

/** Actions on a pair, by its number. */
export interface PairActions {
  /** Shows both texts. */
  readonly open: (pair: number) => void;
  /** Whether the texts can be shown. */
  readonly canOpen: (pair: number) => boolean;
  /** Further cells of a row, such as a verdict, with their headings. */
  readonly more?: { readonly titles: readonly string[]; readonly cells: (pair: number) => readonly Node[] };
}

/** Rows that are made at a time. */
const PORTION = 100;

export function pairTable(
  pairs: readonly PairRow[],
  shown: readonly number[],
  actions: NamedPairs,
): HTMLElement {
  const body = element('tbody', {});
  const more = button({ class: 'more' }, addRows);
  let next = 0;
  const hasExtent = pairs.some(({ passages }) => passages !== undefined);
  const titles = [
    ...[say.pairRank, say.pairFirst, say.pairSecond, say.pairShare],
    ...(hasExtent ? [say.passagesTitle] : []),
  ];
  const head = [...titles, ...(actions.more?.titles ?? [])].map((title) =>
    element('th', { scope: 'col' }, title),
  );
  const table = element(
    'table',
    { class: 'ranked' },
    element('caption', { class: 'unseen' }, say.rankedPairs),
    element('thead', {}, element('tr', {}, ...head)),
    body,
  );
  addRows();
  const legend = element('p', { class: 'note' }, say.colorsMean);
  return element('div', { class: 'pair-table' }, table, more, legend);

  function addRows(): void {
    for (const number of shown.slice(next, next + PORTION)) body.append(row(pairs[number], number, actions));
    next = Math.min(shown.length, next + PORTION);
    more.hidden = next === shown.length;
    more.textContent = say.morePairs(shown.length - next);
  }
}

function row(pair: PairRow, number: number, actions: NamedPairs): HTMLElement {
  const { a, b, similarity, passages, shared, inCollection, disguises } = pair;
  const name = (id: string) => element('bdi', { class: 'id', title: id }, actions.nameOf(id));
  const mark = (disguised: unknown) =>
    disguised === undefined ? [] : [element('small', { class: 'disguised' }, ` ${say.inDisguise}`)];
  const open = button(
    { class: 'open-pair', 'aria-label': say.comparePair(a, b) },
    () => actions.open(number),
    name(a),
  );
  const first = actions.canOpen(number) ? open : name(a);
  const library = inCollection === true ? [element('small', {}, ` ${say.inLibrary}`)] : [];
  const words = shared === undefined ? [] : [element('small', {}, ` ${say.words(shared)}`)];
  const extent =
    passages === undefined ? [] : [element('td', { class: 'extent' }, say.passages(passages), ...words)];
  return element(
    'tr',
    { class: `share-${level(shareOf(pair))}` },
    element('td', { class: 'rank' }, say.number(number + 1)),
    element('td', {}, first, ...mark(disguises?.a)),
    element('td', {}, name(b), ...library, ...mark(disguises?.b)),
    element('td', { class: 'shares' }, shareBar(similarity.a), shareBar(similarity.b)),
    ...extent,
    ...(actions.more?.cells(number).map((cell) => element('td', {}, cell)) ?? []),
  );
}

/** How much of the first text, and how much of the second. */
function shareBar(share: number): HTMLElement {
  const bar = svgElement(
    'svg',
    { viewBox: '0 0 100 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svgElement('rect', { class: 'all', width: 100, height: 1 }),
    svgElement('rect', { class: 'part', width: (share * 100).toFixed(2), height: 1 }),
  );
  return element('span', { class: 'share-line' }, bar, element('b', {}, say.percent(share)));
}

/** 1 to 4: from a few sentences to nearly all. */
export function level(share: number): number {
  return share >= 0.6 ? 4 : share >= 0.3 ? 3 : share >= 0.1 ? 2 : 1;
}
