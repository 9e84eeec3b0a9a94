// What is around the text of every page: head, content policy, header with search and theme, contents, headings, footer.
import { escaped } from './markdown.mjs';
import { WORDS } from './words.mjs';

const LANGUAGES = { en: 'English', uk: 'Українська' };
const MOST_HEADINGS = 60;

/**
 * @param page Its `name` (with folder), `title`, `lang`, `description`, `html`, `headings`, `scripts`, `room` (`wide`: the list of headings is folded above the text; `full`: without any list beside it); `others` are the same page in
 * other languages, `previous` and `next` its neighbors, `parts` the contents of the site.
 */
export function framed(page) {
  const say = WORDS[page.lang];
  const up = '../'.repeat(page.name.split('/').length - 1);
  const wide = page.room === undefined ? '' : ` class="${page.room}"`;
  return `<!doctype html>
<html lang="${page.lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${escaped(page.description)}">
<title>${escaped(page.name === 'index' ? page.title : `${page.title} · neardup`)}</title>
<link rel="icon" href="${up}icon.svg">
<link rel="stylesheet" href="${up}site.css">
${(page.styles ?? []).map((style) => `<link rel="stylesheet" href="${up}${style}">\n`).join('')}<script src="${up}theme.js"></script>
<script src="${up}site.js" defer></script>
${(page.scripts ?? []).map((script) => `<script src="${up}${script}" defer></script>\n`).join('')}</head>
<body data-root="${up}" data-copy="${escaped(say.copy.join('|'))}">
<a class="skip" href="#content">${say.skip}</a>
<header class="bar">
<a class="brand" href="${up}index.html">neardup</a>
<form class="search" role="search">
<input id="search" type="search" placeholder="${say.search}" aria-label="${say.search}" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<ul id="found" class="found" role="listbox" aria-label="${say.found}" hidden></ul>
</form>
<p id="search-status" class="unseen" role="status"></p>
<div class="settings">${languages(page, up)}<label><span class="unseen">${say.theme}</span><select id="theme">
<option value="auto">${say.auto}</option><option value="light">${say.light}</option><option value="dark">${say.dark}</option></select></label></div>
</header>
<div class="columns">
<nav class="contents" aria-label="${say.contents}"><details id="contents"><summary>${say.contents}</summary>
${contentsList(page, up, say)}</details></nav>
<main id="content"${wide}>
${page.room === 'wide' ? page.html.replace('</h1>', `</h1>\n${headings(page, say)}`) : page.html}
${neighbors(page, up, say)}</main>
${page.room === undefined ? headings(page, say) : ''}</div>
<footer class="foot">${say.foot}</footer>
</body>
</html>
`;
}

/** Nothing is loaded but files of the site; nothing is asked of the network. The playground compiles WebAssembly in a worker. */
function policy({ computes }) {
  return [
    "default-src 'none'",
    `script-src 'self'${computes ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "img-src 'self' data:",
    ...(computes ? ['worker-src blob:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function languages({ name, lang, others }, up) {
  if (others.length === 0) return '';
  const link = (other) =>
    `<a href="${up}${other.name}.html" lang="${other.lang}" hreflang="${other.lang}"${other.name === name ? ' aria-current="true"' : ''}>${LANGUAGES[other.lang]}</a>`;
  return `<span class="languages">${[{ name, lang }, ...others]
    .sort((a, b) => (a.lang < b.lang ? -1 : 1))
    .map(link)
    .join(' ')}</span>`;
}

/** English pages list the pages in English; others list those of their language first. */
function contentsList({ name, lang, parts }, up, say) {
  const item = (page) => {
    const current = page.name === name ? ' aria-current="page"' : '';
    const foreign = page.lang === lang ? '' : ` hreflang="${page.lang}"`;
    const title = page.lang === lang ? page.short : say.pages[page.name];
    const language = title === undefined ? ` lang="${page.lang}"` : '';
    return `<li><a href="${up}${page.name}.html"${current}${foreign}${language}>${escaped(title ?? page.short)}</a></li>`;
  };
  const list = (title, pages) =>
    pages.length === 0 ? '' : `<p class="part">${title}</p>\n<ul>${pages.map(item).join('\n')}</ul>\n`;
  const isOwn = (page) => page.lang === lang;
  if (lang === 'en') return parts.map(({ title, pages }) => list(title, pages.filter(isOwn))).join('');
  const own = parts.flatMap(({ pages }) => pages.filter(isOwn));
  const others = parts.map(({ title, pages }) =>
    list(
      say.parts[title],
      pages.filter((page) => !isOwn(page) && !own.some((each) => each.name === `${page.name}.${lang}`)),
    ),
  );
  return `${list(say.here, own)}<p class="part note">${say.inEnglish}</p>\n${others.join('')}`;
}

function headings({ headings, room }, say) {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  const list = shown.length > MOST_HEADINGS ? shown.filter(({ level }) => level === 2) : shown;
  if (list.length < 2) return '';
  const items = list.map(
    ({ level, title, anchor }) =>
      `<li class="level-${level}"><a href="#${anchor}">${escaped(title)}</a></li>`,
  );
  const all = `<ul>${items.join('\n')}</ul>`;
  if (room === 'wide')
    return `<nav class="folded" aria-label="${say.headings}"><details><summary>${say.headings}</summary>${all}</details></nav>\n`;
  return `<nav class="headings" aria-label="${say.headings}"><p class="part">${say.headings}</p>${all}</nav>\n`;
}

function neighbors({ previous, next }, up, say) {
  const link = (page, rel, label) =>
    page === undefined
      ? ''
      : `<a rel="${rel}" href="${up}${page.name}.html"><small>${label}</small> ${escaped(page.short)}</a>`;
  if (previous === undefined && next === undefined) return '';
  return `<nav class="neighbors" aria-label="${say.neighbors}">${link(previous, 'prev', say.previous)}${link(next, 'next', say.next)}</nav>\n`;
}
