/** The markup of the page: what can be said without a script, and the places that the script fills. */

import type { Summary } from '../../../answers/runs.ts';
import { formatPlace, type Problem } from '../../../document.ts';
import { count, duration, formatNumber, percent } from '../../numbers.ts';
import { escapeHtml } from '../escape.ts';
import type { PageLimits } from './limits.ts';
import type { Totals } from './rows.ts';
import type { HtmlReportData } from './write-page.ts';

/** Inputs that the title names before it only counts the rest. */
const TITLE_INPUTS = 2;
/** Inputs that are listed below the figures. */
const LISTED_INPUTS = 500;

export function titleOf(inputs: readonly string[]): string {
  return inputs.length === 0 ? 'Near-duplicates' : `Near-duplicates in ${firstOf(inputs, TITLE_INPUTS)}`;
}

/** The content of the body up to the data. */
export function groupsMarkup(data: HtmlReportData, limits: PageLimits): string {
  return `<header class="top">
<p class="eyebrow">neardup report</p>
<h1 dir="auto">${escapeHtml(titleOf(data.inputs))}</h1>
</header>
<main>
${figures(data.summary)}
${howItRan(data)}
${data.summary.removed === 0 ? nothingFound(data.summary) : resemblances() + groupSection()}
${problemSection(data.problems, data.summary.unreadable, limits.problems)}
</main>
`;
}

/** Notes on omissions, and on the meaning of the numbers. */
export function groupsFooter(totals: Totals): string {
  const notes: string[] = [];
  if (totals.unlistedMembers > 0) {
    notes.push(
      `${count(totals.unlistedMembers, 'removed document', 'removed documents')} and ${count(totals.unlistedGroups, 'whole group', 'whole groups')} are ` +
        'counted above but not listed, to keep the page quick: those most like the kept document. The list of removed documents has them all.',
    );
  }
  if (totals.openMembers < totals.listedMembers) {
    notes.push(
      `${formatNumber(totals.openMembers)} of ${count(totals.listedMembers, 'removed document', 'removed documents')} can be opened: ` +
        'the page has room for their texts, those least like the kept document first. The others have their scores only.',
    );
  }
  return `<footer>\n${notes.map((note) => `<p>${note}</p>`).join('\n')}
<p>Resemblance is the share of word sequences that two documents have in common, among all that either has.
“Of it in kept” is the share of a removed document that the kept one has too, “of kept in it” the reverse; distance
counts the bits in which the fingerprints differ. Only identical texts have a resemblance of 100%: the same words in the same
order. Every removed document was compared, text with text, with the one
that was kept for it.</p>\n</footer>\n`;
}

function figures(summary: Summary): string {
  const { documents, kept = documents, removed = 0, groups = 0, empty, unreadable } = summary;
  const share = documents === 0 ? 0 : removed / documents;
  const shown = escapeHtml(percent(share));
  const width = (share * 100).toFixed(3);
  const tile = (name: string, value: number, note = '') =>
    `<div><dt>${name}</dt><dd>${formatNumber(value)}${note === '' ? '' : ` <small>${note}</small>`}</dd></div>`;
  return `<section aria-label="Summary">
<dl class="figures">
${tile('Documents', documents)}
${tile('Kept', kept)}
${tile('Removed', removed, removed === 0 ? '' : shown)}
${tile('Groups', groups)}
${tile('Empty', empty)}
${tile('Unreadable', unreadable)}
</dl>
<svg class="share" viewBox="0 0 100 1" preserveAspectRatio="none" role="img" aria-label="${shown} removed">
<rect class="all" width="100" height="1"/><rect class="gone" x="${(100 - share * 100).toFixed(3)}" width="${width}" height="1"/>
</svg>
</section>`;
}

function howItRan({ summary, options, inputs }: HtmlReportData): string {
  const rows = Object.entries({ time: duration(summary.seconds), engine: summary.engine, ...options });
  if (inputs.length > TITLE_INPUTS) rows.push(['inputs', firstOf(inputs, LISTED_INPUTS)]);
  const row = ([name, value]: [string, string]) =>
    `<div><dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`;
  return `<details class="run"><summary>How it was run</summary><dl>\n${rows.map(row).join('\n')}\n</dl></details>`;
}

/** `a, b and 198 more` */
function firstOf(names: readonly string[], most: number): string {
  const more = names.length - most;
  return more < 2 ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${formatNumber(more)} more`;
}

function nothingFound({ documents }: Summary): string {
  return `<p class="nothing">No near-duplicates were found among ${count(documents, 'document', 'documents')}.</p>`;
}

function resemblances(): string {
  return `<section aria-labelledby="how-alike">
<h2 id="how-alike">How alike they are</h2>
<figure>
<div id="bars" role="group" aria-label="Removed documents by resemblance"></div>
<figcaption id="bar-says" aria-live="polite"></figcaption>
</figure>
</section>
`;
}

function groupSection(): string {
  return `<section id="groups" aria-labelledby="groups-title">
<h2 id="groups-title">Groups</h2>
<noscript><p class="note">The groups are listed by a script, which this browser does not run.</p></noscript>
<div class="bar">
<div class="tools" role="search">
<label><span>Search</span><input id="search" type="search" placeholder="Name or words of a document" autocomplete="off" spellcheck="false"></label>
<label><span>Order</span><select id="order">
<option value="input">as in the input</option>
<option value="largest">largest groups first</option>
<option value="least">least alike first</option>
<option value="most">most alike first</option>
</select></label>
<output id="found"></output>
</div>
<div class="columns" aria-hidden="true"><span>Removed document</span><span>Resemblance</span><span>Of it in kept</span><span>Of kept in it</span><span>Distance</span></div>
</div>
<p id="printed" class="note paper"></p>
<div id="list"></div>
<nav id="pages" aria-label="Pages of groups" hidden>
<button type="button" id="previous">Previous</button>
<span id="page"></span>
<button type="button" id="next">Next</button>
</nav>
</section>`;
}

function problemSection(problems: readonly Problem[], unreadable: number, limit: number): string {
  if (unreadable === 0 && problems.length === 0) return '';
  const rows = problems
    .slice(0, limit)
    .map(
      (problem) =>
        `<li><bdi class="id">${escapeHtml(formatPlace(problem))}</bdi> <span dir="auto">${escapeHtml(problem.reason)}</span></li>`,
    );
  const total = Math.max(unreadable, problems.length);
  const more = total - rows.length;
  return `<section aria-labelledby="problems-title">
<h2 id="problems-title">Could not be read</h2>
<ul class="problems">\n${rows.join('\n')}\n</ul>
${more > 0 ? `<p class="note">${formatNumber(more)} more are not listed.</p>` : ''}
</section>`;
}
