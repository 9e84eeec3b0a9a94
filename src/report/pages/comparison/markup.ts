/** The markup of the page: what can be said without a script, and the places that the script fills. */
import { KINDS } from '../../comparison/shares.ts';
import { describeDisguises, disguisesInWords } from '../../disguises.ts';
import { type PairRow, today } from '../class/rows.ts';
import { escapeHtml } from '../escape.ts';
import { say } from '../say.ts';
import { charts, figures, heatMapFigure } from './figure-markup.ts';
import { filterForm, sourceList } from './filter-markup.ts';
import type { ComparisonRows } from './rows.ts';
import { namesOfSides } from './sides.ts';

export interface PairReview extends Pick<PairRow, 'state' | 'note'> {
  /** Shown in place of the documents’ names, which are hidden in the texts, too. */
  readonly names?: Pick<PairRow, 'a' | 'b'>;
}

/** The content of the body. The page's script works on it: `startComparison`. */
export function comparisonMarkup(rows: ComparisonRows, review?: PairReview): string {
  const { text, sources } = rows;
  const name = (id: string) => `<bdi class="id">${escapeHtml(id)}</bdi>`;
  const others = sources.length === 1 ? name(sources[0].id) : say.sources(sources.length);
  return `<header class="top">
<p class="eyebrow">${say.comparison}</p>
<h1>${name(text.id)} <span>${say.comparedWith}</span> ${others}</h1>${review === undefined ? '' : `\n${reviewMarkup(review)}`}
</header>
<main>
${comparedMarkup(rows)}
</main>
${comparisonFooter(rows)}
`;
}

/** Figures, sources, filters and the two texts, for a page that has a heading of its own. */
export function comparedMarkup(rows: ComparisonRows): string {
  const several = rows.sources.length > 1;
  return `<div id="compared" class="${several ? 'by-source' : 'by-kind'}">
<section class="summary" aria-label="${say.howMuch}">
${figures(rows)}
${several ? '' : legend()}
<details id="charts"><summary>${say.charts}</summary>
<div class="charts">
${charts(rows)}
${heatMapFigure(several)}
</div>
${filterForm(rows)}
</details>
${disguiseNotes(rows)}
</section>
${several ? sourceList(rows) : ''}
${reading(rows)}
</div>`;
}

/** What the colors of passages mean. */
function legend(): string {
  const kinds = KINDS.map(
    (kind, i) =>
      `<span class="k${i}"><span class="swatch" aria-hidden="true"></span> ${say.kinds[kind]}</span>`,
  );
  return `<p class="legend">${kinds.join(' ')}</p>`;
}

function reviewMarkup({ state, note }: PairReview): string {
  const verdict = `${say.verdict}: ${state === undefined ? say.noVerdict : say.verdicts[state]}.`;
  const written = note === undefined ? [] : [`${say.note}: ${note}`];
  const lines = [`${say.comparedOn(today())} ${verdict}`, ...written];
  return lines.map((line) => `<p class="note written-note">${escapeHtml(line)}</p>`).join('\n');
}

function disguiseNotes({ text, sources }: ComparisonRows): string {
  return [text, ...sources]
    .map(({ id, disguises }) =>
      disguises === undefined
        ? ''
        : `<p class="warning" title="${escapeHtml(describeDisguises(disguises, say))}"><bdi class="id">${escapeHtml(id)}</bdi>: ${escapeHtml(disguisesInWords(disguises, say))}</p>`,
    )
    .join('');
}

function reading({ text, sources }: ComparisonRows): string {
  const [first, second] = namesOfSides(sources.length > 1);
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
<h2 id="reader-title" class="unseen">${say.theTexts}</h2>
<noscript><p class="note">${say.noScript}</p></noscript>
<div class="toolbar">
<div class="steps" role="group" aria-label="${say.passagesTitle}">
<button type="button" id="previous" aria-label="${say.previousPassage}"><span aria-hidden="true">←</span></button>
<output id="place"></output>
<button type="button" id="next" aria-label="${say.nextPassage}"><span aria-hidden="true">→</span></button>
</div>
<p id="passage-says" role="status"></p>
<div class="sides" role="group" aria-label="${say.sideShown}">
<button type="button" id="side-a" aria-pressed="true">${first}</button>
<button type="button" id="side-b" aria-pressed="false">${second}</button>
</div>
</div>
<div class="panes">
${pane('a', first, text.id, text.lang)}
${pane('b', second, sources[0]?.id ?? '', sources[0]?.lang ?? '')}
</div>
</section>`;
}

export function comparisonFooter({ facts, text, sources }: ComparisonRows): string {
  const texts = [text, ...sources];
  const shortened = texts.filter(({ paragraphs }) => paragraphs.some((row) => typeof row === 'number'));
  const note = shortened.length === 0 ? '' : `<p>${say.shortened(shortened.length)}</p>`;
  const excluded = texts.some(({ paragraphs }) =>
    paragraphs.some((row) => typeof row !== 'number' && row.some((segment) => segment[3] === 2)),
  );
  const { settings, thesauri, engine } = facts;
  const kinds = (['identical', 'edited', 'synonyms'] as const).map(
    (kind) => `<b>${say.kinds[kind]}</b>: ${say.kindMeanings[kind]}`,
  );
  const rules = say.settings(settings.rightWeight, settings.similarWeight, settings.minWords);
  return `<footer>
<h2>${say.whatNumbersMean}</h2>
<p>${say.meaning(sources.length > 1)} ${kinds.join(' ')} ${say.peopleDecide}${excluded ? ` ${say.excludedMeaning}` : ''}</p>
${note}
<p>${escapeHtml(`${rules} ${say.synonymsFrom(thesauri)} ${say.engine(engine)}`)}</p>
</footer>`;
}
