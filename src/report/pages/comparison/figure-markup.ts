/** The figures of the page as they are without filters; the script writes new ones into the same places. */
import type { Comparison } from '../../../comparison.ts';
import { count, number, percent } from '../../numbers.ts';
import { escapeHtml } from '../escape.ts';

const KIND_ROWS = [
  ['Identical', 'word by word'],
  ['Edited', 'some words changed'],
  ['Synonyms', 'words replaced'],
] as const;

/** How much, of which kind, and where in the text. */
export function figures({ text, sources, similarity }: Comparison): string {
  const name = (id: string) => `<bdi class="id">${escapeHtml(id)}</bdi>`;
  const words = Math.round(similarity * text.words);
  const where =
    sources.length === 1
      ? `are in ${name(sources[0].id)}, too: <b id="share-b">${escapeHtml(percent(sources[0].similarity.b))}</b> of its ${count(sources[0].words, 'word', 'words')}.`
      : sources.length === 0
        ? 'are in another text: no source was found.'
        : `are in at least one of the ${count(sources.length, 'source', 'sources')}; each word counts once.`;
  const kinds = KIND_ROWS.map(
    (
      [kind, meaning],
      i,
    ) => `<label class="k${i}"><input type="checkbox" id="kind-${i}" checked autocomplete="off">
<span class="swatch" aria-hidden="true"></span><span>${kind} <small>${meaning}</small></span> <b id="kind-share-${i}"></b></label>`,
  ).join('\n');
  const layers = (id: string, tag: string) =>
    KIND_ROWS.map(
      (_, i) => `<${tag} id="${id}-${i}" class="k${i}"${tag === 'rect' ? ' height="1"' : ''}/>`,
    ).join('');
  return `<div class="figures">
<p class="big"><output id="share">${escapeHtml(percent(similarity))}</output> <small id="unfiltered"></small></p>
<p class="lead"><b id="matched">${number(words)}</b> of the ${count(text.words, 'word', 'words')} of ${name(text.id)} ${where}</p>
<svg id="bar" viewBox="0 0 100 1" preserveAspectRatio="none" role="img"><rect class="all" width="100" height="1"/>${layers('bar', 'rect')}</svg>
<fieldset class="kinds"><legend class="unseen">Kinds of passages that count</legend>
${kinds}
</fieldset>
<figure class="strip">
<svg viewBox="0 0 ${Math.max(1, text.words)} 1" preserveAspectRatio="none" role="img" aria-label="Where the passages are in the text"><rect class="all" width="100%" height="1"/>${layers('strip', 'path')}</svg>
<figcaption><span>Beginning</span> <span>Where in the text</span> <span>End</span></figcaption>
</figure>
</div>`;
}

/** The matrix: rows are sentences of the text, columns those of the source. */
export function heatMapFigure(several: boolean): string {
  const levels = [0, 1, 2, 3, 4].map((level) => `<path id="map-${level}" class="level-${level}"/>`).join('');
  const which = several ? 'the source shown below' : 'the source';
  return `<figure id="map" hidden>
<h2>Sentence by sentence</h2>
<div class="plot">
<span class="down" aria-hidden="true">Text</span>
<svg id="map-picture" preserveAspectRatio="none" role="img" aria-label="Map of similar sentences: a row for each sentence of the text, a column for each of ${which}">${levels}</svg>
<span class="across" aria-hidden="true">Source</span>
</div>
<figcaption id="map-says">A line downward is a passage that was taken over in its order. Press a field to go there.</figcaption>
</figure>`;
}
