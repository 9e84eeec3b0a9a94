/** A removed document in the table of its group: its scores, and below it the comparison with the kept document. */
import { count, percent } from '../../../numbers.ts';
import { element } from '../../browser/element.ts';
import type { Member, ReportedGroup, ReportedText } from './reported-group.ts';
import { textComparison } from './text-comparison.ts';

const HEADINGS = {
  name: 'Removed document',
  resemblance: 'Resemblance',
  inKept: 'Of it in kept',
  ofKept: 'Of kept in it',
  distance: 'Distance',
};

/** The table of a group, still without rows. */
export function memberTable(): { table: HTMLElement; body: HTMLElement } {
  const headings = Object.values(HEADINGS).map((text) => element('th', { scope: 'col' }, text));
  const body = element('tbody', {});
  const head = element('thead', {}, element('tr', {}, ...headings));
  return { table: element('table', {}, head, body), body };
}

/** It opens the comparison if the page has both texts. */
export function memberRow(group: ReportedGroup, member: Member): HTMLElement {
  const kept = group.textOf(group.kept);
  const text = group.textOf(member.id);
  const name = element('bdi', { class: 'id' }, member.id);
  if (kept === undefined || text === undefined) return rowOf(member, name, 'member');
  const button = element('button', { type: 'button', class: 'open', 'aria-expanded': 'false' }, name);
  const row = rowOf(member, button, 'member opens');
  row.addEventListener('click', () => toggle(row, button, kept, text));
  return row;
}

function rowOf(member: Member, name: HTMLElement, kind: string): HTMLElement {
  const cell = (label: string, value: string) => element('td', { 'data-label': label }, value);
  return element(
    'tr',
    { class: kind },
    element('td', { class: 'name' }, name, ...shownOf(member)),
    element(
      'td',
      { class: 'resemblance', 'data-label': HEADINGS.resemblance },
      meter(member.resemblance),
      percent(member.resemblance),
      ...(member.isSameFile ? [' ', element('small', {}, 'same file')] : []),
    ),
    cell(HEADINGS.inKept, percent(member.inKept)),
    cell(HEADINGS.ofKept, percent(member.ofKept)),
    cell(HEADINGS.distance, count(member.distance, 'bit', 'bits')),
  );
}

function shownOf({ shown }: Member): HTMLElement[] {
  return shown === undefined ? [] : [element('small', { class: 'shown', dir: 'auto' }, shown)];
}

function meter(share: number): HTMLElement {
  const fill = element('span', { class: 'fill' });
  fill.style.width = `${share * 100}%`;
  return element('span', { class: 'meter', 'aria-hidden': 'true' }, fill);
}

function toggle(row: HTMLElement, button: HTMLElement, kept: ReportedText, text: ReportedText): void {
  const isOpen = button.getAttribute('aria-expanded') === 'true';
  button.setAttribute('aria-expanded', String(!isOpen));
  if (isOpen) {
    row.nextElementSibling?.remove();
    return;
  }
  const columns = String(Object.keys(HEADINGS).length);
  const cell = element('td', { colspan: columns }, textComparison(kept, text));
  row.after(element('tr', { class: 'compared' }, cell));
}
