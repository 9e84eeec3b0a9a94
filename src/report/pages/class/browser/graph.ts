/** The documents as circles and the pairs as lines: the thicker, the more is shared. */
import { element, svgElement } from '../../browser/element.ts';
import { say } from '../../say.ts';
import { layOut } from '../layout.ts';
import { type PairRow, shareOf } from '../rows.ts';
import { level, type PairActions } from './pair-table.ts';

/** Circles that are drawn. With more, nothing can be seen. */
export const GRAPH_MOST = 150;
const WIDTH = 1000;
const HEIGHT = 640;
const MARGIN = 60;
/** A name in the picture is cut to this many characters. */
const NAME_LENGTH = 24;

/** `ids`: those that share most first; of more than `GRAPH_MOST` the first are drawn. */
export function pairGraph(
  pairs: readonly PairRow[],
  shown: readonly number[],
  ids: readonly string[],
  { open, canOpen }: PairActions,
): HTMLElement {
  const drawn = ids.slice(0, GRAPH_MOST);
  const places = new Map(drawn.map((id, i) => [id, i]));
  const lines = shown.filter((number) => places.has(pairs[number].a) && places.has(pairs[number].b));
  const points = layOut(
    drawn.length,
    lines.map((number) => {
      const { a, b } = pairs[number];
      return { from: places.get(a)!, to: places.get(b)!, weight: shareOf(pairs[number]) };
    }),
  ).map(({ x, y }) => ({ x: MARGIN + x * (WIDTH - 2 * MARGIN), y: MARGIN + y * (HEIGHT - 2 * MARGIN) }));
  const picture = svgElement('svg', {
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: 'group',
    'aria-label': say.graph,
    class: 'graph',
  });
  for (const number of lines) {
    const { a, b } = pairs[number];
    const [from, to] = [points[places.get(a)!], points[places.get(b)!]];
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
  drawn.forEach((id, i) => {
    const { x, y } = points[i];
    picture.append(
      svgElement(
        'g',
        { class: inClass.has(id) ? 'node' : 'node library' },
        svgElement('title', {}, id),
        svgElement('circle', { cx: x, cy: y, r: 9 }),
        svgElement('text', { x, y: y - 14, 'text-anchor': 'middle', 'aria-hidden': 'true' }, shortName(id)),
      ),
    );
  });
  const left = ids.length - drawn.length;
  return element(
    'figure',
    {},
    picture,
    element('figcaption', {}, left > 0 ? `${say.graphHint} ${say.graphLeft(left)}` : say.graphHint),
  );
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
