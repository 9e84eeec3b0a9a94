/** The figures of the page as they are without filters; the script writes new ones into the same places. */
import { KINDS } from '../../comparison/shares.ts';
import { escapeHtml } from '../escape.ts';
import { say } from '../say.ts';
import type { ComparisonRows } from './rows.ts';
import { namesOfSides } from './sides.ts';

/** How much, on one line. */
export function figures({ text, sources, facts: { similarity, shares } }: ComparisonRows): string {
  const name = (id: string) => `<bdi class="id">${escapeHtml(id)}</bdi>`;
  const share = (value: number) => escapeHtml(say.percent(value));
  const words = Math.round(similarity * text.words);
  const where =
    sources.length === 1
      ? `${say.inSource} ${name(sources[0].id)}${say.too} <b id="share-b">${share(shares[0].b)}</b> ${say.ofIts(sources[0].words)}`
      : sources.length === 0
        ? say.inNoSource
        : say.inSources(sources.length);
  return `<p class="big"><output id="share">${share(similarity)}</output> <small id="unfiltered"></small></p>
<p class="lead"><b id="matched">${say.number(words)}</b> ${say.ofWords(text.words)} ${name(text.id)} ${where}</p>
<svg id="bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img"><rect class="all" width="100" height="1"/>${layers('bar', 'rect')}</svg>`;
}

/** Of which kind, and where in the text. */
export function charts({ text }: ComparisonRows): string {
  const kinds = KINDS.map(
    (kind, i) => `<label class="k${i}"><input type="checkbox" id="kind-${i}" checked autocomplete="off">
<span class="swatch" aria-hidden="true"></span><span>${say.kinds[kind]} <small>${say.kindNotes[kind]}</small></span> <b id="kind-share-${i}"></b></label>`,
  ).join('\n');
  return `<div class="figures">
<fieldset class="kinds"><legend class="unseen">${say.kindsThatCount}</legend>
${kinds}
</fieldset>
<figure class="strip">
<svg viewBox="0 0 ${Math.max(1, text.words)} 1" preserveAspectRatio="none" role="img" aria-label="${say.wherePassages}"><rect class="all" width="100%" height="1"/>${layers('strip', 'path')}</svg>
<figcaption><span>${say.beginning}</span> <span>${say.whereInText}</span> <span>${say.end}</span></figcaption>
</figure>
</div>`;
}

function layers(id: string, tag: string): string {
  return KINDS.map(
    (_, i) => `<${tag} id="${id}-${i}" class="k${i}"${tag === 'rect' ? ' height="1"' : ''}/>`,
  ).join('');
}

/** The matrix: rows are sentences of the text, columns those of the source. */
export function heatMapFigure(several: boolean): string {
  const [first, second] = namesOfSides(several);
  const levels = [0, 1, 2, 3, 4].map((level) => `<path id="map-${level}" class="level-${level}"/>`).join('');
  return `<figure id="map" hidden>
<h2>${say.sentenceBySentence}</h2>
<div class="plot">
<span class="down" aria-hidden="true">${first}</span>
<svg id="map-picture" preserveAspectRatio="none" role="img" aria-label="${say.mapLabel(several)}">${levels}</svg>
<span class="across" aria-hidden="true">${second}</span>
</div>
<figcaption id="map-says">${say.mapHint}</figcaption>
</figure>`;
}
