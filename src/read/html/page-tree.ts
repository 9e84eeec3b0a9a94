/**
 * A page as a tree of elements, as far as needed to find its main text. Nesting beyond that of any real page is cut off, so that
 * every step costs the same, and elements that are never shown are left out at once.
 */
import { HIDDEN, languageOf } from './html-to-text.ts';
import { type Attributes, walkHtml } from './walk-tags.ts';

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
  let lang = '';
  const data: string[] = [];
  let inData = false;

  /** `<p>` and `<li>` end where the next one begins. */
  function closeImplied(tag: string): void {
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
  walkHtml(html, {
    attributes: ATTRIBUTES,
    skip(tag, attributes) {
      if (VOID.has(tag) || !(HIDDEN.has(tag) || isInvisible(attributes))) return false;
      inData = tag === 'script' && /^application\/ld\+json/i.test(attributes.get('type') ?? '');
      if (inData) data.push('');
      return true;
    },
    skippedText(text) {
      if (inData) data[data.length - 1] += text;
    },
    open(tag, attributes) {
      if (isInvisible(attributes)) return;
      if (tag === 'html') lang ||= attributes.get('lang') ?? '';
      closeImplied(tag);
      const parent = stack.at(-1)!;
      const made = element(tag, namesOf(attributes), parent);
      parent.children.push(made);
      if (!VOID.has(tag) && stack.length < MAX_DEPTH) stack.push(made);
    },
    close(tag) {
      for (let i = stack.length - 1; i > 0; i--) {
        if (stack[i].tag === tag) {
          stack.length = i;
          return;
        }
      }
    },
    text(text) {
      stack.at(-1)!.children.push(text);
    },
  });
  return { root, data, lang: languageOf(lang) };
}

function element(tag: string, names: string, parent: Element | undefined): Element {
  return { tag, names, parent, children: [] };
}

const NAMES = ['class', 'id', 'role', 'itemprop'];
const ATTRIBUTES = new Set([...NAMES, 'lang', 'hidden', 'aria-hidden', 'style', 'type']);

function namesOf(attributes: Attributes): string {
  return NAMES.map((name) => attributes.get(name) ?? '')
    .join(' ')
    .trim()
    .toLowerCase();
}

function isInvisible(attributes: Attributes): boolean {
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
const BARRIERS = new Set('ul ol dl table td th div section article button body'.split(' '));
