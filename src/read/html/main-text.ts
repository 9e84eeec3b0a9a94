/**
 * The main text of a page: the part with most running text and few links, without menus, notices, lists of links and
 * comments. After the idea of Arc90's Readability: paragraphs vote for the elements around them.
 */
import { BLOCKS, CELLS, type ExtractedHtml, extractHtml } from './html-to-text.ts';
import { type Element, pageTree } from './page-tree.ts';
import { TextBuilder } from './text-builder.ts';

/** @param max The longest text in bytes; raises BadDocument where there is more. */
export function mainText(html: string, max?: number): ExtractedHtml {
  const { root, lang } = pageTree(html);
  const body = find(root, 'body') ?? root;
  const facts = new Facts(body);
  let text = '';
  // pages whose names mislead give next to nothing: then the names do not count
  for (const byName of [true, false]) {
    const best = facts.best(body, byName);
    if (best === undefined) continue;
    const main = facts.whole(best, body, byName);
    const builder = new TextBuilder(max);
    for (const part of facts.withSiblings(main, byName)) write(part, builder, facts, byName);
    const found = builder.finish();
    if (found.length > 2 * text.length) text = found;
    if (text.length >= SHORT) break;
  }
  const all = facts.of(body);
  // a price box or a caption instead of the text
  const isPart = text.length < MIN_SHARE * (all.text - all.linked);
  return text === '' || isPart ? extractHtml(html, max) : { text, lang };
}

/** The share of the text outside of links that the main text is at least. */
const MIN_SHARE = 0.1;

/** Shorter than this it may be a notice that was taken for the text. */
const SHORT = 250;

/** What is known of every element, counted once from the leaves up. */
interface Count {
  /** Characters of text, and of those in links. */
  text: number;
  linked: number;
  commas: number;
  /** Paragraphs of running text. */
  paragraphs: number;
  score: number;
}

class Facts {
  readonly #counts = new Map<Element, Count>();

  constructor(root: Element) {
    this.#count(root);
  }

  of(element: Element): Count {
    return this.#counts.get(element) ?? EMPTY;
  }

  linkShare(element: Element): number {
    const { text, linked } = this.of(element);
    return text === 0 ? 0 : linked / text;
  }

  /** From the leaves up, without recursion: pages nest deeper than a call stack. */
  #count(root: Element): void {
    const order: Element[] = [root];
    for (let i = 0; i < order.length; i++) {
      for (const child of order[i].children) if (typeof child !== 'string') order.push(child);
    }
    for (let i = order.length - 1; i >= 0; i--) {
      const element = order[i];
      const count = { text: 0, linked: 0, commas: 0, paragraphs: 0, score: 0 };
      for (const child of element.children) {
        if (typeof child === 'string') {
          count.text += child.trim().length;
          count.commas += commasIn(child);
        } else {
          const inner = this.of(child);
          count.text += inner.text;
          count.linked += inner.linked;
          count.commas += inner.commas;
          count.paragraphs += inner.paragraphs;
        }
      }
      if (element.tag === 'a') count.linked = count.text;
      this.#counts.set(element, count);
      if (isParagraph(element) && count.text >= 25 && count.linked < 0.5 * count.text) {
        count.paragraphs++;
        this.#vote(element, count);
      }
    }
  }

  /** A paragraph counts fully for its parent, half for the next one, and ever less further up. */
  #vote(paragraph: Element, { text, commas, linked }: Count): void {
    const vote = (1 + commas + Math.min(text / 100, 3)) * (1 - linked / text);
    let divider = 1;
    for (let up = paragraph.parent; up !== undefined && divider <= 6; up = up.parent) {
      this.#scores.set(up, (this.#scores.get(up) ?? 0) + vote / divider);
      divider = divider === 1 ? 2 : divider + 1;
    }
  }

  readonly #scores = new Map<Element, number>();

  score(element: Element): number {
    const score = this.#scores.get(element);
    if (score === undefined) return 0;
    return (score + weight(element)) * (1 - this.linkShare(element));
  }

  best(root: Element, byName: boolean): Element | undefined {
    let best: Element | undefined;
    for (const element of this.#scores.keys()) {
      if (isUnlikely(element, root, byName)) continue;
      if (best === undefined || this.score(element) > this.score(best)) best = element;
    }
    return best;
  }

  /** The element around that has the rest of the text: some pages divide an article into several boxes. */
  whole(main: Element, root: Element, byName: boolean): Element {
    let whole = main;
    for (let up = main.parent; up !== undefined && up !== root; up = up.parent) {
      const isText = this.linkShare(up) < MAX_LINKS && !isUnlikely(up, root, byName);
      const { paragraphs } = this.of(up);
      if (isText && paragraphs >= GROWTH * this.of(whole).paragraphs) whole = up;
    }
    return whole;
  }

  /** Text that continues beside the main element. */
  withSiblings(main: Element, byName: boolean): Element[] {
    if (main.parent === undefined) return [main];
    const threshold = Math.max(10, 0.2 * this.score(main));
    return main.parent.children.filter((sibling): sibling is Element => {
      if (typeof sibling === 'string') return false;
      if (sibling === main) return true;
      if (isUnlikely(sibling, main.parent!, byName)) return false;
      const bonus = sibling.names !== '' && sibling.names === main.names ? 0.2 * this.score(main) : 0;
      if (this.score(sibling) + bonus >= threshold) return true;
      const { text } = this.of(sibling);
      return sibling.tag === 'p' && text > 80 && this.linkShare(sibling) < 0.25;
    });
  }
}

/** The share of links from which a box is no text, and how many times as many paragraphs a larger box must have. */
const MAX_LINKS = 0.2;
const GROWTH = 2;

const EMPTY: Count = { text: 0, linked: 0, commas: 0, paragraphs: 0, score: 0 };

function commasIn(text: string): number {
  let count = 0;
  for (const char of text) if (char === ',' || char === '，' || char === '、' || char === '、') count++;
  return count;
}

/** A block of text: a paragraph, a box in which no other block stands, or one with much text of its own. */
function isParagraph(element: Element): boolean {
  if (PARAGRAPHS.has(element.tag)) return true;
  if (!BOXES.has(element.tag)) return false;
  if (!element.children.some((child) => typeof child !== 'string' && BLOCKS.has(child.tag))) return true;
  return (
    element.children.reduce((sum, child) => sum + (typeof child === 'string' ? child.trim().length : 0), 0) >
    80
  );
}

const PARAGRAPHS = new Set(['p', 'pre', 'td', 'blockquote']);
const BOXES = new Set(['div', 'section', 'article', 'main']);

const POSITIVE = /article|body|content|entry|hentry|h-entry|main|page|post|text|blog|story/;
const NEGATIVE =
  /hidden|banner|combx|comment|contact|foot|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|tool|widget/;

function weight(element: Element): number {
  let value = 0;
  if (NEGATIVE.test(element.names)) value -= 25;
  if (POSITIVE.test(element.names)) value += 25;
  if (element.tag === 'article') value += 10;
  return value;
}

const UNLIKELY =
  /ad-break|agegate|caption|gallery|slideshow|byline|timestamp|banner|breadcrumb|combx|comment|community|cookie|cover-wrap|disqus|extra|footer|gdpr|legends|menu|newsletter|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|subscribe|supplemental|pager|pagination|popup|yom-remote|navigation|complementary|contentinfo/;
const MAYBE = /and|article|body|column|content|main|shadow|story/;
const UNLIKELY_TAGS = new Set([
  'nav',
  'footer',
  'aside',
  'select',
  'button',
  'header',
  'form',
  'dialog',
  'figcaption',
  'label',
  'textarea',
  'object',
  'menu',
]);

function isUnlikely(element: Element, until: Element, byName: boolean): boolean {
  for (let up: Element | undefined = element; up !== undefined && up !== until; up = up.parent) {
    if (UNLIKELY_TAGS.has(up.tag) && up.tag !== 'form' && up.tag !== 'header') return true;
    if (
      byName &&
      up.tag !== 'body' &&
      up.tag !== 'article' &&
      UNLIKELY.test(up.names) &&
      !MAYBE.test(up.names)
    )
      return true;
  }
  return false;
}

/** Parts of the main element that are not its text. */
function isClutter(element: Element, facts: Facts, byName: boolean): boolean {
  const { tag, names } = element;
  if (UNLIKELY_TAGS.has(tag)) return true;
  if (byName && UNLIKELY.test(names) && !MAYBE.test(names)) return true;
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
  const open: { element: Element; next: number; preformatted: boolean }[] = [
    { element: from, next: 0, preformatted: from.tag === 'pre' },
  ];
  builder.paragraph();
  while (open.length > 0) {
    const frame = open.at(-1)!;
    const child = frame.element.children[frame.next++];
    if (child === undefined) {
      if (BLOCKS.has(frame.element.tag)) builder.paragraph();
      open.pop();
    } else if (typeof child === 'string') {
      if (frame.preformatted) builder.preformatted(child);
      else builder.text(child);
    } else if (child.tag === 'br') builder.line();
    else if (!isClutter(child, facts, byName)) {
      if (BLOCKS.has(child.tag)) builder.paragraph();
      else if (CELLS.has(child.tag)) builder.cell();
      open.push({ element: child, next: 0, preformatted: frame.preformatted || child.tag === 'pre' });
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
