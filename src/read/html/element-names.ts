/** Classifies elements by tags, classes and ids: an article, a menu, comments. Names mislead now and then. */
import type { Element } from './page-tree.ts';

/** True if the page itself calls the element an article. */
export function isArticle({ tag, names }: Element): boolean {
  return tag === 'article' || ARTICLE_BODY.test(names);
}

const ARTICLE_BODY = /(?:^| )articlebody(?: |$)/;

const POSITIVE = /article|body|content|entry|hentry|h-entry|main|page|post|text|blog|story/;
const NEGATIVE =
  /hidden|banner|combx|comment|contact|foot|gdpr|masthead|media|meta|outbrain|promo|related|scroll|share|shoutbox|sidebar|skyscraper|sponsor|shopping|tags|tool|widget/;

export function weight(element: Element): number {
  let value = 0;
  if (NEGATIVE.test(element.names)) value -= 25;
  if (POSITIVE.test(element.names)) value += 25;
  if (element.tag === 'article') value += 10;
  return value;
}

const UNLIKELY =
  /ad-break|agegate|caption|gallery|slideshow|byline|timestamp|banner|breadcrumb|combx|comment|community|cookie|cover-wrap|disqus|extra|footer|gdpr|legends|menu|newsletter|related|remark|replies|rss|shoutbox|sidebar|skyscraper|social|sponsor|subscribe|supplemental|pager|pagination|popup|yom-remote|navigation|complementary|contentinfo/;
const MAYBE = /and|article|body|column|content|main|shadow|story/;
export const UNLIKELY_TAGS = new Set([
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

export function isNamedUnlikely(names: string): boolean {
  return (UNLIKELY.test(names) && !MAYBE.test(names)) || COMMENTS.test(names);
}

export function isComment({ names }: Element): boolean {
  return COMMENTS.test(names);
}

/** Comments of readers, whatever else the name says: `comment-body`, `comments-area`. */
const COMMENTS =
  /(?:^| )(?:comments?|replies|disqus)(?:[-_]?(?:list|area|section|body|content|text|thread|wrap|wrapper|container|box|block|item|form|author|main))?(?: |$)/;

export function isUnlikely(element: Element, until: Element, byName: boolean): boolean {
  for (let up: Element | undefined = element; up !== undefined && up !== until; up = up.parent) {
    if (UNLIKELY_TAGS.has(up.tag) && up.tag !== 'form' && up.tag !== 'header') return true;
    if (byName && up.tag !== 'body' && up.tag !== 'article' && isNamedUnlikely(up.names)) return true;
  }
  return false;
}
