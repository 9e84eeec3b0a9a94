/** How a document is named to a person: by a title, and by the part of its text that has the words that are sought. */
import { isSought, soughtWords } from './sought-words.ts';

interface Named {
  readonly text?: string;
  /** The first characters of the text, if the text is not at hand. */
  readonly start?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Fields that have a title in mail, news, books and files. */
const TITLE_FIELDS = ['title', 'headline', 'subject', 'name'];
const LONGEST_TITLE = 160;
const SNIPPET = 220;
/** Characters of a text in which words are sought: a text may be a book, and a page lists many. */
const LOOKED_AT = 100_000;

/** The title that its fields give, or its first line, if that is short and not all of the text. */
export function headTitle({ text, start = '', meta = {} }: Named): string | undefined {
  for (const name of TITLE_FIELDS) {
    const value = meta[name];
    if (typeof value === 'string' && value.trim() !== '') return cut(value.trim(), LONGEST_TITLE);
  }
  const begin = (text?.slice(0, 4 * LONGEST_TITLE) ?? start).trimStart();
  const end = begin.search(/[\r\n]/);
  const line = begin
    .slice(0, Math.max(0, end))
    .replace(/^#{1,6}\s+/, '')
    .trim();
  return line !== '' && line.length <= LONGEST_TITLE ? line : undefined;
}

/** The part of a text with most of the words that are sought; its beginning if it has none. */
export function snippetOf(text: string, query = ''): string {
  const sought = soughtWords(query);
  const looked = text.slice(0, LOOKED_AT);
  const found: { readonly at: number; readonly word: string }[] = [];
  if (sought.length > 0)
    for (const { 0: word, index: at } of looked.matchAll(/[\p{L}\p{N}]+/gu)) {
      const which = isSought(word, sought);
      if (which !== undefined) found.push({ at, word: which });
    }
  let [best, most, first] = [0, 0, 0];
  const inside = new Map<string, number>();
  for (const { at, word } of found) {
    inside.set(word, (inside.get(word) ?? 0) + 1);
    for (; found[first].at < at - SNIPPET; first++) {
      const left = inside.get(found[first].word)! - 1;
      if (left === 0) inside.delete(found[first].word);
      else inside.set(found[first].word, left);
    }
    if (inside.size > most) [best, most] = [found[first].at, inside.size];
  }
  const from = best <= SNIPPET / 4 ? 0 : looked.lastIndexOf(' ', best - SNIPPET / 8) + 1;
  return `${from > 0 ? '… ' : ''}${cut(looked.slice(from).replaceAll(/\s+/g, ' ').trim(), SNIPPET * 1.25)}`;
}

function cut(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line.length <= length) return line;
  const end = line.lastIndexOf(' ', length);
  return `${line.slice(0, end > length / 2 ? end : length)} …`;
}
