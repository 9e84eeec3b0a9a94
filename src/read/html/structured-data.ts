/** The text of a page's article as the page states it for search engines (schema.org as JSON-LD). */
import { htmlToText } from './html-to-text.ts';

/** Longer data, and values deeper or more than these, are not looked at. */
const MAX_DATA = 4 << 20;
const MAX_DEPTH = 20;
const MAX_VALUES = 100_000;

/** The longest `articleBody` in the data, without markup; empty if there is none. */
export function articleBody(data: readonly string[]): string {
  let longest = '';
  for (const json of data) {
    if (json.length > MAX_DATA || !json.includes('articleBody')) continue;
    for (const body of bodiesIn(parsed(json))) if (body.length > longest.length) longest = body;
  }
  return longest === '' ? '' : plainText(longest);
}

/** Undefined if it is not JSON: some pages have trailing commas and comments in it. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Breadth first and without recursion: the data may nest as deep as it likes. */
function bodiesIn(data: unknown): string[] {
  const bodies: string[] = [];
  let level: unknown[] = [data];
  let values = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, inner] of Object.entries(value)) {
        if (++values > MAX_VALUES) return bodies;
        if (name === 'articleBody' && typeof inner === 'string') bodies.push(inner);
        else next.push(inner);
      }
    }
    level = next;
  }
  return bodies;
}

/** Some programs put markup into it, others escape it once more. */
function plainText(body: string): string {
  const text = /&(?:lt|amp|quot|nbsp|#\d+);/.test(body) && !MARKUP.test(body) ? htmlToText(body) : body;
  return MARKUP.test(text) ? htmlToText(text) : text;
}

const MARKUP = /<\/?\w/;
