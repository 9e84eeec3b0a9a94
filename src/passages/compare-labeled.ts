/** Compares texts whose languages are known, on an engine of the caller. */
import { languageOfText, prepareStemmers, Stemmers } from '../canonicalize/index.ts';
import type { CompareSettings, Comparison } from '../comparison.ts';
import type { Engine } from '../engines.ts';
import type { GivenText } from '../passages.ts';
import { compareTexts, type LabeledText } from './comparison.ts';
import type { ResolvedCompare } from './options.ts';
import { openThesauri } from './thesaurus/open.ts';
import type { Stem } from './thesaurus.ts';

/** The first text with the others; these may be none. */
export async function compareLabeled(
  engine: Engine,
  [text, ...others]: readonly LabeledText[],
  { similarWeight, rightWeight, minWords, clauses, tile, thesaurus, onProblem, signal }: ResolvedCompare,
): Promise<Comparison> {
  const settings: CompareSettings = { similarWeight, rightWeight, minWords, clauses, tile };
  const languages = [text, ...others].map(({ lang }) => lang);
  const thesauri = await openThesauri(thesaurus, languages);
  const stem = await stemsOf(text.lang);
  return compareTexts(engine, text, others, settings, { thesauri, stem, onProblem, signal });
}

/** A text with its language: given, or detected. */
export async function label({ id, text, digest, lang }: GivenText, option: string): Promise<LabeledText> {
  const told = option !== 'auto' ? option : lang?.toLowerCase().split(/[-_]/, 1)[0];
  return { id, text, digest, lang: told ?? (await languageOfText(text)) ?? '' };
}

/** Texts compared one after the other share most words, and stemming is slower than a lookup. The most cached words of a language, about 5 MB, and the length of the longest. */
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
