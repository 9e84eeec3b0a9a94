/** Brings the markup of a comparison to life: filters, figures, the map, and the two texts. */
import { countShares } from '../../../comparison/shares.ts';
import { find } from '../../browser/find.ts';
import { isFreeKey } from '../../browser/free-key.ts';
import { Controls } from './controls.ts';
import { HeatMap } from './heat-map.ts';
import type { ComparisonModel } from './model.ts';
import { listenToPrinting } from './paper.ts';
import { ComparisonReader, otherSide, type Side } from './reader.ts';
import { showSummary } from './summary.ts';

/**
 * Works on the elements of `comparisonMarkup`.
 *
 * @param signal Ends it: the elements are going to be removed.
 */
export function startComparison(model: ComparisonModel, signal?: AbortSignal): void {
  const unfiltered = countShares(model.counted);
  const reader = new ComparisonReader(model);
  const map = new HeatMap(model, reader);
  const controls = new Controls(model.sources.length, update);
  listenToReader(reader, signal);
  listenToPrinting(model, reader, signal);
  reader.onSource = (source) => {
    map.draw(source);
    controls.pointAt(source);
  };
  update();
  reader.showFirst();
  // paragraphs get their true height only when they are drawn: once more
  requestAnimationFrame(() => reader.showFirst());

  function update(): void {
    const shares = countShares(model.counted, controls.filter());
    showSummary(model, shares, unfiltered);
    reader.show(shares.counts, controls.viewed);
  }
}

/** Keys that lead to the next passage and back, wherever the focus is. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 };

/** @param signal Ends it for the keys. */
function listenToReader(reader: ComparisonReader, signal?: AbortSignal): void {
  addEventListener(
    'keydown',
    (event) => {
      const by = STEPS[event.key];
      if (by === undefined || event.defaultPrevented || !isFreeKey(event)) return;
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
    find(`side-${side}`).addEventListener('click', () => reader.lookAt(side));
  }
  find('previous').addEventListener('click', () => reader.step(-1));
  find('next').addEventListener('click', () => reader.step(1));
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
  } else if (event.key === 'Escape' && reader.isSelected) reader.deselect();
  else return false;
  return true;
}

function markOf(event: Event): Element | null {
  return (event.target as Element).closest('mark[role]');
}
