/** The options of `search` and of saved indexes, with their defaults and what is allowed. */
import type { TextTreatment } from '../canonicalize.ts';
import type { EngineOptions } from '../engines/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import type { BuildSettings, SignatureIndexKind } from '../nearest.ts';
import {
  completeOptions,
  firstGiven,
  integer,
  type OptionRule,
  type OptionRules,
  oneOf,
  onOrOff,
  resolveOptions,
  text,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from '../pipeline/index.ts';
import type { Input } from '../read/index.ts';
import { type RunOptions, SIGNAL_RULE } from '../run-options.ts';
import { option, wording } from '../wording.ts';
import { DEFAULT_QUALITY, LEAST_QUALITY } from './indexes/quality.ts';

/** What is given for a query. */
export interface QueryOptions extends Pick<RunOptions, 'signal'> {
  /** How many documents are given for every query, 1 to 10,000. @default 10 */
  readonly k: number;
  /** How much of the true result is wanted, 0.7 to 1 (recall@10, see docs/search.md). @default 0.95 */
  readonly quality: number;
  /** Compare with all documents: the same as a quality of 1. @default false */
  readonly exact: boolean;
  /** Also give the terms that query and document share, the most telling first. @default false */
  readonly explain: boolean;
}

/** What the signatures of documents are like. */
export interface SignatureOptions {
  /** Bits of a signature, a multiple of 64 up to 4096. @default 1024 */
  readonly width: number;
}

interface Where {
  /** Search these documents … */
  readonly in?: Input;
  /** … or an index that `buildIndex` made: its folder. */
  readonly index?: string;
}

/** Options of `search`. One of `in` and `index` must be given. */
export interface SearchOptions
  extends Partial<VerbOptions>,
    Partial<QueryOptions>,
    Partial<SignatureOptions>,
    Where {}

interface IndexOptions extends SignatureOptions, BuildSettings {
  /** Which index: `scan`, `slices`, `clusters`, or `auto` by the number of documents. @default 'auto' */
  readonly structure: SignatureIndexKind | 'auto';
  /** Keep the canonical texts too: results can be explained, and short queries are looked up word by word. @default false */
  readonly texts: boolean;
}

/** Options of `buildIndex`. */
export interface BuildIndexOptions extends Partial<VerbOptions>, Partial<IndexOptions> {}

/** Options of `addToIndex`. Texts are made canonical as they were when the index was built. */
export interface AddToIndexOptions extends Partial<Omit<VerbOptions, TreatmentName>> {}

/** What an index remembers of how it was made. */
export interface IndexSettings {
  readonly treatment: TextTreatment;
  readonly build: BuildSettings;
  /** Documents that the term statistics come from: those of `index build`, not those added since. */
  readonly statisticsFrom: number;
}

/** Options of `openIndex`. */
export interface OpenIndexOptions extends EngineOptions, Pick<RunOptions, 'signal'> {}

export const QUERY_RULES: OptionRules<QueryOptions> = {
  k: integer(10, 1, 10_000),
  quality: {
    default: DEFAULT_QUALITY,
    isAllowed: (value) => typeof value === 'number' && value >= LEAST_QUALITY && value <= 1,
    expected: `a number from ${LEAST_QUALITY} to 1`,
  },
  exact: onOrOff(false),
  explain: onOrOff(false),
  signal: SIGNAL_RULE,
};

const WIDTH: OptionRule<number> = {
  default: 1024,
  isAllowed: (value) => typeof value === 'number' && value >= 64 && value <= 4096 && value % 64 === 0,
  expected: 'a multiple of 64 from 64 to 4096',
};

const SEARCH_RULES: OptionRules<VerbOptions & QueryOptions & SignatureOptions & Where> = {
  ...VERB_RULES,
  ...QUERY_RULES,
  width: WIDTH,
  in: unchecked(undefined),
  index: text(undefined, 'the path of a folder'),
};

const BUILD_RULES: OptionRules<VerbOptions & IndexOptions> = {
  ...VERB_RULES,
  width: WIDTH,
  structure: oneOf('auto', ['auto', 'scan', 'slices', 'clusters']),
  texts: onOrOff(false),
  sliceBits: integer(undefined, 2, 26),
  listSize: integer(undefined, 16, 1 << 24),
};

/** How texts are made canonical: an index remembers it. */
const TREATMENT = ['lang', 'stopWords', 'stems', 'stemDictionary', 'ngram', 'segment', 'canonical'] as const;
type TreatmentName = (typeof TREATMENT)[number];

/** How documents are read: an index has them already. */
const READING: readonly (keyof VerbOptions)[] = [
  ...([
    'textField',
    'idField',
    'format',
    'encoding',
    'markup',
    'maxDocument',
    'main',
    'attachments',
  ] as const),
  ...(['documentSeconds', 'documentMemory', 'duplicateIds', 'temp'] as const),
];

/** The structures that use a setting. */
const USERS = {
  sliceBits: ['slices'],
  listSize: ['clusters', 'auto'],
} as const;

export function resolveSearchOptions(given: SearchOptions) {
  const options = resolveVerbOptions(SEARCH_RULES, given);
  if ((options.in === undefined) === (options.index === undefined)) {
    throw new NeardupError(
      'BAD_OPTION',
      wording`Expected one of ${option('in')} and ${option('index')}, to say where to search.`,
      {
        option: 'in',
        advice: wording`Give documents with ${option('in')}, or the folder of a saved index with ${option('index')}.`,
      },
    );
  }
  if (options.index !== undefined) {
    const decided = firstGiven(given, [...TREATMENT, 'width']);
    if (decided !== undefined) throw decidedByIndex(decided);
    const unread = firstGiven(given, READING);
    if (unread !== undefined) {
      throw uselessOption(unread, 'an index is searched without reading documents', 'Leave it out.');
    }
  }
  if (options.exact && given.quality !== undefined && given.quality !== 1) {
    throw uselessOption(
      'quality',
      wording`${option('exact')} compares with all documents`,
      'Leave out one of the two.',
    );
  }
  return options;
}

export function resolveBuildOptions(given: BuildIndexOptions) {
  const options = resolveVerbOptions(BUILD_RULES, given);
  for (const name of ['sliceBits', 'listSize'] as const) {
    const users: readonly string[] = USERS[name];
    if (given[name] === undefined || users.includes(options.structure)) continue;
    throw uselessOption(
      name,
      wording`only ${option('structure', users[0])} uses it`,
      'Leave it out, or choose that structure.',
    );
  }
  return options;
}

/** Refuses settings that no index was built with. @param count Documents in the index. */
export function checkSettings(given: unknown, count: number): IndexSettings {
  const { treatment, build, statisticsFrom } = given as IndexSettings;
  if (!(Number.isSafeInteger(statisticsFrom) && statisticsFrom >= 0 && statisticsFrom <= count)) {
    throw badOption('statisticsFrom', `an integer from 0 to ${count}`, statisticsFrom);
  }
  for (const name of Object.keys(treatment)) {
    if (!Object.hasOwn(VERB_RULES, name)) continue;
    completeOptions({ [name]: VERB_RULES[name as keyof VerbOptions] }, treatment as object);
  }
  for (const name of TREATMENT) {
    if (treatment[name] === undefined) throw badOption(name, 'there', undefined);
  }
  const { sliceBits, listSize } = BUILD_RULES;
  // an older index may have been built with settings that are none today
  const known = Object.fromEntries(Object.entries(build).filter(([name]) => name in USERS));
  resolveOptions({ sliceBits, listSize }, known);
  return { treatment, build: known, statisticsFrom };
}

/** Refuses what the index decides. */
export function checkAddOptions(given: AddToIndexOptions): void {
  const used = firstGiven(given as Partial<VerbOptions>, TREATMENT);
  if (used !== undefined) throw decidedByIndex(used);
  resolveVerbOptions(VERB_RULES, given);
}

/** @param treatment How the index treats texts; it may remember more than is an option today. */
export function resolveAddOptions(given: AddToIndexOptions, treatment: Partial<VerbOptions>): VerbOptions {
  const decided = Object.fromEntries(TREATMENT.map((name) => [name, treatment[name]]));
  return resolveOptions(VERB_RULES, { ...given, ...decided });
}

function decidedByIndex(name: string): NeardupError {
  return uselessOption(
    name,
    'texts are treated as they were when the index was built',
    'Leave it out, or build the index again with it.',
  );
}
