/** The canonical text of one string, to look at: what of it counts when documents are compared. */
import type { CanonicalizeOptions } from '../canonicalize.ts';
import { canonicalizeOptions } from './canonicalizer.ts';
import { foldText } from './fold-text.ts';
import { openStopWords } from './stop-words.ts';

/**
 * @example
 * await canonicalText("Свіжа м’ЯТА, soft­ware!"); // 'свіжа мʼята software'
 */
export async function canonicalText(
  text: string,
  options: Partial<CanonicalizeOptions> = {},
): Promise<string> {
  const { lang, stopWords, ngram } = canonicalizeOptions(options);
  if (!stopWords) return foldText(text, ngram);
  const lists = await openStopWords(lang, ngram);
  const found = lists.languageOf(text);
  return foldText(text, ngram, found === undefined ? undefined : lists.table(found));
}
