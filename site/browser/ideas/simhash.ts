/** Paper A's first idea: every word votes for each of the 64 bits. */
import { foldText } from '../../../src/canonicalize/fold-text.ts';
import { simhashOf } from '../../../src/fingerprint/simhash.ts';
import { element, svgElement } from '../../../src/report/pages/browser/element.ts';
import { find } from '../../../src/report/pages/browser/find.ts';
import { BITS, digitsOf, distance, strip } from './bits.ts';

const TEXTS = [
  'The ferry leaves at nine from the north pier, weather permitting.',
  'The ferry leaves at ten from the north pier, weather permitting.',
];
/** Words that are drawn; the sums count all. */
const MOST_WORDS = 24;
const NGRAM = 2;

export function simhashIdea(): void {
  const [a, b] = TEXTS.map((text, at) => {
    const field = element(
      'textarea',
      { rows: '2', 'aria-label': `Text ${at + 1}` },
      text,
    ) as HTMLTextAreaElement;
    field.addEventListener('input', draw);
    return field;
  });
  const added = element('input', {
    type: 'range',
    min: '0',
    id: 'words-added',
    step: '1',
  }) as HTMLInputElement;
  const said = element('output', { for: added.id });
  added.addEventListener('input', draw);
  const picture = element('div', {
    class: 'rows',
    role: 'group',
    tabindex: '0',
    'aria-label': 'Words, sums and fingerprints',
  });
  const result = element('p', { role: 'status' });
  find('idea-simhash').replaceChildren(
    a,
    b,
    element(
      'p',
      { class: 'field' },
      element('label', { for: added.id }, 'Words of text 1 that have voted'),
      added,
      said,
    ),
    picture,
    result,
  );
  draw();

  function draw(): void {
    const words = wordsOf(a.value);
    const isWhole = added.max === '' || added.value === added.max;
    added.max = String(words.length);
    if (isWhole) added.value = added.max;
    const voted = words.slice(0, Number(added.value));
    said.textContent = `${voted.length} of ${words.length}`;
    const bits = voted.map((word) => digitsOf(simhashOf(word)));
    const sums = Array.from({ length: BITS }, (_, at) =>
      bits.reduce((sum, each) => sum + (each[at] === '1' ? 1 : -1), 0),
    );
    const ours = digitsOf(simhashOf(voted.join(' ')));
    const theirs = digitsOf(simhashOf(wordsOf(b.value).join(' ')));
    picture.replaceChildren(
      ...voted.slice(0, MOST_WORDS).flatMap((word, at) => [element('bdi', {}, word), strip(bits[at])]),
      ...(voted.length > MOST_WORDS
        ? [element('p', { class: 'note' }, `… and ${voted.length - MOST_WORDS} more words`)]
        : []),
      element('b', {}, 'Sums: up if more words have a 1 there'),
      bars(sums),
      element('b', {}, 'Fingerprint of text 1'),
      strip(ours),
      element('b', {}, 'Fingerprint of text 2; marked bits differ'),
      strip(theirs, ours),
    );
    const apart = distance(ours, theirs);
    result.textContent = `${apart} of 64 bits differ${apart <= 3 ? ': within 3, so they are candidates' : '; within 3 they would be candidates'}.`;
  }
}

/** The different words of the canonical text: each votes once. */
function wordsOf(text: string): string[] {
  return [...new Set(foldText(text, NGRAM).split(' '))].filter((word) => word !== '');
}

function bars(sums: readonly number[]): SVGElement {
  const most = Math.max(1, ...sums.map(Math.abs));
  const rects = sums.map((sum, at) => {
    const height = (38 * Math.abs(sum)) / most;
    return svgElement('rect', {
      x: 10 * at,
      y: sum > 0 ? 40 - height : 40,
      width: 9,
      height,
      class: sum > 0 ? 'up' : 'down',
    });
  });
  const zero = svgElement('path', { class: 'zero', d: `M0 40H${10 * BITS}` });
  return svgElement(
    'svg',
    { viewBox: `0 0 ${10 * BITS} 80`, class: 'sums', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    ...rects,
    zero,
  );
}
