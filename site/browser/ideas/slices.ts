/** Paper B's idea: lists by slice and value, the expansion i, the cut-off j, and the bounds that a score gives. */

import { cutSlices, optimisticBounds } from '../../../src/nearest/indexes/cut-slices.ts';
import { valuesWithin } from '../../../src/nearest/indexes/slices.ts';
import { count } from '../../../src/report/numbers.ts';
import { button, element } from '../../../src/report/pages/browser/element.ts';
import { find } from '../../../src/report/pages/browser/find.ts';

const WIDTH = 32;
const SLICE = 8;
const CUT = cutSlices(WIDTH, SLICE);
/** How far the stored signatures are from the query, slice by slice. */
const DISTANCES = [
  [0, 0, 0, 1],
  [0, 1, 0, 2],
  [1, 1, 1, 1],
  [0, 3, 2, 3],
  [2, 2, 2, 2],
  [3, 4, 3, 4],
  [5, 0, 4, 5],
];
const NAMES = 'ABCDEFG';

export function slicesIdea(): void {
  let turn = 1;
  const expand = slider('expansion i', 0, 3, 1);
  const cutoff = slider('cut-off j', 0, 3, 1);
  const table = element('div', {
    class: 'table',
    role: 'group',
    tabindex: '0',
    'aria-label': 'Signatures and their scores',
  });
  const result = element('p', { role: 'status' });
  const again = button(
    { class: 'button' },
    () => {
      turn++;
      draw();
    },
    'Other signatures',
  );
  for (const { input } of [expand, cutoff]) input.addEventListener('input', draw);
  find('idea-slices').replaceChildren(expand.line, cutoff.line, result, table, again);
  draw();

  function draw(): void {
    const i = Number(expand.input.value);
    const j = Math.min(i, Number(cutoff.input.value));
    expand.said.textContent = String(i);
    cutoff.said.textContent = String(j);
    const bounds = optimisticBounds(CUT, i);
    const rows = DISTANCES.map((given, at) => {
      const distances = shuffled(given, turn + at);
      const seen = distances.filter((each) => each <= i);
      // lists are visited nearest first, so a signature is first seen where it is nearest
      const isAdded = Math.min(...distances) <= Math.min(i, j);
      const score = isAdded ? seen.reduce((sum, each) => sum + SLICE - each, 0) : 0;
      return {
        name: NAMES[at],
        distances,
        isAdded,
        score,
        truth: distances.reduce((sum, each) => sum + each, 0),
      };
    }).sort((a, b) => b.score - a.score);
    const lists = CUT.slices * valuesWithin(SLICE, i).length;
    const head = [
      '',
      ...Array.from({ length: CUT.slices }, (_, slice) => `slice ${slice + 1}`),
      'score',
      'at least',
      'in truth',
      'at most',
    ];
    const body = rows.map(({ name, distances, isAdded, score, truth }) => [
      name,
      ...distances.map((bits) =>
        bits <= i && isAdded ? `${count(bits, 'bit', 'bits')}: +${SLICE - bits}` : count(bits, 'bit', 'bits'),
      ),
      isAdded ? String(score) : 'not added',
      isAdded ? String(bounds[score]) : '',
      String(truth),
      isAdded ? String(WIDTH - score) : '',
    ]);
    table.replaceChildren(tableOf(head, body));
    result.textContent = `${lists} of ${CUT.slices * 2 ** SLICE} lists are visited; ${rows.filter(({ isAdded }) => isAdded).length} of ${rows.length} signatures become candidates.`;
  }
}

function slider(title: string, min: number, max: number, value: number) {
  const id = `slices-${title.split(' ')[0]}`;
  const input = element('input', {
    type: 'range',
    id,
    min: String(min),
    max: String(max),
    step: '1',
    value: String(value),
  }) as HTMLInputElement;
  const said = element('output', { for: id });
  return {
    input,
    said,
    line: element('p', { class: 'field' }, element('label', { for: id }, title), input, said),
  };
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const heads = head.map((title) => element(title === '' ? 'td' : 'th', {}, title));
  const body = rows.map(([name, ...cells]) =>
    element('tr', {}, element('th', { scope: 'row' }, name), ...cells.map((cell) => element('td', {}, cell))),
  );
  return element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...body),
  );
}

function shuffled(values: readonly number[], turn: number): number[] {
  return values.map((_, at) => values[(at + turn) % values.length]);
}
