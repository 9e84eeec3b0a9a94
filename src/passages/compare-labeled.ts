/** Compares texts whose languages are known, on an engine of the caller. */
import { languageOfText } from '../canonicalize/index.ts';
import type { CompareSettings, Comparison } from '../comparison.ts';
import type { Engine } from '../engines.ts';
import type { GivenText } from '../passages.ts';
import { compareTexts, type LabeledText } from './comparison.ts';
import { stemsOf } from './known-stems.ts';
import type { ResolvedCompare } from './options.ts';
import { openThesauri } from './thesaurus/open.ts';

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
