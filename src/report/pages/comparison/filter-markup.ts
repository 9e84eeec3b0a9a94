/** The controls of the page: what counts, and the list of sources. */
import { escapeHtml } from '../escape.ts';
import { say } from '../say.ts';
import type { ComparisonRows } from './rows.ts';

/** The least length of a passage can be set up to this many words. */
const LONGEST = 60;

export function filterForm({ facts, text, sources, passages }: ComparisonRows): string {
  const has = (mark: 1 | 2) =>
    text.paragraphs.some((row) => typeof row !== 'number' && row.some((segment) => segment[3] === mark));
  const quoted = has(1);
  const none = has(2) ? say.noneCounts : say.noneFound;
  // passages that are shorter than the limit are there if they are beside longer ones
  const least = passages.reduce((fewest, [, , , words]) => Math.min(fewest, words), facts.settings.minWords);
  const most = Math.max(LONGEST, least);
  const colors =
    sources.length < 2
      ? ''
      : `<label>${say.colorsBy} <select id="color-by" autocomplete="off"><option value="source">${say.bySource}</option><option value="kind">${say.byKind}</option></select></label>`;
  return `<section class="filters" aria-label="${say.filters}">
<label for="min-words">${say.atLeast[0]} <output id="min-words-says">${say.number(least)}</output> ${say.atLeast[1]}
<input type="range" id="min-words" min="${least}" max="${most}" value="${least}" autocomplete="off"></label>
<label${quoted ? '' : ' class="idle"'}><input type="checkbox" id="no-quotations" autocomplete="off"${quoted ? '' : ' disabled'}> ${say.noQuotations}${quoted ? '' : ` <small>${none}</small>`}</label>
${colors}
<button type="button" id="reset" hidden>${say.resetFilters}</button>
</section>`;
}

/** One row for each source: whether it counts, its shares, and a button that shows it alone. */
export function sourceList({ facts, sources, text, passages }: ComparisonRows): string {
  const found = sources.map(() => 0);
  for (const [source] of passages) found[source]++;
  const row = ({ id, words }: ComparisonRows['sources'][number], i: number) => {
    const { a, b } = facts.shares[i];
    const name = escapeHtml(id);
    return `<tr data-source="${i}" class="s${i % 8}">
<td><input type="checkbox" id="source-in-${i}" checked autocomplete="off" aria-label="${escapeHtml(say.countPassagesOf(id))}"></td>
<td><button type="button" data-view="${i}" aria-pressed="false"><span class="swatch" aria-hidden="true"></span><bdi class="id">${name}</bdi></button></td>
<td class="share"><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="1"/><rect id="source-meter-${i}" class="part" height="1" width="${(a * 100).toFixed(3)}"/></svg><span id="source-text-${i}">${escapeHtml(say.percent(a))}</span></td>
<td data-label="${say.ofTheSource}"><span id="source-own-${i}">${escapeHtml(say.percent(b))}</span> <small>${say.ofWordsOnly(words)}</small></td>
<td data-label="${say.passagesTitle}"><span id="source-passages-${i}">${say.number(found[i])}</span></td>
</tr>`;
  };
  return `<section aria-labelledby="sources-title">
<h2 id="sources-title">${say.sourcesTitle}</h2>
<table class="sources">
<thead><tr><th scope="col">${say.counts}</th><th scope="col">${say.source}</th><th scope="col">${say.of} <bdi>${escapeHtml(text.id)}</bdi></th><th scope="col">${say.ofTheSource}</th><th scope="col">${say.passagesTitle}</th></tr></thead>
<tbody>
${sources.map(row).join('\n')}
</tbody>
</table>
<p class="note"><button type="button" data-view="-1" aria-pressed="true">${say.allSources}</button> ${say.allSourcesNote}</p>
</section>`;
}
