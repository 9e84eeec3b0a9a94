/**
 * A page as a tree of elements, as far as needed to find its main text. Nesting beyond that of any real page is cut off, so that
 * every step costs the same, and elements that are never shown are left out at once.
 */
import { Tokenizer } from 'htmlparser2';
import { HIDDEN, languageOf } from './html-to-text.ts';

export interface Element {
  readonly tag: string;
  /** Class, id, role and the like, in lower case, separated by spaces. */
  readonly names: string;
  readonly parent: Element | undefined;
  readonly children: (Element | string)[];
}

export interface PageTree {
  readonly root: Element;
  /** The page's description for other programs: its scripts of the type `application/ld+json`. */
  readonly data: readonly string[];
  readonly lang?: string;
}

/** As in browsers, which put deeper elements beside each other. */
const MAX_DEPTH = 500;

export function pageTree(html: string): PageTree {
  const root = element('#root', '', undefined);
  const stack: Element[] = [root];
  let tag = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let lang = '';
  let hidden = '';
  let depth = 0;
  const data: string[] = [];
  let inData = false;

  function openTag(): void {
    if (hidden) {
      if (tag === hidden) depth++;
      return;
    }
    if (HIDDEN.has(tag) || isInvisible(attributes)) {
      if (VOID.has(tag)) return;
      hidden = tag;
      depth = 1;
      inData = tag === 'script' && /^application\/ld\+json/i.test(attributes.get('type') ?? '');
      if (inData) data.push('');
      return;
    }
    if (tag === 'html') lang ||= attributes.get('lang') ?? '';
    closeImplied();
    const parent = stack.at(-1)!;
    const made = element(tag, namesOf(attributes), parent);
    parent.children.push(made);
    if (!VOID.has(tag) && stack.length < MAX_DEPTH) stack.push(made);
  }
  /** `<p>` and `<li>` end where the next one begins. */
  function closeImplied(): void {
    const ends = IMPLIED.get(tag);
    if (ends === undefined) return;
    for (let i = stack.length - 1; i > 0; i--) {
      if (ends.has(stack[i].tag)) {
        stack.length = i;
        return;
      }
      if (BARRIERS.has(stack[i].tag)) return;
    }
  }
  function closeTag(name: string): void {
    if (hidden) {
      if (name === hidden && --depth === 0) {
        hidden = '';
        inData = false;
      }
      return;
    }
    for (let i = stack.length - 1; i > 0; i--) {
      if (stack[i].tag === name) {
        stack.length = i;
        return;
      }
    }
  }
  function addText(text: string): void {
    if (!hidden) stack.at(-1)!.children.push(text);
    else if (inData) data[data.length - 1] += text;
  }
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (codepoint) => addText(String.fromCodePoint(codepoint)),
      onopentagname(start, end) {
        tag = html.slice(start, end).toLowerCase();
        attributes = new Map();
      },
      onopentagend: openTag,
      onselfclosingtag: openTag,
      onclosetag: (start, end) => closeTag(html.slice(start, end).toLowerCase()),
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase();
        if (ATTRIBUTES.has(attribute)) attributes.set(attribute, '');
      },
      onattribdata(start, end) {
        const before = attributes.get(attribute);
        if (before !== undefined) attributes.set(attribute, before + html.slice(start, end));
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
  return { root, data, lang: languageOf(lang) };
}

function element(tag: string, names: string, parent: Element | undefined): Element {
  return { tag, names, parent, children: [] };
}

const ATTRIBUTES = new Set([
  ...['class', 'id', 'role', 'itemprop', 'lang', 'hidden', 'aria-hidden', 'style', 'type'],
]);
const NAMES = ['class', 'id', 'role', 'itemprop'];

function namesOf(attributes: ReadonlyMap<string, string>): string {
  return NAMES.map((name) => attributes.get(name) ?? '')
    .join(' ')
    .trim()
    .toLowerCase();
}

function isInvisible(attributes: ReadonlyMap<string, string>): boolean {
  return (
    attributes.has('hidden') ||
    attributes.get('aria-hidden') === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.get('style') ?? '')
  );
}

/** Elements without content. */
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr frame keygen'.split(' '),
);

const PARAGRAPH_ENDS = new Set(['p']);
const IMPLIED: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, ReadonlySet<string>>([
  ...'p div ul ol dl table section article aside header footer h1 h2 h3 h4 h5 h6 blockquote pre form figure main nav hr'
    .split(' ')
    .map((tag): [string, ReadonlySet<string>] => [tag, PARAGRAPH_ENDS]),
  ['li', new Set(['li'])],
  ['dt', new Set(['dt', 'dd'])],
  ['dd', new Set(['dt', 'dd'])],
  ['tr', new Set(['tr'])],
  ['td', new Set(['td', 'th'])],
  ['th', new Set(['td', 'th'])],
  ['option', new Set(['option'])],
]);

/** An end is not implied beyond these. */
const BARRIERS = new Set([
  'ul',
  'ol',
  'dl',
  'table',
  'td',
  'th',
  'div',
  'section',
  'article',
  'button',
  'body',
]);
