/**
 * Stop words of all languages, from `stopwords-iso` and, for Ukrainian, also from `stopword`. Words are folded like the
 * texts they are taken out of.
 */
import { createRequire } from 'node:module';
import { openDetector } from './detect.ts';
import { foldText } from './fold-text.ts';
import { stopTable } from './stop-table.ts';

export interface StopWords {
  /** The language whose words to take out of this text; undefined where none is known. */
  languageOf(text: string): string | undefined;
  /** The stop-word table of a language (`engines/tables.ts`). */
  table(lang: string): Uint8Array;
}

/** Loads the lists and, for `auto`, what it takes to detect a language. */
export async function openStopWords(lang: string, ngram: number): Promise<StopWords> {
  const require = createRequire(import.meta.url);
  const lists: Record<string, readonly string[]> = require('stopwords-iso');
  const { ukr }: Record<string, readonly string[]> = require('stopword');
  const detect = lang === 'auto' ? await openDetector() : undefined;
  return {
    languageOf: (text) => (detect === undefined ? lang : detect(text)),
    table: (code) => stopTable(foldList(code === 'uk' ? [...lists.uk, ...ukr] : lists[code], ngram)),
  };
}

/** The words to look for: `isn't` is met as `isn` and `t`; phrases, and what n-grams would cut up, are left out. */
export function foldList(list: readonly string[], ngram: number): Set<string> {
  const words = new Set<string>();
  for (const entry of list) {
    if (/\s/.test(entry)) continue;
    const parts = foldText(entry, ngram).split(' ');
    // as unigrams the parts of a run are its letters
    const cutUp = parts.length > 1 && foldText(entry, 3) !== foldText(entry, 1);
    if (!cutUp) for (const part of parts) words.add(part);
  }
  words.delete('');
  return words;
}
