/** From the pair that is shown to the next one of the list, and back: by buttons, and by the keys n and p. */
import { button, element } from '../../browser/element.ts';
import { isFreeKey } from '../../browser/free-key.ts';
import { say } from '../../say.ts';

/**
 * @param pairs Numbers of pairs in the order of the list.
 * @param signal Ends it for the keys.
 */
export function pairSteps(
  pairs: readonly number[],
  pair: number,
  open: (pair: number) => void,
  signal: AbortSignal,
): HTMLElement[] {
  const at = pairs.indexOf(pair);
  if (at === -1) return [];
  const step = (by: 1 | -1, name: string, mark: string) => {
    const made = button({ 'aria-label': name, title: name }, () => open(pairs[at + by]), mark);
    if (pairs[at + by] === undefined) made.setAttribute('disabled', '');
    return made;
  };
  addEventListener(
    'keydown',
    (event) => {
      const next = event.key === 'n' ? pairs[at + 1] : event.key === 'p' ? pairs[at - 1] : undefined;
      if (next !== undefined && isFreeKey(event)) open(next);
    },
    { signal },
  );
  return [
    element(
      'div',
      { class: 'pair-steps', role: 'group', 'aria-label': say.pairsTitle },
      step(-1, say.previousPair, '‹'),
      element('span', {}, say.place(at + 1, pairs.length)),
      step(1, say.nextPair, '›'),
    ),
  ];
}
