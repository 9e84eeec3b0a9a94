/** Clusters: documents that are connected by pairs, and the pairs that connect them. */

import { shareOf } from '../../../pair-shares.ts';
import { button, element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { clustersOf } from '../clusters.ts';
import type { PairRow } from '../rows.ts';
import { level, type NamedPairs } from './pair-table.ts';

/** Clusters, and pairs of a cluster, that are listed; of the others only the number is told. */
const MOST_CLUSTERS = 100;
const MOST_PAIRS = 50;

export function clusterList(
  all: readonly PairRow[],
  shown: readonly number[],
  actions: NamedPairs,
): HTMLElement {
  const clusters = clustersOf(
    shown.map((number) => all[number]),
    0,
  );
  const cards = clusters.slice(0, MOST_CLUSTERS).map(({ ids, pairs, share }, i) => {
    const names = ids.map((id) =>
      element('li', {}, element('bdi', { class: 'id', title: id }, actions.nameOf(id))),
    );
    const links = pairs
      .slice(0, MOST_PAIRS)
      .map((number) => pairLine(all[shown[number]], shown[number], actions));
    const left = pairs.length - links.length;
    return element(
      'section',
      { class: `cluster share-${level(share)}` },
      element(
        'h3',
        {},
        say.clusterTitle(i + 1),
        ' ',
        element('small', {}, say.clusterExtent(ids.length, share)),
      ),
      element('ul', { class: 'names' }, ...names),
      element('ul', { class: 'links' }, ...links),
      ...(left > 0 ? [element('p', { class: 'note' }, say.morePairs(left))] : []),
    );
  });
  const left = clusters.length - cards.length;
  const note = left > 0 ? [element('p', { class: 'note' }, say.moreClusters(left))] : [];
  return element('div', { class: 'clusters' }, ...cards, ...note);
}

function pairLine(pair: PairRow, number: number, { open, canOpen, nameOf }: NamedPairs): HTMLElement {
  const { a, b } = pair;
  const names = [
    element('bdi', { class: 'id' }, nameOf(a)),
    ' – ',
    element('bdi', { class: 'id' }, nameOf(b)),
  ];
  const share = element('b', {}, say.percent(shareOf(pair)));
  if (!canOpen(number)) return element('li', {}, share, ' ', ...names);
  return element(
    'li',
    {},
    share,
    ' ',
    button({ class: 'open-pair' }, () => open(number), ...names),
  );
}
