/**
 * The text of HTML: tags gone, entities decoded, blocks as paragraphs, white space collapsed except in `pre`.
 * Works on htmlparser2's tokens and not on its tree, so that nesting costs nothing, however deep.
 */
import { Tokenizer } from 'htmlparser2';
import { TextBuilder } from './text-builder.ts';

export function htmlToText(html: string): string {
  return extractHtml(html).text;
}

export interface ExtractedHtml {
  readonly text: string;
  /** The value of `<html lang>`. */
  readonly lang?: string;
}

/** @param max The longest text in bytes; raises BadDocument where there is more. */
export function extractHtml(html: string, max?: number): ExtractedHtml {
  const builder = new TextBuilder(max);
  let lang = '';
  let tag = '';
  let attribute = '';
  let preformatted = 0;
  let raised = 0;
  // the element that is left out, and how many of its name are open
  let hidden = '';
  let depth = 0;

  function addText(text: string): void {
    if (hidden) return;
    if (preformatted > 0) builder.preformatted(text);
    else if (raised > 0) builder.superscript(text);
    else builder.text(text);
  }
  function openTag(): void {
    if (hidden) {
      if (tag === hidden) depth++;
    } else if (HIDDEN.has(tag)) {
      hidden = tag;
      depth = 1;
    }
    if (tag === 'pre') preformatted++;
    else if (tag === 'sup') raised++;
    separate(tag);
  }
  function closeTag(name: string): void {
    if (hidden && name === hidden && --depth === 0) hidden = '';
    if (name === 'pre' && preformatted > 0) preformatted--;
    else if (name === 'sup' && raised > 0) raised--;
    separate(name);
  }
  function separate(name: string): void {
    if (hidden) return;
    if (BLOCKS.has(name)) builder.paragraph();
    else if (CELLS.has(name)) builder.cell();
    else if (APART.has(name)) builder.text(' ');
    else if (name === 'br') builder.line();
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
  return { text: builder.finish(), lang: languageOf(lang) };
}

/** `uk` of `uk-UA`. */
export function languageOf(tag: string): string | undefined {
  return tag.split(/[-_]/)[0].trim().toLowerCase() || undefined;
}

/** Never shown, or shown only where the page itself is not. */
export const HIDDEN: ReadonlySet<string> = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'noembed',
  'noframes',
]);

export const CELLS: ReadonlySet<string> = new Set(['td', 'th']);

/** Elements that are separated from their neighbors on the line. */
export const APART: ReadonlySet<string> = new Set(['option', 'button', 'input', 'img', 'rt', 'rp']);

export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body canvas caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup p ' +
    'pre search section select summary table tbody textarea tfoot thead title tr ul video audio'
  ).split(' '),
);
