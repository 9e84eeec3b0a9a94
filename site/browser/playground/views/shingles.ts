/** Shingles of two texts: those that both have are marked; those that the images keep are framed. */
import { element } from '../../../../src/report/pages/browser/element.ts';
import type { ShinglesView } from '../messages.ts';

/** Shingles of a text that are shown. */
const MOST = 400;

export function shinglesShown({ texts, resemblance, estimate }: ShinglesView): HTMLElement[] {
  const guess =
    estimate.error === 0
      ? 'The images have all shingles, so they say the same.'
      : `The images alone say ${estimate.value.toFixed(3)} ± ${estimate.error.toFixed(3)}, from ${estimate.sample} checksums.`;
  const lists = texts.map(({ id, shingles }) => {
    const shared = shingles.filter(({ isShared }) => isShared).length;
    const items = shingles.slice(0, MOST).map(({ words, checksum, isShared, isKept }) => {
      const kinds = [...(isShared ? ['shared'] : []), ...(isKept ? ['kept'] : [])];
      const said = [...(isShared ? ['in both'] : []), ...(isKept ? ['in the image'] : [])].join(', ');
      return element(
        'li',
        { class: kinds.join(' '), title: checksum },
        words,
        ...(said === '' ? [] : [element('span', { class: 'unseen' }, ` (${said})`)]),
      );
    });
    return element(
      'section',
      {},
      element('h3', {}, element('bdi', { class: 'id' }, id)),
      element('p', { class: 'note' }, `${shingles.length} shingles, ${shared} of them in the other text too`),
      element('ul', { class: 'shingles', dir: 'auto' }, ...items),
    );
  });
  return [
    element(
      'p',
      {},
      `Resemblance ${resemblance.toFixed(3)}: shared shingles as a share of all different ones. ${guess}`,
    ),
    element('div', { class: 'two' }, ...lists),
  ];
}
