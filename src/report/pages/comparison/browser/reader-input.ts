/** Mouse, touch and keys of the two texts. */
import { find } from '../../browser/find.ts';
import { type ComparisonReader, otherSide, type Side } from './reader.ts';

/** @param signal Ends it for the keys, which are heard wherever the focus is. */
export function listenToReader(reader: ComparisonReader, signal?: AbortSignal): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || !isFree(event)) return;
      const by = STEPS[event.key];
      if (by === undefined) return;
      reader.step(by);
      event.preventDefault();
    },
    { signal },
  );
  for (const side of ['a', 'b'] as const) {
    const box = find(`text-${side}`);
    box.addEventListener('click', (event) => pressMark(reader, side, event));
    box.addEventListener('keydown', (event) => {
      if (pressKey(reader, side, event)) event.preventDefault();
    });
    find(`side-${side}`).addEventListener('click', () => {
      reader.turnTo(side);
      reader.bringSelected();
    });
  }
  find('previous').addEventListener('click', () => reader.step(-1));
  find('next').addEventListener('click', () => reader.step(1));
}

/** Keys that lead to the next passage and back, wherever the focus is. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 };

/** Whether a key is not needed by what has the focus, such as a field or a slider. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  return (event.target as Element).closest?.('input, select, textarea, [contenteditable]') == null;
}

function pressMark(reader: ComparisonReader, side: Side, event: Event): void {
  const mark = markOf(event);
  // a press that ends a selection of text does not count
  if (mark !== null && getSelection()?.isCollapsed !== false) reader.press(mark, side);
}

/** Enter crosses over to the other side, arrows lead to the next passage, Escape deselects. True if the key does something. */
function pressKey(reader: ComparisonReader, side: Side, event: KeyboardEvent): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const mark = markOf(event);
  if ((event.key === 'Enter' || event.key === ' ') && mark !== null) {
    reader.press(mark, side);
    reader.focusOn(otherSide(side));
  } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
    reader.step(event.key === 'ArrowRight' ? 1 : -1);
    reader.focusOn(side);
  } else if (event.key === 'Escape') reader.deselect();
  else return false;
  return true;
}

function markOf(event: Event): Element | null {
  return (event.target as Element).closest('mark[role]');
}
