/** Stems of the words that came last, by language. Texts that are compared one after the other have mostly the same words, and making a stem takes longer than finding it. */
import { prepareStemmers, Stemmers } from '../canonicalize/index.ts';
import type { Stem } from './thesaurus.ts';

/** Words of a language that are remembered, about 5 MB of them, and the longest of these. */
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
