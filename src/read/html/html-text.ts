/** The text of a page: the whole text, or the main text on request. */
import type { ReadOptions } from '../../read.ts';
import { type ExtractedHtml, extractHtml } from './html-to-text.ts';
import { mainText } from './main-text.ts';

export function htmlText(html: string, options: Pick<ReadOptions, 'main' | 'maxDocument'>): ExtractedHtml {
  return options.main ? mainText(html, options.maxDocument) : extractHtml(html, options.maxDocument);
}
