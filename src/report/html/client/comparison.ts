/** Runs in the page. Two texts side by side, the words that only one of them has marked, long equal stretches folded. */

import type { TextRow } from '../data.ts';
import type { PageTools } from './page-tools.ts';
import type { DiffPart } from './word-diff.ts';

/** Self-contained: it is sent to the page as source. */
export function comparison(tools: PageTools, kept: TextRow, removed: TextRow): HTMLElement {
  const { element } = tools;
  /** Equal stretches longer than `FOLD` words show `AROUND` words beside each difference. */
  const FOLD = 120;
  const AROUND = 40;
  const count = (words: number) => `${words.toLocaleString('en-US')} ${words === 1 ? 'word' : 'words'}`;
  const wordsIn = (tokens: readonly string[]) => tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)).length;

  const keptText = String(kept[1]);
  const removedText = removed[1] === 0 ? keptText : removed[1];
  const parts = joinNeighbors(tools.wordDiff(keptText, removedText));

  const left = pane('Kept', kept, keptText);
  const right = pane('Removed', removed, removedText);
  parts.forEach((part, i) => {
    if (!part.same) {
      left.text.append(...marked(part.a, 'only-kept'));
      right.text.append(...marked(part.b, 'only-removed'));
    } else if (parts.length > 1 && part.a.length > FOLD) {
      appendFolded(part, i > 0 ? AROUND : 0, i < parts.length - 1 ? AROUND : 0);
    } else {
      left.text.append(part.a.join(''));
      right.text.append(part.b.join(''));
    }
  });
  return element(
    'div',
    { class: 'comparison' },
    element('p', { class: 'tally' }, ...tally()),
    left.box,
    right.box,
  );

  function pane(role: string, [id, , lang, uncutLength]: TextRow, content: string) {
    const text = element('div', { class: 'text', dir: 'auto', tabindex: '0', 'aria-label': `${role} text` });
    if (lang !== '') text.setAttribute('lang', lang);
    const name = element('bdi', { class: 'id' }, id);
    const box = element(
      'section',
      { class: `pane ${role.toLowerCase()}` },
      element('h4', {}, element('span', { class: 'role' }, role), name),
      text,
    );
    if (uncutLength > 0) {
      const shown = content.length.toLocaleString('en-US');
      const note = `The first ${shown} of ${uncutLength.toLocaleString('en-US')} characters.`;
      box.append(element('p', { class: 'note' }, note));
    }
    return { box, text };
  }

  /** Words marked as one run; the space after the last of them stays plain. */
  function marked(tokens: readonly string[], kind: string): (Node | string)[] {
    const run = tokens.join('');
    const words = run.trimEnd();
    return words === '' ? [run] : [element('mark', { class: kind }, words), run.slice(words.length)];
  }

  /** The middle of an equal stretch behind a button, the same on both sides; either button opens both. */
  function appendFolded(part: DiffPart, before: number, after: number): void {
    const end = part.a.length - after;
    const label = `${count(wordsIn(part.a.slice(before, end)))} the same`;
    const buttons = [left, right].map(({ text }, side) => {
      const tokens = side === 0 ? part.a : part.b;
      const button = element('button', { type: 'button', class: 'fold' }, label);
      text.append(tokens.slice(0, before).join(''), button, tokens.slice(end).join(''));
      return { button, middle: tokens.slice(before, end).join('') };
    });
    for (const { button } of buttons) {
      button.addEventListener('click', () => {
        for (const each of buttons) each.button.replaceWith(each.middle);
      });
    }
  }

  function tally(): (Node | string)[] {
    const sum = (same: boolean, side: 'a' | 'b') =>
      parts.reduce((words, part) => words + (part.same === same ? wordsIn(part[side]) : 0), 0);
    if (keptText === removedText) return ['The texts are the same, letter for letter.'];
    if (parts.every((part) => part.same)) return ['The words are the same; only the white space differs.'];
    const both = `${count(sum(true, 'a'))} in both`;
    const only = (kind: string, side: 'a' | 'b', where: string) =>
      sum(false, side) === 0
        ? []
        : [
            ', ',
            element('mark', { class: kind }, `${sum(false, side).toLocaleString('en-US')} only in ${where}`),
          ];
    return [
      both,
      ...only('only-kept', 'a', 'the kept document'),
      ...only('only-removed', 'b', 'the removed one'),
    ];
  }

  /** A lone sign between two differences is no agreement worth showing: the three become one. */
  function joinNeighbors(all: readonly DiffPart[]): DiffPart[] {
    const joined: { same: boolean; a: string[]; b: string[] }[] = [];
    all.forEach((part, i) => {
      const inner = i > 0 && i < all.length - 1;
      const same = part.same && !(inner && wordsIn(part.a) === 0);
      const last = joined.at(-1);
      if (last !== undefined && last.same === same) {
        // word by word: a call has room for some 100,000 arguments
        for (const token of part.a) last.a.push(token);
        for (const token of part.b) last.b.push(token);
      } else joined.push({ same, a: [...part.a], b: [...part.b] });
    });
    return joined;
  }
}
