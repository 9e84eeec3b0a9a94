import { badOption } from '../errors.ts';
import {
  bounded,
  integer,
  number,
  type OptionRules,
  onOrOff,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from '../pipeline/index.ts';
import type { Input } from '../read/index.ts';
import { type RunOptions, SIGNAL_RULE } from '../run-options.ts';
import { option, wording } from '../wording.ts';
import { DEFAULT_QUALITY, LEAST_QUALITY } from './indexes/quality.ts';

/** Options of a query. */
export interface QueryOptions extends Pick<RunOptions, 'signal'> {
  /** How many documents are given for every query, 1 to 10,000. */
  readonly k: number;
  /** How much of the true result is wanted, 0.7 to 1 (recall@10, see docs/search.md). */
  readonly quality: number;
  /** Compare with all documents: the same as a quality of 1. */
  readonly exact: boolean;
  /** Also give the terms that query and document share, the most telling first. */
  readonly explain: boolean;
}

/** The shape of the documents' signatures. */
export interface SignatureOptions {
  /** Bits of a signature, a multiple of 64 up to 4096. */
  readonly width: number;
}

/** Options of `search`. */
export interface SearchOptions
  extends Partial<VerbOptions>,
    Partial<QueryOptions>,
    Partial<SignatureOptions> {
  /** Search these documents. */
  readonly in?: Input;
}

export const QUERY_RULES: OptionRules<QueryOptions> = {
  k: integer(10, 1, 10_000),
  quality: number(DEFAULT_QUALITY, LEAST_QUALITY, 1),
  exact: onOrOff(false),
  explain: onOrOff(false),
  signal: SIGNAL_RULE,
};

export const SEARCH_RULES: OptionRules<
  VerbOptions & QueryOptions & SignatureOptions & Pick<SearchOptions, 'in'>
> = {
  ...VERB_RULES,
  ...QUERY_RULES,
  width: bounded(
    1024,
    { type: 'integer', minimum: 64, maximum: 4096, multipleOf: 64 },
    'a multiple of 64 from 64 to 4096',
  ),
  in: unchecked(undefined),
};

export function resolveSearchOptions(given: SearchOptions) {
  const options = resolveVerbOptions(SEARCH_RULES, given);
  if (options.in === undefined) throw badOption('in', 'the documents to search', 'nothing');
  if (options.exact && given.quality !== undefined && given.quality !== 1) {
    throw uselessOption(
      'quality',
      wording`${option('exact')} compares with all documents`,
      'Leave out one of the two.',
    );
  }
  return { ...options, in: options.in };
}
