/**
 * The page's script. Its parts are ordinary functions (type-checked, linted, tested) that are sent as source; they
 * get each other as arguments, because what a module imports does not travel with a function.
 */
import { comparison } from './client/comparison.ts';
import { element } from './client/element.ts';
import { groupCard } from './client/group-card.ts';
import { groupList } from './client/group-list.ts';
import { histogram } from './client/histogram.ts';
import type { PageTools } from './client/page-tools.ts';
import { wordDiff } from './client/word-diff.ts';
import type { Totals } from './data.ts';
import { scriptOf } from './script.ts';

const PARTS: PageTools = { element, wordDiff, comparison, groupCard, groupList, histogram };

/** Runs in the page when all of it is there. */
function start(tools: PageTools): void {
  if (document.getElementById('list') === null) return; // nothing was removed
  const totals: Totals = JSON.parse(document.getElementById('totals')!.textContent);
  const show = tools.groupList(tools);
  const removed = totals.histogram.reduce((sum, count) => sum + count, 0);
  tools.histogram(tools, totals.histogram, removed, show);
}

export const clientScript = scriptOf(start, PARTS);
