/** Two texts side by side: words in only one text are marked, long equal parts are folded. */
import { count, formatNumber } from '../../../numbers.ts';
import { countWords } from '../../../word-diff/tokens.ts';
import { type DiffPart, joinParts, textDiff } from '../../../word-diff/word-diff.ts';
import { element } from '../../browser/element.ts';
import type { ReportedText } from './reported-group.ts';

/** Equal parts of more tokens than this are folded. */
const FOLDED = 120;
/** Tokens of a folded part that stay visible beside each difference. */
const AROUND = 40;

/** `removed.text` is undefined if the page holds the same of both texts. */
export function textComparison(kept: ReportedText, removed: ReportedText): HTMLElement {
  const keptText = kept.text ?? '';
  const removedText = removed.text ?? keptText;
  const parts = withoutLoneSigns(textDiff(keptText, removedText));
  const left = pane('Kept', kept, keptText);
  const right = pane('Removed', removed, removedText);
  parts.forEach((part, i) => {
    const before = i > 0 ? AROUND : 0;
    const after = i < parts.length - 1 ? AROUND : 0;
    if (!part.same) {
      left.text.append(...marked(part.a, 'only-kept'));
      right.text.append(...marked(part.b, 'only-removed'));
    } else if (parts.length > 1 && part.a.length > FOLDED) {
      appendFolded([left.text, right.text], part, before, after);
    } else {
      left.text.append(part.a.join(''));
      right.text.append(part.b.join(''));
    }
  });
  const isCut = kept.uncutLength > 0 || removed.uncutLength > 0;
  const tally = element('p', { class: 'tally' }, ...tallyOf(parts, keptText === removedText, isCut));
  return element('div', { class: 'comparison' }, tally, left.box, right.box);
}

/** A lone sign between two differences is not worth showing as equal: the three become one difference. */
function withoutLoneSigns(parts: readonly DiffPart[]): DiffPart[] {
  return joinParts(parts, ({ same, a }, i) => {
    const isInner = i > 0 && i < parts.length - 1;
    return same && !(isInner && countWords(a) === 0);
  });
}

function pane(
  role: string,
  { id, lang, uncutLength }: ReportedText,
  shown: string,
): { box: HTMLElement; text: HTMLElement } {
  const text = element('div', { class: 'text', dir: 'auto', tabindex: '0', 'aria-label': `${role} text` });
  if (lang !== '') text.setAttribute('lang', lang);
  const name = element('bdi', { class: 'id' }, id);
  const heading = element('h4', {}, element('span', { class: 'role' }, role), name);
  const box = element('section', { class: `pane ${role.toLowerCase()}` }, heading, text);
  if (uncutLength > 0) {
    const note = `The first ${formatNumber(shown.length)} of ${formatNumber(uncutLength)} characters.`;
    box.append(element('p', { class: 'note' }, note));
  }
  return { box, text };
}

/** Words marked as one run; the space after the last word stays plain. */
function marked(tokens: readonly string[], kind: string): (Node | string)[] {
  const run = tokens.join('');
  const words = run.trimEnd();
  return words === '' ? [run] : [element('mark', { class: kind }, words), run.slice(words.length)];
}

/** Folds the middle of an equal part behind a button on both sides; either button opens both. */
function appendFolded(
  sides: readonly [kept: HTMLElement, removed: HTMLElement],
  { a, b }: DiffPart,
  before: number,
  after: number,
): void {
  const end = a.length - after;
  const label = `${count(countWords(a.slice(before, end)), 'word', 'words')} the same`;
  const folds = [a, b].map((tokens, side) => {
    const button = element('button', { type: 'button', class: 'fold' }, label);
    sides[side].append(tokens.slice(0, before).join(''), button, tokens.slice(end).join(''));
    return { button, middle: tokens.slice(before, end).join('') };
  });
  for (const { button } of folds) {
    button.addEventListener('click', () => {
      for (const fold of folds) fold.button.replaceWith(fold.middle);
    });
  }
}

/** Of texts that are cut, only the words shown can be counted. */
function tallyOf(parts: readonly DiffPart[], isEqual: boolean, isCut: boolean): (Node | string)[] {
  if (isEqual) return [`The ${isCut ? 'parts shown' : 'texts'} are the same, letter for letter.`];
  if (parts.every(({ same }) => same))
    return [`The words${isCut ? ' shown' : ''} are the same; only the white space differs.`];
  const words = (same: boolean, side: 'a' | 'b') =>
    parts.reduce((sum, part) => sum + (part.same === same ? countWords(part[side]) : 0), 0);
  const only = (kind: string, amount: number, document: string) =>
    amount === 0
      ? []
      : [', ', element('mark', { class: kind }, `${formatNumber(amount)} only in ${document}`)];
  return [
    `${isCut ? 'In the parts shown: ' : ''}${count(words(true, 'a'), 'word', 'words')} in both`,
    ...only('only-kept', words(false, 'a'), 'the kept document'),
    ...only('only-removed', words(false, 'b'), 'the removed one'),
  ];
}
