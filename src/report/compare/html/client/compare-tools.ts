/** What the parts of the page's script give each other: they travel as source, so nothing can be imported there. */
import type { element } from '../../../html/client/element.ts';
import type { wordDiff } from '../../../html/client/word-diff.ts';
import type { bestPassage } from './best-passage.ts';
import type { controls } from './controls.ts';
import type { countShares } from './count-shares.ts';
import type { heatMap } from './heat-map.ts';
import type { reader } from './reader.ts';
import type { summary } from './summary.ts';
import type { textPane } from './text-pane.ts';

export interface CompareTools {
  readonly element: typeof element;
  readonly wordDiff: typeof wordDiff;
  readonly bestPassage: typeof bestPassage;
  readonly countShares: typeof countShares;
  readonly summary: typeof summary;
  readonly controls: typeof controls;
  readonly heatMap: typeof heatMap;
  readonly textPane: typeof textPane;
  readonly reader: typeof reader;
}
