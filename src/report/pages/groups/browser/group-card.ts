/** One group: the kept document, its members with their scores, and the comparison of a member with the kept document. */
import { count, formatNumber, percent } from '../../../numbers.ts';
import { element } from '../../browser/element.ts';
import { memberRow, memberTable } from './member-row.ts';
import type { ReportedGroup } from './reported-group.ts';

/** Members shown at first, and more at each press. */
const STEP = 20;
/** Characters of the kept text below its name. */
const EXCERPT = 200;

export function groupCard(group: ReportedGroup): HTMLElement {
  const { table, body } = memberTable();
  const card = element(
    'article',
    { class: 'group', 'aria-labelledby': `group-${group.number}` },
    header(group),
    table,
  );
  showMore(card, body, group, 0);
  return card;
}

function header(group: ReportedGroup): HTMLElement {
  const { number, kept, shown, members, unlisted, lowest, highest, textOf } = group;
  const id = element('bdi', { class: 'id' }, kept);
  const role = element('span', { class: 'role' }, 'Kept');
  const range = lowest === highest ? percent(lowest) : `${percent(lowest)} to ${percent(highest)}`;
  const size = count(members.length + unlisted, 'removed document', 'removed documents');
  const made = element(
    'header',
    {},
    element('span', { class: 'number' }, String(number)),
    element('h3', { id: `group-${number}` }, id, ' ', role),
    element('span', { class: 'extent' }, `${size} · ${range}`),
  );
  if (shown !== undefined) made.append(element('p', { class: 'shown', dir: 'auto' }, shown));
  const text = textOf(kept);
  if (text?.text !== undefined) {
    const attributes = { class: 'excerpt', dir: 'auto', lang: text.lang };
    made.append(element('p', attributes, text.text.slice(0, EXCERPT)));
  }
  return made;
}

/** Adds members after the first `shown`, and a button for the rest. */
function showMore(card: HTMLElement, body: HTMLElement, group: ReportedGroup, shown: number): void {
  const next = shown + STEP;
  body.append(...group.members.slice(shown, next).map((member) => memberRow(group, member)));
  const left = group.members.length - next;
  if (left > 0) {
    const label = `Show ${Math.min(left, STEP)} of ${formatNumber(left)} more`;
    const button = element('button', { type: 'button', class: 'more' }, label);
    const unprinted = count(left, 'more removed document is', 'more removed documents are');
    const note = element('p', { class: 'note paper unprinted' }, `${unprinted} not printed.`);
    button.addEventListener('click', () => {
      button.remove();
      note.remove();
      showMore(card, body, group, next);
    });
    card.append(button, note);
  } else if (group.unlisted > 0) {
    const more = count(group.unlisted, 'more document is', 'more documents are');
    card.append(element('p', { class: 'note' }, `${more} not listed in this page.`));
  }
}
