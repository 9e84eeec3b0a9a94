/** Brings the markup of a comparison to life: filters, figures, the map, and the two texts. */
import { countShares } from '../../../comparison/shares.ts';
import { Controls } from './controls.ts';
import { HeatMap } from './heat-map.ts';
import type { ComparisonModel } from './model.ts';
import { listenToPrinting } from './paper.ts';
import { ComparisonReader } from './reader.ts';
import { listenToReader } from './reader-input.ts';
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

  function update(): void {
    const shares = countShares(model.counted, controls.filter());
    showSummary(model, shares, unfiltered);
    reader.show(shares.counts, controls.viewed);
  }
}
