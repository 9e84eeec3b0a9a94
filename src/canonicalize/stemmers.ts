/** Which language has which stemmer. They are loaded for the first text in their language. */
import { loadPackage, preparePackages } from '../platform/packages.ts';
import { english } from './languages/en/stemmer.ts';
import { openUkrainianDictionary } from './languages/uk/dictionary.ts';
import { ukrainian } from './languages/uk/stemmer.ts';
import type { Stemmer } from './stemmer.ts';

/** Languages of the package `snowball-stemmers`, by the name they have there. */
const SNOWBALL: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  tr: 'turkish',
};

/** The languages that have stems, by ISO 639-1 code. Words of other languages are not changed. */
export const STEMMED_LANGUAGES: readonly string[] = [...Object.keys(SNOWBALL), 'en', 'uk'].sort();

/** Must have finished before a stemmer is asked for. @param lang The only language; without it, all. */
export async function prepareStemmers(lang?: string): Promise<void> {
  if (lang === undefined || SNOWBALL[lang] !== undefined) await preparePackages(['snowball-stemmers']);
}

export class Stemmers {
  private readonly loaded = new Map<string, Stemmer>();

  /** With `dictionary`, Ukrainian words get base forms from the system's dictionary, which must be installed. */
  constructor(dictionary = false) {
    this.loaded.set('en', english);
    this.loaded.set('uk', dictionary ? openUkrainianDictionary() : ukrainian);
  }

  /** Undefined for a language without stems. */
  of(language: string): Stemmer | undefined {
    const known = this.loaded.get(language);
    if (known !== undefined || SNOWBALL[language] === undefined) return known;
    const { newStemmer } = loadPackage('snowball-stemmers') as Snowball;
    const snowball = newStemmer(SNOWBALL[language]);
    const stemmer = { language, stem: (word: string) => snowball.stem(word) || word };
    this.loaded.set(language, stemmer);
    return stemmer;
  }
}

interface Snowball {
  newStemmer(name: string): { stem(word: string): string };
}
