/** How alike are the removed documents? Bars that show what another threshold would do, and narrow the list of groups. */
import { count, formatNumber, percent } from '../../../numbers.ts';
import { element } from '../../browser/element.ts';
import { find } from '../../browser/find.ts';

/** Resemblances from `low` up to, not including, `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The chart begins at this resemblance or lower, so that a chart of near-copies does not have a single bar. */
const FIRST_SHOWN = 0.8;
const HINT =
  'Point at a bar to see what another threshold would do; press it to list only the groups they are in.';

/**
 * Fills the figure of the page. `counts` are documents by resemblance in equal steps, the last are those of exactly 1. Calls `narrow`
 * with the range of the bar that was pressed, or without one if it was released.
 */
export function showHistogram(counts: readonly number[], narrow: (range: Range | undefined) => void): void {
  const says = find('bar-says');
  const bars = barsOf(counts);
  let pressed: Bar | undefined;
  says.textContent = HINT;
  for (const bar of bars) {
    const say = () => {
      says.textContent = bar.sentence;
    };
    bar.button.addEventListener('pointerenter', say);
    bar.button.addEventListener('focus', say);
    bar.button.addEventListener('click', () => {
      pressed?.button.setAttribute('aria-pressed', 'false');
      pressed = pressed === bar ? undefined : bar;
      pressed?.button.setAttribute('aria-pressed', 'true');
      narrow(pressed?.range);
    });
  }
  const box = find('bars');
  box.append(...bars.map(({ button }) => button));
  box.addEventListener('pointerleave', () => {
    says.textContent = pressed?.sentence ?? HINT;
  });
}

interface Bar {
  readonly button: HTMLElement;
  readonly range: Range;
  readonly sentence: string;
}

function barsOf(counts: readonly number[]): Bar[] {
  const steps = counts.length - 1;
  const lowest = counts.findIndex((documents) => documents > 0);
  const first = Math.min(lowest, Math.round(steps * FIRST_SHOWN));
  const scale = scaleOf(counts);
  const tickDistance = steps - first > 40 ? 20 : 5;
  return counts.slice(first).map((documents, i) => {
    const step = first + i;
    const sentence = sentenceOf(counts, step);
    const attributes = { type: 'button', 'aria-pressed': 'false', 'aria-label': sentence };
    const button = element('button', attributes, fillOf(documents, scale));
    if (step % tickDistance === 0)
      button.append(element('span', { class: 'tick' }, percent(step / steps, 0)));
    if (documents > scale) button.append(element('span', { class: 'amount' }, formatNumber(documents)));
    return {
      button,
      sentence,
      range: { low: step / steps, high: step === steps ? 2 : (step + 1) / steps },
    };
  });
}

/**
 * The number of documents that a bar of full height represents. Exact copies often outnumber all others: their bar is then cut, with
 * its number above it, so that the others can be seen.
 */
function scaleOf(counts: readonly number[]): number {
  const exact = counts[counts.length - 1];
  const highestBelow = Math.max(...counts.slice(0, -1));
  return highestBelow > 0 && exact > 2 * highestBelow ? highestBelow * 1.5 : Math.max(...counts);
}

function sentenceOf(counts: readonly number[], step: number): string {
  const steps = counts.length - 1;
  const sum = (from: number) => counts.slice(from).reduce((total, documents) => total + documents, 0);
  const from = percent(step / steps, 0);
  const range = step === steps ? from : `${from} to ${percent((step + 1) / steps, 0)}`;
  return (
    `Resemblance ${range}: ${count(counts[step], 'document', 'documents')}. ` +
    `A threshold of ${(step / steps).toFixed(2)} removes about ${formatNumber(sum(step))} of these ${formatNumber(sum(0))}.`
  );
}

function fillOf(documents: number, scale: number): HTMLElement {
  const fill = element('span', { class: documents > scale ? 'fill cut' : 'fill' });
  const share = Math.min(1, documents / scale);
  fill.style.height = documents === 0 ? '0' : `max(3px, ${(share * 100).toFixed(2)}%)`;
  return fill;
}
