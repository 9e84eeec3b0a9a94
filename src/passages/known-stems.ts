/** A cache of stems, by language: texts compared one after the other share most words, and stemming is slower than a lookup. */
import { prepareStemmers, Stemmers } from '../canonicalize/index.ts';
import type { Stem } from './thesaurus.ts';

/** The most cached words of a language, about 5 MB, and the length of the longest. */
const MOST_WORDS = 1 << 15;
const LONGEST = 32;

const known = new Map<string, Map<string, string>>();

/** The stems of a language; a word is its own stem if the language has none. */
export async function stemsOf(language: string): Promise<Stem> {
  await prepareStemmers(language);
  const stemmer = new Stemmers().of(language);
  if (stemmer === undefined) return (word) => word;
  const stems = known.get(language) ?? new Map<string, string>();
  known.set(language, stems);
  return (word) => {
    const found = stems.get(word);
    if (found !== undefined) return found;
    const stem = stemmer.stem(word);
    if (word.length > LONGEST) return stem;
    if (stems.size === MOST_WORDS) stems.clear();
    stems.set(word, stem);
    return stem;
  };
}
