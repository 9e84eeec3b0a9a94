/** Which element of a page has its main text: counted from the leaves up, then chosen. */
import { isArticle, isComment, isUnlikely, weight } from './element-names.ts';
import { BLOCKS } from './html-to-text.ts';
import type { Element } from './page-tree.ts';

/** The size below which a text may be a notice that was taken for the article. */
export const SHORT = 250;

/** The size of a text in characters; Chinese, Japanese and Korean ones count as three Latin ones. */
export function sizeOf(text: string): number {
  return text.length + (text.match(DENSE)?.length ?? 0) * 2;
}

const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;

/** Counts of an element, made once from the leaves up. */
export interface Count {
  /** Size of the text, and of its part in links. */
  text: number;
  linked: number;
  commas: number;
  /** Paragraphs of running text. */
  paragraphs: number;
}

export class Facts {
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
      const count = { text: 0, linked: 0, commas: 0, paragraphs: 0 };
      for (const child of element.children) {
        if (typeof child === 'string') {
          count.text += sizeOf(child.trim());
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

  /** A paragraph counts fully for its parent, half for the next one, and ever less further up. Comments count for nothing. */
  #vote(paragraph: Element, { text, commas, linked }: Count): void {
    const vote = (1 + commas + Math.min(text / 100, 3)) * (1 - linked / text);
    let divider = 1;
    for (let up = paragraph.parent; up !== undefined && divider <= 6; up = up.parent) {
      if (isComment(up)) return;
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
      // beside an article there are other articles
      if (isArticle(whole) && this.of(whole).text >= SHORT) break;
      const isText = this.linkShare(up) < MAX_LINKS && !isUnlikely(up, root, byName);
      const { paragraphs } = this.of(up);
      if (isText && paragraphs >= GROWTH * this.of(whole).paragraphs) whole = up;
    }
    return whole;
  }

  /** The one article in an element that has several, as pages have that go on with the next article: the first long one. */
  article(main: Element, byName: boolean): Element {
    const waiting = [main];
    for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
      if (element !== main) {
        if (isUnlikely(element, main, byName)) continue;
        const { text, linked } = this.of(element);
        if (isArticle(element) && text - linked >= SHORT) return element;
      }
      for (let i = element.children.length - 1; i >= 0; i--) {
        const child = element.children[i];
        if (typeof child !== 'string') waiting.push(child);
      }
    }
    return main;
  }

  /** The main element, and paragraphs that continue its text beside it. */
  withParagraphs(main: Element): Element[] {
    if (main.parent === undefined || isArticle(main)) return [main];
    return main.parent.children.filter((sibling): sibling is Element => {
      if (typeof sibling === 'string') return false;
      const isLong = sibling.tag === 'p' && this.of(sibling).text > 80;
      return sibling === main || (isLong && this.linkShare(sibling) < 0.25);
    });
  }
}

/** The share of links from which a box is no text, and how many times as many paragraphs a larger box must have. */
const MAX_LINKS = 0.2;
const GROWTH = 2;

const EMPTY: Count = { text: 0, linked: 0, commas: 0, paragraphs: 0 };

function commasIn(text: string): number {
  let count = 0;
  for (const char of text) if (char === ',' || char === '，' || char === '、' || char === '、') count++;
  return count;
}

/** A block of text: a paragraph, a box without other blocks, or a box with much text of its own. */
function isParagraph(element: Element): boolean {
  if (PARAGRAPHS.has(element.tag)) return true;
  if (!BOXES.has(element.tag)) return false;
  if (!element.children.some((child) => typeof child !== 'string' && BLOCKS.has(child.tag))) return true;
  return (
    element.children.reduce((sum, child) => sum + (typeof child === 'string' ? sizeOf(child.trim()) : 0), 0) >
    80
  );
}

const PARAGRAPHS = new Set(['p', 'pre', 'td', 'blockquote']);
const BOXES = new Set(['div', 'section', 'article', 'main']);
