/**
 * Stop words of all languages, from `stopwords-iso` and, for Ukrainian, also from `stopword`. Words are folded like the
 * texts they are removed from.
 */
import { loadPackage, preparePackages } from '../platform/packages.ts';
import { foldText } from './fold-text.ts';
import { stopTable } from './stop-table.ts';

/** The stop-word table (`engines/layouts/word-tables.ts`) of a language. */
export type StopWords = (lang: string) => Uint8Array;

type WordLists = Readonly<Record<string, readonly string[]>>;

/** Must have finished before the lists are opened. */
export function prepareStopWords(): Promise<void> {
  return preparePackages(['stopwords-iso', 'stopword']);
}

/** Loads the lists. */
export function openStopWords(ngram: number): StopWords {
  const lists = loadPackage('stopwords-iso') as WordLists;
  const { ukr } = loadPackage('stopword') as WordLists;
  return (lang) => stopTable(foldList(lang === 'uk' ? [...lists.uk, ...ukr] : lists[lang], ngram));
}

/** The words to look for: `isn't` occurs as `isn` and `t`; phrases, and words that n-grams would cut up, are left out. */
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
