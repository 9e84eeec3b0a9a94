/** The markup of the page: what can be said without a script, and the places that the script fills. */
import type { Comparison } from '../../../comparison.ts';
import { count, percent } from '../../numbers.ts';
import { escapeHtml } from '../escape.ts';
import { figures, heatMapFigure } from './figure-markup.ts';
import { filterForm, sourceList } from './filter-markup.ts';
import type { ComparisonRows } from './rows.ts';

/** The content of the body. The page's script works on it: `startComparison`. */
export function comparisonMarkup(comparison: Comparison, rows: ComparisonRows): string {
  const { text, sources } = comparison;
  const several = sources.length > 1;
  const name = (id: string) => `<bdi class="id">${escapeHtml(id)}</bdi>`;
  const others = sources.length === 1 ? name(sources[0].id) : count(sources.length, 'source', 'sources');
  return `<header class="top">
<p class="eyebrow">neardup comparison</p>
<h1>${name(text.id)} <span>compared with</span> ${others}</h1>
</header>
<main>
<section class="summary" aria-label="How much is the same">
${figures(comparison)}
${heatMapFigure(several)}
</section>
${several ? sourceList(comparison) : ''}
${filterForm(comparison, rows)}
${reading(comparison)}
</main>
${footer(comparison, rows)}
`;
}

function reading({ text, sources }: Comparison): string {
  const pane = (
    side: 'a' | 'b',
    role: string,
    id: string,
    lang: string,
  ) => `<section class="pane" id="pane-${side}" aria-labelledby="role-${side} name-${side}">
<h3><span class="role" id="role-${side}">${role}</span> <bdi class="id" id="name-${side}">${escapeHtml(id)}</bdi></h3>
<div class="text" id="text-${side}" lang="${escapeHtml(lang)}" tabindex="0" role="document" aria-labelledby="role-${side} name-${side}"></div>
</section>`;
  return `<section id="reader" data-side="a" aria-labelledby="reader-title">
<h2 id="reader-title" class="unseen">The texts</h2>
<noscript><p class="note">The texts and their passages are shown by a script, which this browser does not run.</p></noscript>
<div class="toolbar">
<div class="steps" role="group" aria-label="Passages">
<button type="button" id="previous" aria-label="Previous passage"><span aria-hidden="true">←</span></button>
<output id="place"></output>
<button type="button" id="next" aria-label="Next passage"><span aria-hidden="true">→</span></button>
</div>
<p id="passage-says" role="status"></p>
<div class="sides" role="group" aria-label="Side that is shown">
<button type="button" id="side-a" aria-pressed="true">Text</button>
<button type="button" id="side-b" aria-pressed="false">Source</button>
</div>
</div>
<div class="panes">
${pane('a', 'Text', text.id, text.lang)}
${pane('b', 'Source', sources[0]?.id ?? '', sources[0]?.lang ?? '')}
</div>
</section>`;
}

function footer({ settings, engine, sources, thesauri }: Comparison, rows: ComparisonRows): string {
  const texts = [rows.text, ...rows.sources];
  const shortened = texts.filter(({ paragraphs }) => paragraphs.some((row) => typeof row === 'number'));
  const note =
    shortened.length === 0
      ? ''
      : `<p>${count(shortened.length, 'text is', 'texts are')} shown in parts, to keep the page quick: every passage with the text around it. The figures are those of the whole texts.</p>`;
  const share = (weight: number) => escapeHtml(percent(weight));
  const once =
    sources.length > 1 ? ' A word that several sources have counts once, for the best passage.' : '';
  return `<footer>
<h2>What the numbers mean</h2>
<p>The percentage is the share of the text’s words in passages that a source has, too.${once}
<b>Identical</b>: the same words in the same order; only case, punctuation and the like may differ. <b>Edited</b>: most words are
the same, some were changed, added or left out. <b>Synonyms</b>: the changed words have the same meaning. The page shows what is the same. It does not
say who took it from whom, or whether that is wrong: people decide that.</p>
${note}
<p>Two sentences are similar if they share more than ${share(settings.rightWeight)} of their words in the same order, or more than
${share(settings.similarWeight)} if synonyms make up the rest;
passages of fewer than ${count(settings.minWords, 'word', 'words')} are left out unless they are beside longer ones. Synonyms: ${escapeHtml(thesauri.join(', ') || 'none')}. Engine: ${escapeHtml(engine)}.</p>
</footer>`;
}
