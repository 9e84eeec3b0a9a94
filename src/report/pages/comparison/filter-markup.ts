/** The controls of the page: what counts, and the list of sources. */
import type { Comparison } from '../../../comparison.ts';
import { count, number, percent } from '../../numbers.ts';
import { escapeHtml } from '../escape.ts';
import type { ComparisonRows } from './rows.ts';

/** The least length of a passage can be set up to this many words. */
const LONGEST = 60;

export function filterForm({ settings, sources }: Comparison, rows: ComparisonRows): string {
  const quoted = rows.text.paragraphs.some(
    (row) => typeof row !== 'number' && row.some((segment) => segment[3] === 1),
  );
  // passages that are shorter than the limit are there if they are beside longer ones
  const least = rows.passages.reduce((fewest, [, , , words]) => Math.min(fewest, words), settings.minWords);
  const most = Math.max(LONGEST, least);
  const colors =
    sources.length < 2
      ? ''
      : `<label>Colors by <select id="color-by" autocomplete="off"><option value="source">source</option><option value="kind">kind</option></select></label>`;
  return `<section class="filters" aria-label="Filters">
<label for="min-words">Passages of at least <output id="min-words-says">${number(least)}</output> words
<input type="range" id="min-words" min="${least}" max="${most}" value="${least}" autocomplete="off"></label>
<label${quoted ? '' : ' class="idle"'}><input type="checkbox" id="no-quotations" autocomplete="off"${quoted ? '' : ' disabled'}> Leave out quotations${quoted ? '' : ' <small>(none found)</small>'}</label>
${colors}
<button type="button" id="reset" hidden>Reset filters</button>
</section>`;
}

/** One row for each source: whether it counts, its shares, and a button that shows it alone. */
export function sourceList({ sources, text, passages }: Comparison): string {
  const found = sources.map(() => 0);
  for (const { source } of passages) found[source]++;
  const row = ({ id, similarity, words }: Comparison['sources'][number], i: number) => {
    const name = escapeHtml(id);
    return `<tr data-source="${i}" class="s${i % 8}">
<td><input type="checkbox" id="source-in-${i}" checked autocomplete="off" aria-label="Count passages of ${name}"></td>
<td><button type="button" data-view="${i}" aria-pressed="false"><span class="swatch" aria-hidden="true"></span><bdi class="id">${name}</bdi></button></td>
<td class="share"><svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="1"/><rect id="source-meter-${i}" class="part" height="1" width="${(similarity.a * 100).toFixed(3)}"/></svg><span id="source-text-${i}">${escapeHtml(percent(similarity.a))}</span></td>
<td data-label="of the source"><span id="source-own-${i}">${escapeHtml(percent(similarity.b))}</span> <small>of ${count(words, 'word', 'words')}</small></td>
<td data-label="passages"><span id="source-passages-${i}">${number(found[i])}</span></td>
</tr>`;
  };
  return `<section aria-labelledby="sources-title">
<h2 id="sources-title">Sources</h2>
<table class="sources">
<thead><tr><th scope="col">Counts</th><th scope="col">Source</th><th scope="col">Of <bdi>${escapeHtml(text.id)}</bdi></th><th scope="col">Of the source</th><th scope="col">Passages</th></tr></thead>
<tbody>
${sources.map(row).join('\n')}
</tbody>
</table>
<p class="note"><button type="button" data-view="-1" aria-pressed="true">All sources</button> show each passage for its best source; press a source to see its passages alone.</p>
</section>`;
}
