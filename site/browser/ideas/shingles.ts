/** Paper C's idea: words sorted inside each shingle, so that their order there does not count. */
import { foldText } from '../../../src/canonicalize/fold-text.ts';
import { imageOf, resemblance } from '../../../src/fingerprint/images.ts';
import { shinglesOf } from '../../../src/fingerprint/shingles.ts';
import { button, element } from '../../../src/report/pages/browser/element.ts';
import { find } from '../../../src/report/pages/browser/find.ts';

const TEXT = 'завтра вранці паром відійде від північного причалу';
const ENGLISH = 'in the morning the ferry will leave from the north pier';
const NGRAM = 2;
const ORDERS = [
  ['classic', 'as they come'],
  ['sorted', 'sorted inside each shingle (paper C)'],
  ['free', 'sorted inside the sentence'],
] as const;

export function shinglesIdea(): void {
  let words = split(TEXT);
  let original = words;
  let width = 3;
  const wordButtons = element('p', {
    class: 'choose',
    role: 'group',
    'aria-label': 'Words: press one to swap it with the next',
  });
  const slider = element('input', {
    type: 'range',
    id: 'shingle-width',
    min: '2',
    max: '5',
    value: '3',
  }) as HTMLInputElement;
  const said = element('output', { for: slider.id });
  slider.addEventListener('input', () => {
    width = Number(slider.value);
    draw();
  });
  const lists = element('div', {});
  const start = (text: string) => () => {
    words = split(text);
    original = words;
    draw();
  };
  find('idea-shingles').replaceChildren(
    element('p', { class: 'note' }, 'Press a word to swap it with the next one.'),
    wordButtons,
    element(
      'p',
      { class: 'field' },
      element('label', { for: slider.id }, 'Words in a shingle'),
      slider,
      said,
    ),
    element('div', { role: 'status' }, lists),
    element(
      'p',
      { class: 'choose' },
      button({ class: 'button', lang: 'uk' }, start(TEXT), 'Українською'),
      button({ class: 'button' }, start(ENGLISH), 'In English'),
    ),
  );
  draw();

  function draw(focused = -1): void {
    said.textContent = String(width);
    wordButtons.replaceChildren(
      ...words.map((word, at) => button({ class: 'button' }, () => swap(at), word)),
    );
    if (focused >= 0) (wordButtons.children[focused] as HTMLElement).focus();
    lists.replaceChildren(...ORDERS.map(([order, meaning]) => result(order, meaning)));
  }

  function swap(at: number): void {
    const other = (at + 1) % words.length;
    words = words.map((word, place) => (place === at ? words[other] : place === other ? words[at] : word));
    draw(other);
  }

  function result(order: 'classic' | 'sorted' | 'free', meaning: string): HTMLElement {
    const image = (text: readonly string[]) =>
      imageOf(shinglesOf(text.join(' '), { width, order }), { keep: 'all' });
    const known = new Set(image(original).values);
    const runs = order === 'free' ? runsOf([...words].sort(), width) : runsOf(words, width);
    const items = runs.map((run) => {
      const isKnown = known.has(shinglesOf(run.join(' '), { width, order })[0]);
      const shown = order === 'sorted' ? [...run].sort() : run;
      return element(
        'li',
        { class: isKnown ? 'shared' : '' },
        shown.join(' '),
        element('span', { class: 'unseen' }, isKnown ? ' (as before)' : ' (new)'),
      );
    });
    const { value } = resemblance(image(original), image(words));
    return element(
      'section',
      {},
      element(
        'p',
        {},
        element('b', {}, `Words ${meaning}`),
        `: resemblance to the first order ${value.toFixed(2)}`,
      ),
      element('ul', { class: 'shingles' }, ...items),
    );
  }
}

function split(text: string): string[] {
  return foldText(text, NGRAM).split(' ');
}

function runsOf(words: readonly string[], width: number): string[][] {
  return Array.from({ length: Math.max(1, words.length - width + 1) }, (_, at) =>
    words.slice(at, at + width),
  );
}
