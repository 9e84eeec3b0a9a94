/** The options of `compare` and `compareIn`, with their defaults and allowed values. */
import { CANONICALIZE_RULES } from '../canonicalize/index.ts';
import type { CanonicalizeOptions, TextTreatment } from '../canonicalize.ts';
import type { CompareSettings } from '../comparison.ts';
import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import { badOption } from '../errors.ts';
import { FINGERPRINT_RULES } from '../fingerprint/index.ts';
import type { FingerprintOptions } from '../fingerprint.ts';
import {
  bounded,
  integer,
  number,
  type OptionRules,
  oneOf,
  onOrOff,
  pagePath,
  resolveOptions,
  text,
} from '../option-rules.ts';
import { READ_RUN_RULES, type ReadRunOptions, refuseUselessReading } from '../read/index.ts';
import type { ListedPairs } from '../report/index.ts';
import { option, wording } from '../wording.ts';
import type { CompareInput } from './compare-input.ts';
import type { Level } from './level-prints.ts';

/** How two texts are compared. */
export interface PassageOptions extends CompareSettings, Pick<CanonicalizeOptions, 'lang'> {
  /**
   * `auto`: the built-in synonyms and the system's packages (`mythes-*`, `wordnet-base`) for the language; `built-in`; `none`; or a file:
   * lines of `word<TAB>synonym, synonym`, MyThes (`*.dat`), or a folder with WordNet's data files.
   */
  readonly thesaurus: string;
  /** The longest text that is compared, in characters (UTF-16 units), up to 268_435_456. */
  readonly maxText: number;
  /** Texts that count neither as shared nor as written: a form, an assignment. @default none */
  readonly exclude: readonly CompareInput[];
  /** Quotations of the text do not count: what is inside quotation marks, or in lines that begin with `>`. */
  readonly excludeQuotations: boolean;
  /** The bibliography of the text does not count: entries below a heading such as `References`, `Список літератури`. */
  readonly excludeBibliography: boolean;
}

/** How sources are looked for in a collection. */
export interface SourceOptions {
  /** How many of the best sources are compared sentence by sentence, from 1 on. */
  readonly sources: number;
  /** Sentences found in more places of the collection than this are boilerplate: they lead to no source. From 1 on. */
  readonly boilerplate: number;
}

/** How sources are found in documents that are read. */
export interface RetrievalOptions {
  /**
   * `anchors`: documents that share words in a row, or sentences in another order. `fingerprint`: as paper D does, documents with
   * sentences whose fingerprints differ in at most three bits.
   */
  readonly by: 'anchors' | 'fingerprint';
}

/** How the documents of an input are compared with each other. */
export interface AllOptions extends Pick<SourceOptions, 'boilerplate'> {
  /**
   * How many others each text is compared with at most: those that share most of its words. From 1 on.
   * @default all in a class of up to 300 documents, else 20
   */
  readonly partners: number | undefined;
  /** Text that nine of ten documents share counts, too. It is left out otherwise, in classes of five documents and more. */
  readonly countCommon: boolean;
  /** Only pairs with documents of the collection `in`, none of two documents of the input. */
  readonly onlyIn: boolean;
  /** A file for the ranked pairs: `pairs.csv` for a spreadsheet, `pairs.jsonl`. @default none */
  readonly csv?: string;
  /** A page that shows all pairs, and both texts of each: one HTML file that needs no other. @default none */
  readonly html?: string;
  /** Which pairs the page lists, and what people said of them. @default all pairs, of which nothing was said */
  readonly page: ListedPairs;
}

/** In a class of up to this many documents all pairs are compared that share words: at most 44,850, which take two minutes. */
export const COMPLETE_CLASS = 300;
/** In a larger one, or with a collection, each text is compared with this many others. */
export const PARTNERS = 20;

interface TextOptions extends Partial<ReadRunOptions>, EngineOptions, Partial<PassageOptions> {}

/** How a text is compared with the sources that are given. */
export interface MutualOptions {
  /** A source is a text like the first, as in a class: its quotations and its bibliography are left out, too, if those of the text are. */
  readonly mutual: boolean;
}

/** Options of `compare`. */
export interface CompareOptions extends TextOptions, Partial<MutualOptions> {}

/** Options of `compareIn`. */
export interface CompareInOptions extends TextOptions, Partial<SourceOptions>, Partial<RetrievalOptions> {}

/** Options of `compareAll`. */
export interface CompareAllOptions extends TextOptions, Partial<AllOptions> {}

export type ResolvedCompareAll = ResolvedCompare & AllOptions;

export type ResolvedCompare = ReadRunOptions & EngineOptions & PassageOptions;

const PASSAGE_RULES: OptionRules<PassageOptions> = {
  lang: CANONICALIZE_RULES.lang,
  similarWeight: bounded(
    0.6,
    { type: 'number', minimum: 0, exclusiveMaximum: 1 },
    'a number from 0 on and below 1',
  ),
  rightWeight: {
    ...number(0.8, 0, 1),
    expected: wording`a number from ${option('similarWeight')} up to 1`,
  },
  minWords: integer(8, 1, Number.MAX_SAFE_INTEGER),
  clauses: onOrOff(false),
  tile: { ...integer(undefined, 1, 1_000_000), leftOut: 'a few tiles for each thread' },
  thesaurus: text('auto'),
  maxText: integer(10_000_000, 1, 1 << 28),
  exclude: {
    default: [],
    isAllowed: (value) => Array.isArray(value),
    expected: 'an array of paths or documents',
  },
  excludeQuotations: onOrOff(false),
  excludeBibliography: onOrOff(false),
};

const TEXT_RULES: OptionRules<ResolvedCompare> = {
  ...READ_RUN_RULES,
  ...ENGINE_RULES,
  ...PASSAGE_RULES,
};

export const COMPARE_RULES: OptionRules<ResolvedCompare & MutualOptions> = {
  ...TEXT_RULES,
  mutual: onOrOff(false),
};

export const COMPARE_IN_RULES: OptionRules<ResolvedCompare & SourceOptions> = {
  ...TEXT_RULES,
  sources: integer(10, 1, Number.MAX_SAFE_INTEGER),
  boilerplate: integer(2000, 1, Number.MAX_SAFE_INTEGER),
};

/** Of documents that are read; a collection is asked as it is indexed. */
export const COMPARE_READ_RULES: OptionRules<ResolvedCompare & SourceOptions & RetrievalOptions> = {
  ...COMPARE_IN_RULES,
  by: oneOf('anchors', ['anchors', 'fingerprint']),
};

export const COMPARE_ALL_RULES: OptionRules<ResolvedCompareAll> = {
  ...TEXT_RULES,
  boilerplate: COMPARE_IN_RULES.boilerplate,
  partners: {
    ...integer(undefined, 1, Number.MAX_SAFE_INTEGER),
    leftOut: `all of up to ${COMPLETE_CLASS} documents, else ${PARTNERS}`,
  },
  countCommon: onOrOff(false),
  onlyIn: onOrOff(false),
  csv: text(undefined),
  html: pagePath(),
  page: {
    default: {},
    isAllowed: (value) => typeof value === 'object' && value !== null,
    expected: 'an object with `least`, `named` or `reviews`',
  },
};

/** Which parts get fingerprints, and how words weigh. */
export interface PartOptions {
  /** Which parts: whole documents, their paragraphs or their sentences. */
  readonly level: Level;
  /**
   * How words weigh: `corpus` (five levels, from the statistics of all sentences), `none` (all the same), or a file with lines of
   * `word<TAB>level`, 1 to 5; words that are not in it weigh as with `corpus`.
   */
  readonly weights: string;
}

export interface AllPartOptions
  extends ReadRunOptions,
    CanonicalizeOptions,
    Pick<TextTreatment, 'canonical'>,
    FingerprintOptions,
    EngineOptions,
    PartOptions {}

/** Options of `fingerprintParts`. */
export interface FingerprintPartsOptions extends Partial<AllPartOptions> {}

export const FINGERPRINT_PARTS_RULES: OptionRules<AllPartOptions> = {
  ...READ_RUN_RULES,
  ...CANONICALIZE_RULES,
  canonical: onOrOff(false),
  ...FINGERPRINT_RULES,
  ...ENGINE_RULES,
  level: oneOf('document', ['document', 'paragraph', 'sentence']),
  weights: text('corpus'),
};

/** The values of the options that decide what counts as a passage. */
export const COMPARE_DEFAULTS = {
  similarWeight: PASSAGE_RULES.similarWeight.default,
  rightWeight: PASSAGE_RULES.rightWeight.default,
  minWords: PASSAGE_RULES.minWords.default,
  thesaurus: PASSAGE_RULES.thesaurus.default,
  maxText: PASSAGE_RULES.maxText.default,
} as const;

/** Fills in the defaults, and refuses unknown names, values out of range and options without effect. */
export function resolveCompareOptions<T extends ResolvedCompare>(
  rules: OptionRules<T>,
  given: Partial<T>,
): T {
  const options = resolveOptions(rules, given);
  refuseUselessReading(given);
  const { similarWeight, rightWeight } = options;
  if (rightWeight < similarWeight) {
    throw badOption('rightWeight', PASSAGE_RULES.rightWeight.expected, rightWeight);
  }
  return options;
}
