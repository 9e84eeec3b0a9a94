/** The text of HTML: tags gone, entities decoded, blocks as paragraphs, white space collapsed except in `pre`. */
import { TextBuilder } from './text-builder.ts';
import { walkHtml } from './walk-tags.ts';

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
  let preformatted = 0;
  let raised = 0;

  function separate(tag: string): void {
    if (BLOCKS.has(tag)) builder.paragraph();
    else if (CELLS.has(tag)) builder.cell();
    else if (APART.has(tag)) builder.text(' ');
    else if (tag === 'br') builder.line();
  }
  walkHtml(html, {
    attributesOf: new Set(['html']),
    attributes: new Set(['lang']),
    skip: (tag) => HIDDEN.has(tag),
    open(tag, attributes) {
      if (tag === 'html') lang ||= attributes.get('lang') ?? '';
      else if (tag === 'pre') preformatted++;
      else if (tag === 'sup') raised++;
      separate(tag);
    },
    close(tag) {
      if (tag === 'pre' && preformatted > 0) preformatted--;
      else if (tag === 'sup' && raised > 0) raised--;
      separate(tag);
    },
    text(text) {
      if (preformatted > 0) builder.preformatted(text);
      else if (raised > 0) builder.superscript(text);
      else builder.text(text);
    },
  });
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
const APART: ReadonlySet<string> = new Set(['option', 'button', 'input', 'img', 'rt', 'rp']);

export const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body canvas caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup p ' +
    'pre search section select summary table tbody textarea tfoot thead title tr ul video audio'
  ).split(' '),
);
