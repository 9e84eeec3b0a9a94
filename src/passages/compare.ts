/** `compare`: which parts of a text are in other texts. */
import { abortable } from '../abort.ts';
import { languageOfText, Stemmers } from '../canonicalize/index.ts';
import type { CompareSettings, Comparison } from '../comparison.ts';
import { openEngine } from '../engines/index.ts';
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
  const [text, ...others] = await label(texts, options.lang);
  const { similarWeight, rightWeight, minWords } = options;
  const settings: CompareSettings = { similarWeight, rightWeight, minWords };
  const thesauri = openThesauri(
    options.thesaurus,
    [text, ...others].map(({ lang }) => lang),
  );
  const characters = [text, ...others].reduce((sum, { text: { length } }) => sum + length, 0);
  const threads = options.threads ?? (characters < WORTH_WORKERS ? 1 : undefined);
  const engine = await openEngine({ ...options, threads });
  try {
    const stemmer = new Stemmers().of(text.lang);
    const stem = (word: string) => stemmer?.stem(word) ?? word;
    return await compareTexts(engine, text, others, settings, {
      thesauri,
      stem,
      onProblem: options.onProblem,
      signal: options.signal,
    });
  } finally {
    await engine.close();
  }
}

/** Every text with its language: given, or detected. */
async function label(texts: readonly GivenText[], lang: string): Promise<LabeledText[]> {
  const told = (given?: string) => (lang !== 'auto' ? lang : given?.toLowerCase().split(/[-_]/, 1)[0]);
  return Promise.all(
    texts.map(async ({ id, text, digest, lang: given }) => {
      return { id, text, digest, lang: told(given) ?? (await languageOfText(text)) ?? '' };
    }),
  );
}
