/** Runs in the page. The figures: how much is the same, of which kind, where in the text, from which source. */
import type { ComparisonData } from '../data.ts';
import type { CompareTools } from './compare-tools.ts';
import type { Shares } from './count-shares.ts';

/** Gives what writes new figures into the page. Self-contained: it is sent to the page as source. */
export function summary(tools: CompareTools, data: ComparisonData): (shares: Shares, all: Shares) => void {
  const { text, sources, passages } = data;
  const byId = (id: string) => document.getElementById(id)!;
  const number = (value: number) => value.toLocaleString('en-US');
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  // only what is exactly all is 100%: it must not be rounded up
  const percent = (value: number) =>
    `${(Math.floor(value * 1000 + 1e-6) / 10).toFixed(1).replace('.0', '')}%`;

  return (shares, all) => {
    const total = share(shares.words, text.words);
    byId('share').textContent = percent(total);
    byId('matched').textContent = number(shares.words);
    byId('unfiltered').textContent =
      shares.words === all.words ? '' : `${percent(share(all.words, text.words))} without filters`;
    if (sources.length === 1)
      byId('share-b').textContent = percent(share(shares.sources[0].own, sources[0].words));

    let from = 0;
    shares.kinds.forEach((words, kind) => {
      const width = share(words, text.words) * 100;
      const bar = byId(`bar-${kind}`);
      bar.setAttribute('x', from.toFixed(3));
      bar.setAttribute('width', width.toFixed(3));
      from += width;
      byId(`kind-share-${kind}`).textContent = percent(width / 100);
    });
    byId('bar').setAttribute(
      'aria-label',
      `Identical ${percent(share(shares.kinds[0], text.words))}, edited ${percent(share(shares.kinds[1], text.words))}, synonyms ${percent(share(shares.kinds[2], text.words))} of the text`,
    );
    drawStrip(shares);
    if (sources.length > 1) {
      shares.sources.forEach((figures, source) => {
        const ofText = share(figures.text, text.words);
        byId(`source-text-${source}`).textContent = percent(ofText);
        byId(`source-own-${source}`).textContent = percent(share(figures.own, sources[source].words));
        byId(`source-passages-${source}`).textContent = number(figures.passages);
        byId(`source-meter-${source}`).setAttribute('width', (ofText * 100).toFixed(3));
      });
    }
  };

  /** The text from its beginning to its end, with what counts in it, by kind. */
  function drawStrip({ counts }: Shares): void {
    const paths = ['', '', ''];
    let place = 0;
    for (const paragraph of text.paragraphs) {
      if (typeof paragraph === 'number') {
        place += paragraph;
        continue;
      }
      for (const [, words, covering = []] of paragraph) {
        const best = tools.bestPassage(
          passages,
          covering.filter((passage) => counts[passage]),
        );
        if (best >= 0) {
          // what is short must be seen, too
          const width = Math.max(words, text.words / 600).toFixed(1);
          paths[passages[best][1]] += `M${place} 0h${width}v1h-${width}z`;
        }
        place += words;
      }
    }
    paths.forEach((path, kind) => {
      byId(`strip-${kind}`).setAttribute('d', path);
    });
  }
}
