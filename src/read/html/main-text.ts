/**
 * The main text of a page: the part with most running text and few links, without menus, notices, lists of links and
 * comments. After the idea of Arc90's Readability: paragraphs vote for the elements around them.
 */
import { isNamedUnlikely, UNLIKELY_TAGS, weight } from './element-names.ts';
import { BLOCKS, CELLS, type ExtractedHtml, extractHtml } from './html-to-text.ts';
import { Facts, SHORT, sizeOf } from './page-facts.ts';
import { type Element, pageTree } from './page-tree.ts';
import { articleBody } from './structured-data.ts';
import { TextBuilder } from './text-builder.ts';

/** @param max The longest text in bytes; raises BadDocument if there is more. */
export function mainText(html: string, max?: number): ExtractedHtml {
  const { root, data, lang } = pageTree(html);
  const body = find(root, 'body') ?? root;
  const facts = new Facts(body);
  const { text, isEnough } = findText(body, facts, max);
  const stated = articleBody(data);
  const isStated = sizeOf(stated) < SHORT || sharedWords(stated, text) >= MIN_SHARED;
  if (isEnough && isStated) return { text, lang };
  const builder = new TextBuilder(max);
  if (isStated) write(body, builder, facts, true);
  else addParagraphs(stated, builder);
  const instead = builder.finish();
  return isMainText(instead, body, facts) ? { text: instead, lang } : extractHtml(html, max);
}

/** False if too little is left without menus and the like. A short article among many links counts. */
function isMainText(found: string, body: Element, facts: Facts): boolean {
  const { text, linked } = facts.of(body);
  const size = sizeOf(found);
  if (size === 0) return false;
  const isArticle = size >= SHORT && size >= MIN_SHARE * (text - linked);
  return size >= (isArticle ? MIN_ARTICLE_SHARE : MIN_SHARE) * text;
}

interface Found {
  readonly text: string;
  readonly size: number;
  /** It is not just a price box or a caption. */
  readonly isEnough: boolean;
}

/** Finds the text by the names of elements. If that finds next to nothing, the names mislead and are ignored. */
function findText(body: Element, facts: Facts, max: number | undefined): Found {
  let result: Found = { text: '', size: 0, isEnough: false };
  for (const byName of [true, false]) {
    const best = facts.best(body, byName);
    if (best === undefined) continue;
    const main = facts.article(facts.whole(best, body, byName), byName);
    const builder = new TextBuilder(max);
    for (const part of facts.withParagraphs(main)) write(part, builder, facts, byName);
    const text = builder.finish();
    const size = sizeOf(text);
    if (size > 2 * result.size) result = { text, size, isEnough: size >= MIN_SHARE * facts.of(body).text };
    if (result.size >= SHORT) break;
  }
  return result;
}

function addParagraphs(text: string, builder: TextBuilder): void {
  for (const paragraph of text.split('\n')) {
    builder.paragraph();
    builder.text(paragraph);
  }
}

/** The main text is at least this share of the page's text, links included. */
const MIN_SHARE = 0.1;

/** The least share of a text that is long enough for an article, on a page that otherwise has only links. */
const MIN_ARTICLE_SHARE = 0.02;

/** The least share of the words of the stated article that must be in the text found. */
const MIN_SHARED = 0.5;

function sharedWords(stated: string, found: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(WORD) ?? []);
  const expected = words(stated);
  const got = words(found);
  let shared = 0;
  for (const word of expected) if (got.has(word)) shared++;
  return shared / Math.max(1, expected.size);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Parts of the main element that are not its text. */
function isClutter(element: Element, facts: Facts, byName: boolean): boolean {
  const { tag, names } = element;
  if (UNLIKELY_TAGS.has(tag)) return true;
  if (byName && isNamedUnlikely(names)) return true;
  const { text, paragraphs, commas } = facts.of(element);
  const share = facts.linkShare(element);
  if (tag === 'ul' || tag === 'ol' || tag === 'table' || tag === 'div' || tag === 'section' || tag === 'dl') {
    if (share > 0.5 && paragraphs < 3) return true;
    if (weight(element) < 0 && commas < 10 && paragraphs < 3) return true;
    if (share > 0.2 && weight(element) < 25 && commas < 10 && text < 200) return true;
  }
  if (tag === 'p' && share > 0.9 && text < 200) return true;
  return false;
}

/** Without recursion, as everywhere: `undefined` in the list means that an element ends. */
function write(from: Element, builder: TextBuilder, facts: Facts, byName: boolean): void {
  const open = [{ element: from, next: 0, preformatted: from.tag === 'pre', raised: false }];
  builder.paragraph();
  while (open.length > 0) {
    const frame = open.at(-1)!;
    const child = frame.element.children[frame.next++];
    if (child === undefined) {
      if (BLOCKS.has(frame.element.tag)) builder.paragraph();
      open.pop();
    } else if (typeof child === 'string') {
      if (frame.preformatted) builder.preformatted(child);
      else if (frame.raised) builder.superscript(child);
      else builder.text(child);
    } else if (child.tag === 'br') builder.line();
    else if (!isClutter(child, facts, byName)) {
      if (BLOCKS.has(child.tag)) builder.paragraph();
      else if (CELLS.has(child.tag)) builder.cell();
      open.push({
        element: child,
        next: 0,
        preformatted: frame.preformatted || child.tag === 'pre',
        raised: frame.raised || child.tag === 'sup',
      });
    }
  }
}

function find(root: Element, tag: string): Element | undefined {
  const waiting: Element[] = [root];
  for (let i = 0; i < waiting.length && i < 1000; i++) {
    if (waiting[i].tag === tag) return waiting[i];
    for (const child of waiting[i].children) if (typeof child !== 'string') waiting.push(child);
  }
  return undefined;
}
