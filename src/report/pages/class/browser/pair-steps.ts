/** From the pair that is shown to the next one of the list, and back: by buttons, and by the keys n and p. Escape leads to the list. */
import { button, element } from '../../browser/element.ts';
import { isFreeKey } from '../../browser/free-key.ts';
import { say } from '../../say.ts';

/**
 * @param pairs Numbers of pairs in the order of the list.
 * @param leave Goes back to the list.
 * @param signal Ends it for the keys.
 */
export function pairSteps(
  pairs: readonly number[],
  pair: number,
  open: (pair: number) => void,
  leave: () => void,
  signal: AbortSignal,
): HTMLElement[] {
  const at = pairs.indexOf(pair);
  const step = (by: 1 | -1, name: string, key: string, mark: string) => {
    const made = button(
      { 'aria-label': name, title: `${name} (${key})`, 'aria-keyshortcuts': key },
      () => open(pairs[at + by]),
      mark,
    );
    if (pairs[at + by] === undefined) made.setAttribute('disabled', '');
    return made;
  };
  addEventListener(
    'keydown',
    (event) => {
      // the first Escape is for the passage that is selected
      if (event.key === 'Escape' && !event.defaultPrevented && isFreeKey(event)) leave();
      if (at === -1) return;
      const next = event.key === 'n' ? pairs[at + 1] : event.key === 'p' ? pairs[at - 1] : undefined;
      if (next !== undefined && isFreeKey(event)) open(next);
    },
    { signal },
  );
  if (at === -1) return [];
  return [
    element(
      'div',
      { class: 'pair-steps', role: 'group', 'aria-label': say.pairsTitle },
      step(-1, say.previousPair, 'p', '‹'),
      element('span', {}, say.place(at + 1, pairs.length)),
      step(1, say.nextPair, 'n', '›'),
    ),
    element('span', { class: 'note keys-hint' }, say.keysHint),
  ];
}
