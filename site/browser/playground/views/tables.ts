/** Answers that are tables: pairs, groups, and the results of a search. */
import type { Group, Pair, SearchResult } from '../../../../src/browser.ts';
import { percent } from '../../../../src/report/numbers.ts';
import { element } from '../../../../src/report/pages/browser/element.ts';
import type { PlainDocument } from '../messages.ts';

/** Rows that are shown; the lines below have more. */
const MOST_ROWS = 200;
const EXCERPT = 140;

export function pairsShown(pairs: readonly Pair[]): HTMLElement[] {
  if (pairs.length === 0)
    return [nothing('No two texts resemble each other that much: lower the threshold, or take other texts.')];
  const rows = pairs
    .slice(0, MOST_ROWS)
    .map(({ a, b, resemblance, containment, distance }) => [
      name(a),
      name(b),
      ...share(resemblance),
      percent(containment.aInB),
      percent(containment.bInA),
      String(distance),
    ]);
  return [
    table(
      'Pairs',
      ['text', 'other text', 'resemblance', '', 'of it in the other', 'of the other in it', 'bits apart'],
      rows,
    ),
  ];
}

export function groupsShown(groups: readonly Group[]): HTMLElement[] {
  if (groups.length === 0)
    return [nothing('No text is a copy of another: lower the threshold, or take other texts.')];
  return groups.slice(0, MOST_ROWS).map(({ kept, members }) => {
    const rows = members.map(({ id, resemblance, containment }) => [
      name(id),
      ...share(resemblance),
      percent(containment.inKept),
    ]);
    const title = element('h3', {}, 'Kept: ', name(kept));
    return element(
      'section',
      { class: 'group' },
      title,
      table(`Copies of ${kept}`, ['copy', 'resemblance', '', 'of it in the kept one'], rows),
    );
  });
}

export function resultsShown(
  results: readonly SearchResult[],
  documents: readonly PlainDocument[],
): HTMLElement[] {
  if (results.length === 0) return [nothing('Nothing fits.')];
  const texts = new Map(documents.map(({ id, text }) => [id, text]));
  const items = results.map(({ id, score, shared = [] }) => {
    const words = shared.length === 0 ? '' : `Both have: ${shared.join(', ')}.`;
    const text = texts.get(id) ?? '';
    return element(
      'li',
      {},
      element('b', {}, name(id)),
      ` ${score.toFixed(3)}`,
      element('p', { class: 'note' }, words),
      element('p', { dir: 'auto' }, text.length > EXCERPT ? `${text.slice(0, EXCERPT)} …` : text),
    );
  });
  return [element('ol', { class: 'results' }, ...items)];
}

function name(id: string): HTMLElement {
  return element('bdi', { class: 'id' }, id);
}

/** A number, and a bar as long. */
function share(value: number): (HTMLElement | string)[] {
  return [
    value.toFixed(3),
    element('meter', {
      min: '0',
      max: '1',
      value: String(value),
      'aria-label': `resemblance ${value.toFixed(3)}`,
    }),
  ];
}

function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly (Node | string)[])[],
): HTMLElement {
  const cell = (tag: string) => (content: Node | string) =>
    element(tag, tag === 'th' ? { scope: 'col' } : {}, content);
  const heads = head.map((each) => (each === '' ? element('td', {}) : cell('th')(each)));
  // a phone shows a row as a list, with the words of the head beside each figure
  const body = rows.map((row) =>
    element('tr', {}, ...row.map((content, at) => element('td', { 'data-label': head[at] }, content))),
  );
  return element(
    'div',
    { class: 'table', role: 'group', 'aria-label': title, tabindex: '0' },
    element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...body)),
  );
}

function nothing(words: string): HTMLElement {
  return element('p', { class: 'note' }, words);
}
