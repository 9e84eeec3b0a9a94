/** The canonical text of one string, to look at: what of it counts when documents are compared. */
import type { CanonicalizeOptions } from '../canonicalize.ts';
import { canonicalizeOptions, openLanguage } from './canonicalizer.ts';
import { foldText } from './fold-text.ts';
import { stemText } from './stemmer.ts';
import { Stemmers } from './stemmers.ts';
import { openStopWords } from './stop-words.ts';

/**
 * @example
 * await canonicalText("Свіжа м’ЯТА, soft­ware!"); // 'свіжа мʼята software'
 */
export async function canonicalText(
  text: string,
  options: Partial<CanonicalizeOptions> = {},
): Promise<string> {
  const complete = canonicalizeOptions(options);
  const { stopWords, stems, stemDictionary, ngram } = complete;
  if (!stopWords && !stems) return foldText(text, ngram);
  const lang = (await openLanguage(complete))(text);
  if (lang === undefined) return foldText(text, ngram);
  const folded = foldText(text, ngram, stopWords ? openStopWords(ngram)(lang) : undefined);
  const stemmer = stems ? new Stemmers(stemDictionary).of(lang) : undefined;
  return stemmer === undefined ? folded : stemText(stemmer, folded);
}
