/** Runs in the page. One group: the kept document, its members with their scores, and the comparison of a member. */

import type { GroupRow, MemberRow, TextRow } from '../data.ts';
import type { PageTools } from './page-tools.ts';

/** Self-contained: it is sent to the page as source. */
export function groupCard(
  tools: PageTools,
  [number, kept, members, unlisted]: GroupRow,
  textOf: (id: string) => TextRow | undefined,
): HTMLElement {
  const { element } = tools;
  /** Members shown at first, and more at a press. */
  const STEP = 20;
  // only what is exactly 1 is 100%: proof must not be rounded up
  const percent = (score: number) =>
    `${(Math.floor(score * 1000 + 1e-6) / 10).toFixed(1).replace('.0', '')}%`;
  const plural = (count: number, word: string) =>
    `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

  const all = members.length + unlisted;
  const lowest = members.reduce((least, member) => Math.min(least, member[1]), 1);
  const highest = members.reduce((most, member) => Math.max(most, member[1]), 0);
  const range = lowest === highest ? percent(lowest) : `${percent(lowest)} to ${percent(highest)}`;
  const body = element('tbody', {});
  const headings = ['Removed document', 'Resemblance', 'Of it in kept', 'Of kept in it', 'Distance'];
  const table = element(
    'table',
    {},
    element('thead', {}, element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)))),
    body,
  );
  const card = element(
    'article',
    { class: 'group', 'aria-labelledby': `group-${number}` },
    element(
      'header',
      {},
      element('span', { class: 'number' }, String(number)),
      element(
        'h3',
        { id: `group-${number}` },
        element('bdi', { class: 'id' }, kept),
        ' ',
        element('span', { class: 'role' }, 'Kept'),
      ),
      element('span', { class: 'extent' }, `${plural(all, 'removed document')} · ${range}`),
    ),
    table,
  );
  const keptText = textOf(kept);
  if (keptText !== undefined) {
    const excerpt = element(
      'p',
      { class: 'excerpt', dir: 'auto', lang: keptText[2] },
      String(keptText[1]).slice(0, 200),
    );
    card.querySelector('header')?.append(excerpt);
  }
  showMore();
  return card;

  function showMore(): void {
    const shown = body.querySelectorAll('tr.member').length;
    body.append(...members.slice(shown, shown + STEP).map(memberRow));
    const left = members.length - shown - STEP;
    card.querySelector('.more')?.remove();
    if (left > 0) {
      const button = element(
        'button',
        { type: 'button', class: 'more' },
        `Show ${Math.min(left, STEP)} of ${left.toLocaleString('en-US')} more`,
      );
      button.addEventListener('click', showMore);
      card.append(button);
    } else if (unlisted > 0) {
      card.append(
        element('p', { class: 'note' }, `${plural(unlisted, 'document')} more are not listed in this page.`),
      );
    }
  }

  function memberRow(member: MemberRow): HTMLElement {
    const [id, resemblance, inKept, ofKept, distance] = member;
    const name = element('bdi', { class: 'id' }, id);
    const text = textOf(id);
    const opens = keptText !== undefined && text !== undefined;
    const first = opens
      ? element('button', { type: 'button', class: 'open', 'aria-expanded': 'false' }, name)
      : name;
    const fill = element('span', { class: 'fill' });
    fill.style.width = percent(resemblance);
    const cell = (label: string, value: string) => element('td', { 'data-label': label }, value);
    const row = element(
      'tr',
      { class: opens ? 'member opens' : 'member' },
      element('td', { class: 'name' }, first),
      element(
        'td',
        { class: 'resemblance', 'data-label': headings[1] },
        element('span', { class: 'meter', 'aria-hidden': 'true' }, fill),
        percent(resemblance),
      ),
      cell(headings[2], percent(inKept)),
      cell(headings[3], percent(ofKept)),
      cell(headings[4], plural(distance, 'bit')),
    );
    if (opens) row.addEventListener('click', () => toggle(row, first, [keptText, text]));
    return row;
  }

  function toggle(row: HTMLElement, button: HTMLElement, texts: [TextRow, TextRow]): void {
    const open = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!open));
    if (open) {
      row.nextElementSibling?.remove();
      return;
    }
    const cell = element('td', { colspan: '5' }, tools.comparison(tools, ...texts));
    row.after(element('tr', { class: 'compared' }, cell));
  }
}
