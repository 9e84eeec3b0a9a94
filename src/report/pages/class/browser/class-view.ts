/** Who shares what with whom: figures, and the pairs as a table, clusters, a graph and a matrix. */

import { LEAST_SHARE, shareOf } from '../../../pair-shares.ts';
import { button, element } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { clustersOf } from '../clusters.ts';
import { hiddenNames } from '../hidden-names.ts';
import { type ClassRows, isListed, type PairRow } from '../rows.ts';
import { clusterList } from './cluster-list.ts';
import { pairGraph } from './graph.ts';
import { shareMatrix } from './matrix.ts';
import { type ClassActions, classNotes } from './notes.ts';
import { type PairActions, pairTable } from './pair-table.ts';
import { shareOverview } from './share-overview.ts';

type View = 'pairs' | 'clusters' | 'graph' | 'matrix';
const VIEWS: readonly View[] = ['pairs', 'clusters', 'graph', 'matrix'];

/** What a reader has chosen: kept by the caller, so that it is still there after a pair was looked at. */
export interface ClassChoice {
  view: View;
  /** The least share, and a part of a name, of the pairs that are shown. */
  least: number;
  wanted: string;
  /** Numbers are shown in place of names. */
  hidesNames: boolean;
}

export function newChoice(): ClassChoice {
  return { view: 'pairs', least: LEAST_SHARE, wanted: '', hidesNames: false };
}

export interface ClassViewActions extends PairActions, ClassActions {
  /** Told when names are hidden or shown again. */
  readonly onNames?: () => void;
  /** Told which pairs are shown, in their order, whenever that changes. */
  readonly onShown?: (pairs: readonly number[]) => void;
}

/** @param rows Pairs are numbered as they are here. */
export function classView(
  rows: ClassRows,
  given: ClassViewActions,
  choice: ClassChoice = newChoice(),
): HTMLElement {
  const named = distinctPairs(rows.pairs);
  const names = hiddenNames(rows.pairs, say.hiddenName);
  const hidden = named.map((pair, number) => ({ ...pair, ...names[number] }));
  const folder = commonPrefix(named.flatMap(({ a, b }) => [a, b]));
  let pairs = named;
  const actions = { ...given, nameOf: (id: string) => (choice.hidesNames ? id : id.slice(folder.length)) };
  const nothing = named.length === 0 ? say.noPairs : say.noPairsLeft;
  const body = element('div', { class: 'class-body' });
  const figures = element('dl', { class: 'class-figures' });
  const overview = element('div', {});
  const says = element('output', { for: 'least-share' }, say.percent(choice.least));
  const range = slider(choice.least, (value) => {
    choice.least = value;
    says.textContent = say.percent(value);
    show();
  });
  const find = element('input', {
    type: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
  }) as HTMLInputElement;
  find.value = choice.wanted;
  find.addEventListener('input', () => {
    choice.wanted = find.value;
    show();
  });
  const hides = element('input', { type: 'checkbox' }) as HTMLInputElement;
  hides.checked = choice.hidesNames;
  hides.addEventListener('change', () => {
    choice.hidesNames = hides.checked;
    given.onNames?.();
    showNames();
  });
  const tabs = VIEWS.map((name) =>
    button(
      { 'aria-pressed': String(name === choice.view) },
      () => {
        choice.view = name;
        for (const [i, tab] of tabs.entries()) tab.setAttribute('aria-pressed', String(VIEWS[i] === name));
        show();
      },
      say.classViews[name],
    ),
  );
  const controls = element(
    'div',
    { class: 'class-controls' },
    element('div', { class: 'tabs', role: 'group', 'aria-label': say.viewOfPairs }, ...tabs),
    element('label', {}, say.leastShare, ' ', says, range),
    element('label', {}, say.findName, ' ', find),
    element('label', {}, hides, ' ', say.hideNames),
  );
  const notes = element('div', {});
  showNames();
  const head = element('div', { class: 'class-head' }, figures, overview);
  return element('div', { class: 'class-view' }, head, notes, controls, body);

  function showNames(): void {
    pairs = choice.hidesNames ? hidden : named;
    notes.replaceChildren(...classNotes({ ...rows, pairs }, given, choice.hidesNames));
    overview.replaceChildren(shareOverview({ ...rows, pairs }, actions) ?? '');
    show();
  }

  /** The pairs that a limit or a name leaves out, too. */
  function showAll(): void {
    choice.least = 0;
    choice.wanted = '';
    says.textContent = say.percent(0);
    (range as HTMLInputElement).value = '0';
    find.value = '';
    show();
  }

  function show(): void {
    const { view, least, wanted } = choice;
    const shown = pairs.flatMap((pair, number) => (isListed(pair, least, wanted) ? [number] : []));
    given.onShown?.(shown);
    const clusters = clustersOf(
      shown.map((number) => pairs[number]),
      0,
    );
    figures.replaceChildren(...figureTiles(rows, choice, shown.length, clusters.length, () => showAll()));
    if (shown.length === 0) body.replaceChildren(element('p', { class: 'nothing' }, nothing));
    else if (view === 'pairs') body.replaceChildren(pairTable(pairs, shown, actions));
    else if (view === 'clusters') body.replaceChildren(clusterList(pairs, shown, actions));
    else {
      const ids = view === 'graph' ? idsOf(pairs, shown) : clusters.flatMap((cluster) => cluster.ids);
      body.replaceChildren((view === 'graph' ? pairGraph : shareMatrix)(pairs, shown, ids, actions));
    }
  }
}

function slider(initial: number, changed: (value: number) => void): HTMLElement {
  const made = element('input', {
    type: 'range',
    id: 'least-share',
    min: '0',
    max: '100',
    value: String(Math.round(initial * 100)),
    autocomplete: 'off',
  }) as HTMLInputElement;
  made.addEventListener('input', () => changed(Number(made.value) / 100));
  return made;
}

function figureTiles(
  { pairs, documents }: ClassRows,
  { least, wanted }: ClassChoice,
  shown: number,
  clusters: number,
  showAll: () => void,
): HTMLElement[] {
  const largest = pairs.length === 0 ? 0 : shareOf(pairs[0]);
  const left = pairs.length - shown;
  const more = wanted === '' ? say.pairsBelow(left, least) : say.pairsFiltered(left);
  const others = left === 0 ? [] : [button({ class: 'text-button' }, showAll, more)];
  const tiles: (readonly [string, string, ...HTMLElement[]])[] = [
    [say.documentsTitle, say.number(documents)],
    [say.pairsTitle, say.number(shown), ...others],
    [say.classViews.clusters, say.number(clusters)],
    [say.largestShare, say.percent(largest)],
  ];
  return tiles.map(([name, value, ...more]) =>
    element(
      'div',
      {},
      element('dt', {}, name),
      element('dd', {}, value),
      ...more.map((each) => element('dd', { class: 'others' }, each)),
    ),
  );
}

/** A document of the library that has the name of one of the class is another one. */
function distinctPairs(pairs: readonly PairRow[]): readonly PairRow[] {
  const inClass = new Set(pairs.flatMap(({ a, b, inCollection }) => (inCollection === true ? [a] : [a, b])));
  return pairs.map((pair) =>
    pair.inCollection === true && inClass.has(pair.b) ? { ...pair, b: `${pair.b} (${say.inLibrary})` } : pair,
  );
}

/** The folder that all names begin with, slash included; '' if there is none. */
export function commonPrefix(ids: readonly string[]): string {
  let folder = ids.length === 0 ? '' : ids[0].slice(0, ids[0].lastIndexOf('/') + 1);
  for (const id of ids) {
    while (!id.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  }
  return folder;
}

/** All documents of the pairs, those that share most first. */
function idsOf(pairs: readonly PairRow[], shown: readonly number[]): string[] {
  return [...new Set(shown.flatMap((number) => [pairs[number].a, pairs[number].b]))];
}
