/**
 * The text of HTML: tags gone, entities decoded, blocks on lines of their own, white space collapsed except in `pre`.
 * Works on htmlparser2's tokens and not on its tree, so that nesting costs nothing, however deep.
 */
import { Tokenizer } from 'htmlparser2';

export function htmlToText(html: string): string {
  return extractHtml(html).text;
}

export interface ExtractedHtml {
  readonly text: string;
  /** What `<html lang>` says. */
  readonly lang?: string;
}

export function extractHtml(html: string): ExtractedHtml {
  const parts: string[] = [];
  let lang = '';
  let tag = '';
  let attribute = '';
  let preformatted = 0;
  // the element that is left out, and how many of its name are open
  let hidden = '';
  let depth = 0;

  function addText(text: string): void {
    if (!hidden) parts.push(preformatted > 0 ? text : text.replace(/\s+/g, ' '));
  }
  function openTag(): void {
    if (hidden) {
      if (tag === hidden) depth++;
    } else if (HIDDEN.has(tag)) {
      hidden = tag;
      depth = 1;
    }
    if (tag === 'pre') preformatted++;
    separate(tag);
  }
  function closeTag(name: string): void {
    if (hidden && name === hidden && --depth === 0) hidden = '';
    if (name === 'pre' && preformatted > 0) preformatted--;
    separate(name);
  }
  function separate(name: string): void {
    if (hidden) return;
    if (BLOCKS.has(name)) parts.push('\n');
    else if (CELLS.has(name)) parts.push(' ');
  }
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (codepoint) => addText(String.fromCodePoint(codepoint)),
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
      },
      onopentagend: openTag,
      // HTML ignores the slash of <p/>, and so does every browser
      onselfclosingtag: openTag,
      onclosetag: (start, end) => closeTag(html.slice(start, end).toLowerCase()),
      onattribname(start, end) {
        attribute = tag === 'html' ? html.slice(start, end).toLowerCase() : '';
      },
      onattribdata(start, end) {
        if (attribute === 'lang') lang += html.slice(start, end);
      },
      onattribentity: nothing,
      onattribend: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();

  const text = parts
    .join('')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  return { text, lang: lang.split('-')[0].trim().toLowerCase() || undefined };
}

/** Never shown, or shown only where the page itself is not. */
const HIDDEN = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'noembed', 'noframes']);

const CELLS = new Set(['td', 'th', 'option', 'button', 'input', 'img', 'dt', 'rt', 'rp']);

const BLOCKS = new Set(
  (
    'address article aside blockquote body br canvas caption center dd details dialog dir div dl fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup p ' +
    'pre search section select summary table tbody textarea tfoot thead title tr ul video audio'
  ).split(' '),
);
