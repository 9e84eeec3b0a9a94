/** The overview of a class: how many documents share how much with the one that they share most with, and those that stand out. */
import { button, element, svgElement } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { highestShares, outliersOf } from '../highest-shares.ts';
import type { ClassRows } from '../rows.ts';
import type { NamedPairs } from './pair-table.ts';

/** Columns of the picture, from 0 to 100 %. */
const BINS = 20;
const HEIGHT = 40;
/** Documents that stand out and are named; of the others only the number is told. */
const MOST_NAMED = 5;

/** @param rows Of few documents there is nothing to be seen: undefined. */
export function shareOverview(
  rows: Pick<ClassRows, 'pairs' | 'documents'>,
  { open, canOpen, nameOf }: NamedPairs,
): HTMLElement | undefined {
  const highest = highestShares(rows);
  const outliers = outliersOf(highest);
  if (highest.length < 5) return undefined;
  const counts = new Array<number>(BINS).fill(0);
  for (const { share } of highest) counts[Math.min(BINS - 1, Math.floor(share * BINS + 1e-9))]++;
  const most = Math.max(...counts);
  const label = counts.flatMap((count, bin) =>
    count === 0 ? [] : [`${say.wholePercent(bin / BINS)}: ${count}`],
  );
  const bars = counts.map((count, bin) => {
    const height = (HEIGHT * count) / most;
    return svgElement('rect', { x: bin * 10 + 0.5, width: 9, y: HEIGHT - height, height });
  });
  const size = { viewBox: `0 0 ${BINS * 10} ${HEIGHT}`, preserveAspectRatio: 'none' };
  const picture = svgElement(
    'svg',
    { ...size, role: 'img', 'aria-label': `${say.highestShares}: ${label.join(', ')}` },
    ...bars,
  );
  const scale = [0, 0.5, 1].map((share) => element('span', {}, say.wholePercent(share)));
  const names = outliers.slice(0, MOST_NAMED).map(({ id, share, pair }) => {
    const name = element('bdi', { class: 'id', title: id }, nameOf(id));
    const opens = pair !== undefined && canOpen(pair);
    const shown = opens ? button({ class: 'open-pair' }, () => open(pair), name) : name;
    return element('li', {}, element('b', {}, say.percent(share)), ' ', shown);
  });
  const left = outliers.length - names.length;
  const rest = left > 0 ? [element('li', {}, say.morePairs(left))] : [];
  return element(
    'div',
    { class: 'share-overview' },
    element(
      'figure',
      {},
      element('figcaption', {}, say.highestShares),
      picture,
      element('div', { class: 'scale' }, ...scale),
    ),
    ...(names.length === 0
      ? []
      : [element('div', {}, element('p', {}, say.standOut), element('ul', {}, ...names, ...rest))]),
  );
}
