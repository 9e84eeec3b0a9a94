/** The markup of the page of cuts. It is complete without the script, which only searches the list. */
import { count, formatNumber } from '../../numbers.ts';
import { escapeHtml } from '../escape.ts';
import type { CutsPageData, Excerpt, ListedPassage } from './rows.ts';

/** Units of the drawing of the histogram. */
const BAR_WIDTH = 100;

export function cutsMarkup(data: CutsPageData): string {
  const { title, figures, histogram, table } = data;
  return `<header class="top">
<p class="eyebrow">neardup report</p>
<h1 dir="auto">${escapeHtml(title)}</h1>
</header>
<main>
<dl class="figures">
${figures.map(figure).join('\n')}
</dl>
${table === undefined ? '' : tableMarkup(table)}
${histogram === undefined ? '' : histogramMarkup(histogram)}
${passagesMarkup(data)}
</main>
`;
}

function figure([name, value, note]: readonly [string, number, string?]): string {
  const more = note === undefined ? '' : ` <small>${escapeHtml(note)}</small>`;
  return `<div><dt>${escapeHtml(name)}</dt><dd>${formatNumber(value)}${more}</dd></div>`;
}

function tableMarkup([names, ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag} dir="auto">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => line(row, 'td')).join('\n');
  return `<table>\n<thead>${line(names, 'th')}</thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
}

function histogramMarkup(histogram: readonly number[]): string {
  const most = Math.max(1, ...histogram);
  const label = (bin: number) => (bin === 0 ? 'nothing cut' : `${10 * bin - 10}–${10 * bin} %`);
  const rows = histogram.map((documents, bin) => {
    const width = ((BAR_WIDTH * documents) / most).toFixed(2);
    return `<tr><th scope="row">${label(bin)}</th><td>${formatNumber(documents)}</td><td class="bar"><svg viewBox="0 0 ${BAR_WIDTH} 1" preserveAspectRatio="none" aria-hidden="true"><rect width="${width}" height="1"/></svg></td></tr>`;
  });
  return `<h2>Documents by the share of their words that was cut</h2>
<table class="histogram">\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function passagesMarkup({ passages, unlisted }: CutsPageData): string {
  if (passages.length === 0) return '<p class="nothing">Nothing was found.</p>';
  const isOfItems = passages.some(({ name }) => name !== undefined);
  const more =
    unlisted === 0 ? '' : `<p class="note">${count(unlisted, 'more is', 'more are')} not listed.</p>`;
  return `<h2>${isOfItems ? 'Items in documents' : 'Cut most often'}</h2>
<label class="tools"><span>Search</span><input id="search" type="search" placeholder="Words of a passage" autocomplete="off" spellcheck="false"></label>
<div id="list">
${passages.map(passageMarkup).join('\n')}
</div>
${more}`;
}

function passageMarkup({ count: times, words, cut, kept, name }: ListedPassage): string {
  const often =
    name === undefined
      ? `cut ${times === 1 ? 'once' : `${formatNumber(times)} times`}`
      : `${escapeHtml(name)} · in ${count(times, 'document', 'documents')}`;
  const sides = [
    ...(kept === undefined ? [] : [side('stayed in', 'kept', kept)]),
    side(name === undefined ? 'cut from' : 'stands in', 'gone', cut),
  ];
  return `<details class="passage">
<summary><span class="often">${often} · ${count(words, 'word', 'words')}</span> <span class="excerpt" dir="auto">${escapeHtml(cut.text)}</span></summary>
<div class="sides">${sides.join('')}</div>
</details>`;
}

function side(role: string, kind: string, { id, before, text, after }: Excerpt): string {
  return `<section><h3>${role} <span class="id" dir="auto">${escapeHtml(id)}</span></h3>
<p class="text" dir="auto">${escapeHtml(before)}<mark class="${kind}">${escapeHtml(text)}</mark>${escapeHtml(after)}</p></section>`;
}
