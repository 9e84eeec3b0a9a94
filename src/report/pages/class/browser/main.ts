/** The script of the page of a class: the pairs, and both texts of the pair that is opened. */
import { button, element } from '../../browser/element.ts';
import { find, hasElement, readIsland } from '../../browser/find.ts';
import { mountComparison } from '../../comparison/browser/mount.ts';
import type { ComparisonRows } from '../../comparison/rows.ts';
import { say } from '../../say.ts';
import { hiddenNames } from '../hidden-names.ts';
import { NameMask } from '../name-mask.ts';
import type { ClassRows } from '../rows.ts';
import { classView, newChoice } from './class-view.ts';
import { pairSteps } from './pair-steps.ts';
import { writtenReviews } from './review-cells.ts';

const rows = readIsland<ClassRows>('rows');
let opened: AbortController | undefined;
let scrolled = 0;

/** The pairs that are listed, as they were filtered last. */
let shown: readonly number[] = [];
const more = writtenReviews(rows.pairs);
const choice = newChoice();
const hidden = hiddenNames(rows.pairs, say.hiddenName);
const mask = NameMask.of(rows.pairs);

find('class').replaceChildren(
  classView(
    rows,
    {
      open: (pair) => openPair(pair),
      canOpen: (pair) => hasElement(`pair-${pair}`),
      onShown: (pairs) => {
        shown = pairs;
      },
      ...(more !== undefined && { more }),
    },
    choice,
  ),
);
// the back button of the browser closes a pair
addEventListener('hashchange', showPlace);
showPlace();

function openPair(pair: number): void {
  if (find('pair').hidden) scrolled = scrollY;
  location.hash = `#pair=${pair + 1}`;
}

function leave(): void {
  location.hash = '';
}

function showPlace(): void {
  opened?.abort();
  const pair = Number(/^#pair=(\d{1,9})$/.exec(location.hash)?.[1] ?? 0) - 1;
  const isOpen = pair >= 0 && hasElement(`pair-${pair}`);
  find('class').hidden = isOpen;
  find('pair').hidden = !isOpen;
  document.querySelector<HTMLElement>('.top')!.hidden = isOpen;
  if (!isOpen) {
    find('pair').replaceChildren();
    scrollTo(0, scrolled);
    return;
  }
  opened = new AbortController();
  const read = readIsland<ComparisonRows>(`pair-${pair}`);
  const data = choice.hidesNames ? mask.hide(read, rows.pairs[pair], hidden[pair]) : read;
  const title = element(
    'h2',
    { tabindex: '-1' },
    element('bdi', { class: 'id' }, data.text.id),
    ` ${say.comparedWith} `,
    element('bdi', { class: 'id' }, data.sources[0].id),
  );
  const place = element('div', {});
  const back = button({ class: 'back', title: `${say.back} (Esc)` }, leave, `← ${say.back}`);
  const opens = shown.filter((number) => hasElement(`pair-${number}`));
  const steps = pairSteps(opens, pair, openPair, leave, opened.signal);
  const review = (more?.cells(pair) ?? []).map((cell, i) =>
    element('span', {}, `${more!.titles[i]}: `, cell),
  );
  const bar = element('div', { class: 'pair-bar' }, back, ...steps, ...review);
  find('pair').replaceChildren(bar, title, place);
  mountComparison(place, data, opened.signal);
  scrollTo(0, 0);
  title.focus({ preventScroll: true });
}
