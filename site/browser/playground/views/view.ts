/** The answer of each operation, as it is shown. Names and words of documents become text nodes, never markup. */
import { count } from '../../../../src/report/numbers.ts';
import { mountComparison } from '../../../../src/report/pages/comparison/browser/mount.ts';
import type { PlainDocument, View } from '../messages.ts';
import { fingerprintsShown } from './fingerprints.ts';
import { matrixShown } from './matrix.ts';
import { shinglesShown } from './shingles.ts';
import { groupsShown, pairsShown, resultsShown } from './tables.ts';

/** @param signal Ends what listens in the view, before another one takes its place. */
export function shownView(
  place: HTMLElement,
  view: View,
  documents: readonly PlainDocument[],
  signal: AbortSignal,
): void {
  if (view.operation === 'compare') {
    mountComparison(place, view.rows, signal);
    return;
  }
  place.replaceChildren(...partsOf(view, documents));
}

function partsOf(
  view: Exclude<View, { operation: 'compare' }>,
  documents: readonly PlainDocument[],
): HTMLElement[] {
  switch (view.operation) {
    case 'matrix':
      return matrixShown(view);
    case 'pairs':
      return pairsShown(view.pairs);
    case 'groups':
      return groupsShown(view.groups);
    case 'fingerprint':
      return fingerprintsShown(view.fingerprints);
    case 'shingles':
      return shinglesShown(view);
    case 'search':
      return resultsShown(view.results, documents);
  }
}

/** Whether the texts have nothing of what was asked for. */
export function isEmpty(view: View): boolean {
  switch (view.operation) {
    case 'compare':
      return view.rows.passages.length === 0;
    case 'matrix':
      return view.cells.every(({ mark }) => mark === 0);
    case 'pairs':
      return view.pairs.length === 0;
    case 'groups':
      return view.groups.length === 0;
    case 'fingerprint':
      return false;
    case 'shingles':
      return view.resemblance === 0;
    case 'search':
      return view.results.length === 0;
  }
}

/** A sentence for the line of the status. */
export function summaryOf(view: View): string {
  switch (view.operation) {
    case 'compare':
      return `${count(view.rows.passages.length, 'shared passage', 'shared passages')}.`;
    case 'matrix': {
      const similar = view.cells.filter(({ mark }) => mark > 0).length;
      return `${view.rows.length} × ${view.columns.length} sentences, ${count(similar, 'cell', 'cells')} similar.`;
    }
    case 'pairs':
      return `${count(view.pairs.length, 'pair', 'pairs')}.`;
    case 'groups':
      return `${count(view.groups.length, 'group', 'groups')}.`;
    case 'fingerprint':
      return `${count(view.fingerprints.length, 'fingerprint', 'fingerprints')}.`;
    case 'shingles':
      return `Resemblance ${view.resemblance.toFixed(3)}.`;
    case 'search':
      return `${count(view.results.length, 'result', 'results')}.`;
  }
}
