/** The documents as circles and the pairs as lines: the thicker, the more is shared. */

import { shareOf } from '../../../pair-shares.ts';
import { element, svgElement } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { type Cluster, clustersOf } from '../clusters.ts';
import { placeLabels } from '../label-places.ts';
import { layOut, type Point, packSquares } from '../layout.ts';
import type { PairRow } from '../rows.ts';
import { level, type NamedPairs } from './pair-table.ts';

/** Circles that are drawn. With more, nothing can be seen. */
export const GRAPH_MOST = 150;
/** Room for a document, in pixels, and around each cluster. */
const ROOM = 150;
const MARGIN = 90;
/** The picture is no wider, unless a cluster is. */
const WIDEST = 1000;
/** A name in the picture is cut to this many characters. */
const NAME_LENGTH = 24;
/** Pixels of a letter, and of a Chinese character. */
const LETTER = 7.2;
const WIDE_LETTER = 13;

/** `ids`: those that share most first; of more than `GRAPH_MOST` the first are drawn. */
export function pairGraph(
  pairs: readonly PairRow[],
  shown: readonly number[],
  ids: readonly string[],
  { open, canOpen, nameOf }: NamedPairs,
): HTMLElement {
  const drawn = ids.slice(0, GRAPH_MOST);
  const isDrawn = new Set(drawn);
  const lines = shown.filter((number) => isDrawn.has(pairs[number].a) && isDrawn.has(pairs[number].b));
  const { points, width, height } = placesOf(
    drawn,
    clustersOf(
      lines.map((number) => pairs[number]),
      0,
    ),
    lines.map((number) => pairs[number]),
  );
  const picture = svgElement('svg', {
    ...{ viewBox: `0 0 ${width} ${height}`, width, height },
    role: 'group',
    'aria-label': say.graph,
    class: 'graph',
  });
  for (const number of lines) {
    const { a, b } = pairs[number];
    const [from, to] = [points.get(a)!, points.get(b)!];
    const share = shareOf(pairs[number]);
    const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    const label = `${say.comparePair(a, b)}: ${say.percent(share)}`;
    const role: Record<string, string> = canOpen(number)
      ? { role: 'button', tabindex: '0' }
      : { role: 'img' };
    const group = svgElement(
      'g',
      { class: `line share-${level(share)}`, 'aria-label': label, ...role },
      svgElement('title', {}, label),
      svgElement('line', { ...line, class: 'hit' }),
      svgElement('line', { ...line, 'stroke-width': (1.5 + share * 7).toFixed(1) }),
    );
    if (canOpen(number)) listen(group, () => open(number));
    picture.append(group);
  }
  const inClass = new Set(
    shown.flatMap((number) =>
      pairs[number].inCollection ? [pairs[number].a] : [pairs[number].a, pairs[number].b],
    ),
  );
  const names = drawn.map((id) => shortName(nameOf(id)));
  const labels = placeLabels(
    drawn.map((id, i) => ({ ...points.get(id)!, width: widthOf(names[i]) })),
    lines.map((number) => [points.get(pairs[number].a)!, points.get(pairs[number].b)!]),
    { left: 0, right: width, top: 0, bottom: height },
  );
  for (const [i, id] of drawn.entries()) {
    const { x, y } = points.get(id)!;
    const { anchor, ...place } = labels[i];
    picture.append(
      svgElement(
        'g',
        { class: inClass.has(id) ? 'node' : 'node library' },
        svgElement('title', {}, id),
        svgElement('circle', { cx: x, cy: y, r: 9 }),
        svgElement('text', { ...place, 'text-anchor': anchor, 'aria-hidden': 'true' }, names[i]),
      ),
    );
  }
  const left = ids.length - drawn.length;
  return element(
    'figure',
    {},
    picture,
    element('figcaption', {}, left > 0 ? `${say.graphHint} ${say.graphLeft(left)}` : say.graphHint),
  );
}

/** Every cluster has a square of its own, so that it is not pushed to the edge by others. */
function placesOf(ids: readonly string[], clusters: readonly Cluster[], pairs: readonly PairRow[]) {
  const linked = new Set(clusters.flatMap((cluster) => cluster.ids));
  const alone = ids
    .filter((id) => !linked.has(id))
    .map((id): Cluster => ({ ids: [id], pairs: [], share: 0 }));
  const all = [...clusters, ...alone];
  const sides = all.map(({ ids: { length } }) => ROOM * (Math.sqrt(length) - 0.6) + 2 * MARGIN);
  const packed = packSquares(sides, WIDEST);
  const points = new Map<string, Point>();
  all.forEach((cluster, i) => {
    const numbers = new Map(cluster.ids.map((id, number) => [id, number]));
    const links = cluster.pairs.map((number) => {
      const { a, b } = pairs[number];
      return { from: numbers.get(a)!, to: numbers.get(b)!, weight: shareOf(pairs[number]) };
    });
    const inner = sides[i] - 2 * MARGIN;
    for (const [number, { x, y }] of layOut(cluster.ids.length, links).entries()) {
      points.set(cluster.ids[number], {
        x: packed.places[i].x + MARGIN + x * inner,
        y: packed.places[i].y + MARGIN + y * inner,
      });
    }
  });
  return { points, width: Math.ceil(packed.width), height: Math.ceil(packed.height) };
}

function listen(node: SVGElement, pressed: () => void): void {
  node.addEventListener('click', pressed);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    pressed();
  });
}

/** The end of a path, without its folder. */
function shortName(id: string): string {
  const name = Array.from(id.slice(id.lastIndexOf('/') + 1));
  return name.length <= NAME_LENGTH ? name.join('') : `${name.slice(0, NAME_LENGTH - 1).join('')}…`;
}

function widthOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => sum + (letter >= '\u2e80' ? WIDE_LETTER : LETTER), 0);
}
