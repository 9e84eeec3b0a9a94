/** `compare`: which parts of a text stand in other texts. */
import { openDetector, Stemmers } from '../canonicalize/index.ts';
import type { CompareSettings, Comparison } from '../comparison.ts';
import { openEngine } from '../engines/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import { type Options, resolveOptions } from '../options.ts';
import type { GivenText } from '../passages.ts';
import { type CompareInput, readTexts } from './compare-input.ts';
import { compareTexts, type LabeledText } from './comparison.ts';
import { openThesauri } from './thesaurus/open.ts';

export interface CompareOptions extends Options {
  /** p above this counts as a neighbor in the matrix, from 0 on and below 1. @default 0.6 */
  readonly similarWeight: number;
  /** p above this is similar; in between, synonyms decide. @default 0.8 */
  readonly rightWeight: number;
  /** Passages of fewer words are left out unless they stand beside longer ones; a character of Chinese is a word. @default 8 */
  readonly minWords: number;
  /**
   * `auto`: the built-in synonyms and the system's packages (`mythes-*`, `wordnet-base`) for the language; `built-in`; `none`; or a file:
   * lines of `word<TAB>synonym, synonym`, MyThes (`*.dat`), or a folder with WordNet's data files. @default 'auto'
   */
  readonly thesaurus: string;
  /** The longest text that is compared, in characters (UTF-16 units). @default 10_000_000 */
  readonly maxText: number;
}

export const COMPARE_DEFAULTS = {
  similarWeight: 0.6,
  rightWeight: 0.8,
  minWords: 8,
  thesaurus: 'auto',
  maxText: 10_000_000,
} as const;

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
  given: Partial<CompareOptions> = {},
): Promise<Comparison> {
  const options = compareOptions(given);
  const list = Array.isArray(sources) ? (sources as readonly CompareInput[]) : [sources as CompareInput];
  if (list.length === 0) {
    throw new NeardupError('NO_INPUT', 'Expected at least one source to compare with, got none.');
  }
  return compareGiven(await readTexts(a, list, options, options.maxText), options);
}

/** The first text with the others; these may be none. */
export async function compareGiven(
  texts: readonly GivenText[],
  options: ResolvedOptions,
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
  const engine = await openEngine({ engine: options.engine, threads });
  try {
    const stemmer = new Stemmers().of(text.lang);
    const stem = (word: string) => stemmer?.stem(word) ?? word;
    return await compareTexts(engine, text, others, settings, {
      thesauri,
      stem,
      onProblem: options.onProblem,
    });
  } finally {
    await engine.close();
  }
}

export type ResolvedOptions = Options & Omit<CompareOptions, keyof Options>;

export function compareOptions(given: Partial<CompareOptions>): ResolvedOptions {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const options: ResolvedOptions = { ...COMPARE_DEFAULTS, ...resolveOptions(given), ...known };
  const { similarWeight, rightWeight, minWords, maxText } = options;
  if (!(similarWeight >= 0 && similarWeight < 1)) {
    throw badOption('similarWeight', 'a number from 0 on and below 1', similarWeight);
  }
  if (!(rightWeight >= similarWeight && rightWeight <= 1)) {
    throw badOption('rightWeight', 'a number from `similarWeight` up to 1', rightWeight);
  }
  if (!Number.isInteger(minWords) || minWords < 1)
    throw badOption('minWords', 'an integer from 1 on', minWords);
  if (!Number.isInteger(maxText) || maxText < 1 || maxText > MOST_TEXT) {
    throw badOption('maxText', `an integer from 1 to ${MOST_TEXT}`, maxText);
  }
  return options;
}

const MOST_TEXT = 1 << 28;

/** Every text with its language: told, or detected. */
async function label(texts: readonly GivenText[], lang: string): Promise<LabeledText[]> {
  const told = (given?: string) => (lang !== 'auto' ? lang : given?.toLowerCase().split(/[-_]/, 1)[0]);
  const detect = texts.every((text) => told(text.lang) !== undefined) ? undefined : await openDetector();
  return texts.map((text) => ({
    id: text.id,
    text: text.text,
    lang: told(text.lang) ?? detect?.(text.text) ?? '',
  }));
}
