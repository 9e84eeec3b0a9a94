// Markdown to the HTML of a page: headings get the anchors that GitHub gives them, links lead to pages of the site, and nothing is inline
// that the content policy would refuse (styles of table cells become classes).
import MarkdownIt from 'markdown-it';
import { highlighted } from './highlight.mjs';

/**
 * @param links What `links.mjs` makes of a link and of a picture: `link(href)`, `picture(src)`.
 * @param say The words of the page's language.
 * @returns The HTML, the title, the headings, and the text by headings, for the search.
 */
export function rendered(text, links, say) {
  const markdown = newMarkdown(links, say);
  const env = { anchors: new Set(), headings: [] };
  const tokens = markdown.parse(withPictures(text, links), env);
  const html = markdown.renderer.render(tokens, markdown.options, env);
  return {
    html,
    headings: env.headings,
    title: env.headings.find(({ level }) => level === 1)?.title,
    parts: partsOf(tokens),
  };
}

/** The anchor that GitHub gives a heading. @param taken The anchors of the page so far; the new one is added. */
export function anchorOf(title, taken) {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
  let free = words;
  for (let times = 1; taken.has(free); times++) free = `${words}-${times}`;
  taken.add(free);
  return free;
}

export function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function newMarkdown(links, say) {
  const markdown = new MarkdownIt({ html: true });
  const { rules } = markdown.renderer;
  const plain = (tokens, at, options, _, self) => self.renderToken(tokens, at, options);
  rules.heading_open = (tokens, at, options, env, self) => {
    const title = plainText(tokens[at + 1]);
    const level = Number(tokens[at].tag.slice(1));
    const anchor = anchorOf(title, env.anchors);
    env.headings.push({ level, title, anchor });
    tokens[at].attrSet('id', anchor);
    return self.renderToken(tokens, at, options);
  };
  rules.heading_close = (tokens, at, options, env, self) => {
    const { anchor, title, level } = env.headings.at(-1);
    const link =
      level === 1
        ? ''
        : ` <a class="anchor" href="#${anchor}" aria-label="${say.linkTo} “${escaped(title)}”">#</a>`;
    return `${link}${self.renderToken(tokens, at, options)}`;
  };
  rules.link_open = (tokens, at, options, env, self) => {
    const target = links.link(tokens[at].attrGet('href'));
    // a path into the code, which the site does not have, is shown as such
    env.closes = [...(env.closes ?? []), target === undefined ? '</span>' : '</a>'];
    if (target === undefined) return '<span class="path">';
    tokens[at].attrSet('href', target);
    if (/^https?:/.test(target)) tokens[at].attrSet('rel', 'noreferrer');
    return self.renderToken(tokens, at, options);
  };
  rules.link_close = (_, __, ___, env) => env.closes.pop();
  rules.image = (tokens, at) => pictureMarkup(links.picture(tokens[at].attrGet('src')), tokens[at].content);
  rules.table_open = (_, __, ___, env) => {
    const below = env.headings.at(-1)?.title ?? '';
    return `<div class="table" role="group" aria-label="${say.table}: ${escaped(below)}" tabindex="0"><table>`;
  };
  rules.table_close = () => '</table></div>';
  for (const cell of ['th', 'td'])
    rules[`${cell}_open`] = (tokens, at) => {
      const number = /right/.test(tokens[at].attrGet('style') ?? '') ? ' class="number"' : '';
      tokens[at].tag = cell === 'th' && plainText(tokens[at + 1]) === '' ? 'td' : cell;
      return `<${tokens[at].tag}${number}${tokens[at].tag === 'th' ? ' scope="col"' : ''}>`;
    };
  rules.fence = (tokens, at) => code(tokens[at].content, tokens[at].info.trim(), say);
  rules.code_block = (tokens, at) => code(tokens[at].content, '', say);
  rules.html_block = (tokens, at) => tokens[at].content.replaceAll(/<!--[\s\S]*?-->\n?/g, '');
  rules.html_inline = (tokens, at) => tokens[at].content.replaceAll(/<!--[\s\S]*?-->/g, '');
  rules.th_close ??= plain;
  return markdown;
}

function code(content, language, say) {
  const name = language.split(/\s/)[0];
  const label = say.code[name] ?? say.code.other;
  return `<pre class="code" data-language="${escaped(name)}" tabindex="0" aria-label="${label}"><code>${highlighted(content, name)}</code></pre>\n`;
}

/** README's pictures in two themes: the one that is not shown is not loaded. */
function withPictures(text, links) {
  return text.replaceAll(
    /<picture>\s*<source [^>]*prefers-color-scheme[^>]*srcset="([^"]+)"[^>]*>\s*<img src="([^"]+)" alt="([^"]*)"[^>]*>\s*<\/picture>/g,
    (_, dark, light, alt) =>
      `<div class="pictures">${pictureMarkup(links.picture(light), alt, 'light-only')}${pictureMarkup(links.picture(dark), alt, 'dark-only')}</div>`,
  );
}

/** @param picture Of `links.mjs`; a plot has a form for phones beside it. */
export function pictureMarkup({ src, width, height, isPlot }, alt, theme = '') {
  const size = width === undefined ? '' : ` width="${width}" height="${height}"`;
  const caption = src.endsWith('.svg')
    ? `<small class="caption" aria-hidden="true">${escaped(alt)}</small>`
    : '';
  const image = `<img src="${src}" alt="${escaped(alt)}"${size}${theme === '' ? '' : ` class="${theme}"`} loading="lazy" decoding="async">`;
  if (!isPlot) return `${caption}${image}`;
  const narrow = `<source media="(max-width: 40rem)" srcset="${src.replace('.svg', '-narrow.svg')}">`;
  return `${caption}<picture>${narrow}${image}</picture>`;
}

function plainText(inline) {
  return (inline.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');
}

/** The text below each heading. Code counts, markup does not. */
function partsOf(tokens) {
  const parts = [{ title: '', text: '' }];
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') parts.push({ title: plainText(tokens[at + 1]), text: '' });
    else if (token.type === 'inline' && tokens[at - 1]?.type !== 'heading_open')
      parts.at(-1).text += `${plainText(token)} `;
    else if (token.type === 'fence') parts.at(-1).text += `${token.content} `;
  }
  return parts;
}
