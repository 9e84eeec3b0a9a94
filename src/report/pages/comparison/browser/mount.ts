/** A comparison inside another page. One at a time: its elements have ids. */
import { comparedMarkup } from '../markup.ts';
import type { ComparisonRows } from '../rows.ts';
import { modelOf } from './model.ts';
import { startComparison } from './start.ts';

/**
 * Fills `place`. The markup has names of documents, which are escaped; their texts become text nodes.
 *
 * @param signal Ends it, before `place` is used for something else.
 */
export function mountComparison(place: HTMLElement, rows: ComparisonRows, signal: AbortSignal): void {
  place.innerHTML = comparedMarkup(rows);
  startComparison(modelOf(rows), signal);
}
