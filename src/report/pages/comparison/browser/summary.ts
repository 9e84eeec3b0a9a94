/** The figures of the page: how much is the same, of which kind, in which place of the text, from which source. */
import type { PassageKind } from '../../../../comparison.ts';
import { bestPart, KINDS, type Shares } from '../../../comparison/shares.ts';
import { find, setText } from '../../browser/find.ts';
import { say } from '../../say.ts';
import type { ComparisonModel } from './model.ts';

/** A mark in the strip is at least this part of its width: short passages must be seen, too. */
const NARROWEST_MARK = 1 / 600;

/** Writes new figures into the page. `unfiltered` are the shares when every passage counts. */
export function showSummary(model: ComparisonModel, shares: Shares, unfiltered: Shares): void {
  const ofText = (words: number) => say.percent(shareOf(words, model.text.words));
  setText('share', ofText(shares.words));
  setText('matched', say.number(shares.words));
  setText(
    'unfiltered',
    shares.words === unfiltered.words ? '' : say.withoutFilters(ofText(unfiltered.words)),
  );
  if (model.sources.length === 1) {
    setText('share-b', say.percent(shareOf(shares.sources[0].own, model.sources[0].words)));
  } else showSources(model, shares);
  showKinds(model, shares);
  drawStrip(model, shares.counts);
}

function showKinds({ text }: ComparisonModel, { kinds }: Shares): void {
  const share = (kind: PassageKind) => shareOf(kinds[kind], text.words);
  let from = 0;
  KINDS.forEach((kind, i) => {
    const bar = find(`bar-${i}`);
    bar.setAttribute('x', (from * 100).toFixed(3));
    bar.setAttribute('width', (share(kind) * 100).toFixed(3));
    from += share(kind);
    setText(`kind-share-${i}`, say.percent(share(kind)));
  });
  const [identical, edited, synonyms] = KINDS.map((kind) => say.percent(share(kind)));
  find('bar').setAttribute('aria-label', say.kindShares(identical, edited, synonyms));
}

function showSources({ text, sources }: ComparisonModel, shares: Shares): void {
  shares.sources.forEach((figures, source) => {
    const ofText = shareOf(figures.text, text.words);
    setText(`source-text-${source}`, say.percent(ofText));
    setText(`source-own-${source}`, say.percent(shareOf(figures.own, sources[source].words)));
    setText(`source-passages-${source}`, say.number(figures.passages));
    find(`source-meter-${source}`).setAttribute('width', (ofText * 100).toFixed(3));
  });
}

/** The text from its beginning to its end, with the passages that count in it, by kind. */
function drawStrip(model: ComparisonModel, counts: readonly boolean[]): void {
  const { text, parts } = model;
  const paths: Record<PassageKind, string> = { identical: '', edited: '', synonyms: '' };
  let place = 0;
  for (const paragraph of text.paragraphs) {
    if (typeof paragraph === 'number') {
      place += paragraph;
      continue;
    }
    for (const { words, parts: covering } of paragraph) {
      const counting = covering.filter((part) => counts[part]);
      if (counting.length > 0) {
        const width = Math.max(words, text.words * NARROWEST_MARK).toFixed(1);
        paths[parts[bestPart(model, counting)].kind] += `M${place} 0h${width}v1h-${width}z`;
      }
      place += words;
    }
  }
  KINDS.forEach((kind, i) => {
    find(`strip-${i}`).setAttribute('d', paths[kind]);
  });
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
