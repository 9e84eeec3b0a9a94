import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { escapeHtml, jsonIsland } from './escape.ts';

/** Strings that try to get out: what people attack pages with, joined with anything. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '</script',
        '</SCRIPT >',
        '<!--',
        '-->',
        '<script>',
        ']]>',
        '\u2028',
        '\u2029',
        '&lt;',
        '"',
        "'",
        '\\',
        '\\u003c',
        '\0',
        '\ud800',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('a JSON island', () => {
  it('preserves any string, and never closes its element or opens a comment', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const island = jsonIsland({ [text]: [text] });
        expect(island).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(island)).toEqual({ [text]: [text] });
      }),
    );
  });

  it('reaches the page whole through an HTML parser', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const seen = parse(`<script type="application/json">${jsonIsland(text)}</script><p>after`);
        expect(seen.tags).toEqual(['script', 'p']);
        expect(JSON.parse(seen.text[0])).toBe(text);
      }),
    );
  });
});

describe('escaped text', () => {
  it('escaped text is safe in content and in attributes of either quote: it makes no tag and no attribute', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = escapeHtml(text);
        const seen = parse(`<p title="${safe}" lang='${safe}'>${safe}</p>`);
        expect(seen.tags).toEqual(['p']);
        expect(seen.attributes).toEqual({ title: text, lang: text });
        expect(seen.text.join('')).toBe(text);
      }),
    );
  });
});

function parse(html: string) {
  const seen = { tags: [] as string[], text: [] as string[], attributes: {} as Record<string, string> };
  let last = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      seen.tags.push(name);
      Object.assign(seen.attributes, name === 'p' ? attributes : {});
      last = name;
    },
    ontext(text) {
      if (last === 'script' && seen.text.length > 0) seen.text[0] += text;
      else if (text !== 'after') seen.text.push(text);
    },
  });
  parser.end(html);
  return seen;
}
