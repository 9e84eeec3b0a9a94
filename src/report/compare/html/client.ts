/** The script of the comparison's page, made of ordinary functions that travel as source. */
import { element } from '../../html/client/element.ts';
import { wordDiff } from '../../html/client/word-diff.ts';
import { scriptOf } from '../../html/script.ts';
import { bestPassage } from './client/best-passage.ts';
import type { CompareTools } from './client/compare-tools.ts';
import { controls } from './client/controls.ts';
import { countShares } from './client/count-shares.ts';
import { heatMap } from './client/heat-map.ts';
import { reader } from './client/reader.ts';
import { summary } from './client/summary.ts';
import { textPane } from './client/text-pane.ts';
import type { PageData } from './data.ts';

const PARTS: CompareTools = {
  element,
  wordDiff,
  bestPassage,
  countShares,
  summary,
  controls,
  heatMap,
  textPane,
  reader,
};

/** Runs in the page when all of it is there. */
function start(tools: CompareTools): void {
  const data: PageData = JSON.parse(document.getElementById('comparison')!.textContent);
  const tell = tools.summary(tools, data);
  const texts = tools.reader(tools, data);
  const draw = tools.heatMap(tools, data, texts);
  const chosen = tools.controls(tools, data, update);
  const everything = tools.countShares(tools, data, chosen.filter());
  texts.onSource = (source) => {
    draw(source);
    chosen.point(source);
  };
  update();

  function update(): void {
    const shares = tools.countShares(tools, data, chosen.filter());
    tell(shares, everything);
    texts.show(shares, chosen.view());
  }
}

export const comparisonScript = scriptOf(start, PARTS);
