/** The canonical text of one string: the parts that count when documents are compared. */
import type { CanonicalizeOptions } from '../canonicalize.ts';
import { resolveOptions } from '../option-rules.ts';
import { openLanguage } from './canonicalizer.ts';
import { foldText } from './fold-text.ts';
import { CANONICALIZE_RULES, canonicalizeOptions } from './options.ts';
import { openSegmenter, SEGMENTED_NGRAM } from './segment.ts';
import { stemText } from './stemmer.ts';
import { prepareStemmers, Stemmers } from './stemmers.ts';
import { openStopWords, prepareStopWords } from './stop-words.ts';

export interface CanonicalTextOptions extends Partial<CanonicalizeOptions> {}

/**
 * @example
 * await canonicalText("Свіжа м’ЯТА, soft­ware!"); // 'свіжа мʼята software'
 */
export async function canonicalText(text: string, options: CanonicalTextOptions = {}): Promise<string> {
  const complete = canonicalizeOptions(resolveOptions(CANONICALIZE_RULES, options));
  const { stopWords, stems, stemDictionary, segment } = complete;
  const words = segment === 'words' ? openSegmenter()(text) : text;
  const ngram = segment === 'words' ? SEGMENTED_NGRAM : complete.ngram;
  const lang = stopWords || stems ? (await openLanguage(complete))(text) : undefined;
  if (lang === undefined) return foldText(words, ngram);
  if (stopWords) await prepareStopWords();
  const folded = foldText(words, ngram, stopWords ? openStopWords(ngram)(lang) : undefined);
  if (stems) await prepareStemmers(lang);
  const stemmer = stems ? new Stemmers(stemDictionary).of(lang) : undefined;
  return stemmer === undefined ? folded : stemText(stemmer, folded);
}
