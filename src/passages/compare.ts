/** `compare`: which parts of a text are in other texts. */
import { abortable } from '../abort.ts';
import { languageOfText, prepareStemmers, Stemmers } from '../canonicalize/index.ts';
import type { CompareSettings, Comparison } from '../comparison.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { NeardupError } from '../errors.ts';
import type { GivenText } from '../passages.ts';
import { type CompareInput, readTexts } from './compare-input.ts';
import { compareTexts, type LabeledText } from './comparison.ts';
import {
  COMPARE_RULES,
  type CompareOptions,
  type ResolvedCompare,
  resolveCompareOptions,
} from './options.ts';
import { openThesauri } from './thesaurus/open.ts';

/** Characters of all texts together from which on workers are worth starting. */
const WORTH_WORKERS = 1_000_000;

/**
 * Compares a text with one or more sources. Texts are files (`FILE#ID` for one of several documents in a file), or documents that
 * the caller holds. A source that cannot be read is reported to `onProblem`, and the others are compared.
 *
 * @example
 * const { similarity, passages } = await compare('essay.docx', ['article.pdf', { id: 'notes', text: 'My own notes.' }]);
 */
export async function compare(
  a: CompareInput,
  sources: CompareInput | readonly CompareInput[],
  given: CompareOptions = {},
): Promise<Comparison> {
  const options = resolveCompareOptions(COMPARE_RULES, given);
  const list = Array.isArray(sources) ? (sources as readonly CompareInput[]) : [sources as CompareInput];
  if (list.length === 0) {
    throw new NeardupError('NO_INPUT', 'Expected at least one source to compare with, got none.');
  }
  const run = async () => compareGiven(await readTexts(a, list, options, options.maxText), options);
  return abortable(options.signal, run);
}

/** The first text with the others; these may be none. */
export async function compareGiven(
  texts: readonly GivenText[],
  options: ResolvedCompare,
): Promise<Comparison> {
  const labeled = await Promise.all(texts.map((text) => label(text, options.lang)));
  const characters = texts.reduce((sum, { text: { length } }) => sum + length, 0);
  const threads = options.threads ?? (characters < WORTH_WORKERS ? 1 : undefined);
  const engine = await openEngine({ ...options, threads });
  try {
    return await compareLabeled(engine, labeled, options);
  } finally {
    await engine.close();
  }
}

/** As `compareGiven`, with languages that are known, on an engine of the caller. */
export async function compareLabeled(
  engine: Engine,
  [text, ...others]: readonly LabeledText[],
  { similarWeight, rightWeight, minWords, thesaurus, onProblem, signal }: ResolvedCompare,
): Promise<Comparison> {
  const settings: CompareSettings = { similarWeight, rightWeight, minWords };
  const languages = [text, ...others].map(({ lang }) => lang);
  const thesauri = openThesauri(thesaurus, languages);
  await prepareStemmers(text.lang);
  const stemmer = new Stemmers().of(text.lang);
  const stem = (word: string) => stemmer?.stem(word) ?? word;
  return compareTexts(engine, text, others, settings, { thesauri, stem, onProblem, signal });
}

/** A text with its language: given, or detected. */
export async function label({ id, text, digest, lang }: GivenText, option: string): Promise<LabeledText> {
  const told = option !== 'auto' ? option : lang?.toLowerCase().split(/[-_]/, 1)[0];
  return { id, text, digest, lang: told ?? (await languageOfText(text)) ?? '' };
}
