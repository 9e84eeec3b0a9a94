/** The options of `dedup`, `groups`, `pairs` and `evaluate`, with their defaults and what is allowed. */
import type { DuplicateOptions, KeepOptions } from '../duplicates.ts';
import { defaultShingle, FINGERPRINT_RULES, methodFor, SHINGLE_RULES } from '../fingerprint/index.ts';
import {
  defaultsOf,
  firstGiven,
  integer,
  type OptionRules,
  oneOf,
  onOrOff,
  share,
  text,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from '../pipeline/index.ts';
import type { Input } from '../read/index.ts';
import { option, wording } from '../wording.ts';

/** Options of `pairs`. */
export interface PairsOptions extends Partial<VerbOptions>, Partial<DuplicateOptions> {}

/** Options of `groups`. */
export interface GroupsOptions extends PairsOptions, Partial<KeepOptions> {}

/** Options of `dedup`. */
export interface DedupOptions extends GroupsOptions {
  /** A reference: documents of the input that resemble one of these are removed; the reference itself is not written. */
  readonly against?: Input;
  /** Only remove what resembles the reference (`against`), and leave duplicates within the input alone. @default false */
  readonly onlyAgainst?: boolean;
  /**
   * Where the kept documents go: `*.jsonl`, `*.csv`, `*.tsv` (also with `.gz`), or a folder (`clean/`). The removed ones
   * are written beside it, to `OUTPUT.removed.jsonl`.
   */
  readonly output?: string;
  /** Where an HTML page with all groups goes. */
  readonly report?: string;
}

export const PAIRS_RULES: OptionRules<VerbOptions & DuplicateOptions> = {
  ...VERB_RULES,
  ...FINGERPRINT_RULES,
  ...SHINGLE_RULES,
  method: oneOf('auto', ['auto', 'simhash', 'bands', 'exact']),
  maxDistance: integer(7, 0, 7, 'Larger distances give more false candidates than true ones.'),
  tables: integer(undefined, 1, 1e6),
  threshold: share(0.8),
  containment: share(undefined),
};

export const GROUPS_RULES: OptionRules<VerbOptions & DuplicateOptions & KeepOptions> = {
  ...PAIRS_RULES,
  keep: {
    default: 'first',
    isAllowed: (value) =>
      typeof value === 'string' &&
      /^(first|last|longest|shortest|newest|oldest|largest|(max|min):.+)$/.test(value),
    expected: 'first, last, longest, shortest, newest, oldest, largest, max:FIELD or min:FIELD',
  },
};

export const DEDUP_RULES = {
  ...GROUPS_RULES,
  against: unchecked<Input | undefined>(undefined),
  onlyAgainst: onOrOff(false),
  output: text(undefined, 'a path'),
  report: text(undefined, 'the path of a file'),
};

/** The options of `dedup` that have a default. */
export const DEFAULTS = defaultsOf(DEDUP_RULES);

/** Fills in the defaults, and refuses unknown names, values out of range and options without effect. */
export function resolveDuplicateOptions<T extends VerbOptions & DuplicateOptions>(
  rules: OptionRules<T>,
  given: Partial<T>,
): T {
  const options = resolveVerbOptions(rules, given);
  const useless = firstGiven<Partial<DuplicateOptions>>(given, ['maxDistance', 'tables']);
  if (useless !== undefined && methodFor(options) !== 'simhash') {
    throw uselessOption(
      useless,
      wording`only ${option('method', 'simhash')} compares fingerprints`,
      wording`Leave it out, or set ${option('method', 'simhash')}.`,
    );
  }
  return given.shingle === undefined ? { ...options, shingle: defaultShingle(options) } : options;
}
