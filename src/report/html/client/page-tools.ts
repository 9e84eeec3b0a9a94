/** What the parts of the page's script give each other: they travel as source, so nothing can be imported there. */
import type { comparison } from './comparison.ts';
import type { element } from './element.ts';
import type { groupCard } from './group-card.ts';
import type { groupList } from './group-list.ts';
import type { histogram } from './histogram.ts';
import type { wordDiff } from './word-diff.ts';

export interface PageTools {
  readonly element: typeof element;
  readonly wordDiff: typeof wordDiff;
  readonly comparison: typeof comparison;
  readonly groupCard: typeof groupCard;
  readonly groupList: typeof groupList;
  readonly histogram: typeof histogram;
}
