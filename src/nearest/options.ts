import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import { badOption } from '../errors.ts';
import type { SearchSettings, SignatureIndexKind } from '../nearest.ts';
import {
  bounded,
  firstGiven,
  integer,
  number,
  type OptionRules,
  oneOf,
  onOrOff,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import { resolveVerbOptions, VERB_RULES, type VerbOptions } from '../pipeline/index.ts';
import { type Input, READ_RULES } from '../read/index.ts';
import type { ReadOptions } from '../read.ts';
import { RUN_RULES, type RunOptions, SIGNAL_RULE } from '../run-options.ts';
import { option, wording } from '../wording.ts';
import { DEFAULT_QUALITY, LEAST_QUALITY } from './indexes/quality.ts';

/** The structure that is searched, and the parameters of slice lists (paper B). */
export interface StructureOptions {
  /** `scan` compares everything, `clusters` look into the nearest lists, `slices` are paper B's lists. `auto` is `scan`, and `clusters` for many queries. */
  readonly structure: 'auto' | SignatureIndexKind;
  /** Bits of a slice, 2 to 26. */
  readonly sliceBits?: number;
  /** With `slices`: visit lists within this many bits of the query's: paper B's i. */
  readonly expand?: number;
  /** With `slices`: do not add signatures that are first seen beyond this many bits: paper B's j. */
  readonly cutoff?: number;
  /** With `slices`: compare this many signatures bit by bit, those with the best scores. */
  readonly candidates?: number;
}

/** Options of a query. */
export interface QueryOptions extends StructureOptions, Pick<RunOptions, 'signal'> {
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
  /** Also compare everything, and say in the summary how much of that was found: recall@k and CDR@k. */
  readonly measure?: boolean;
}

/** Paper B's neighborhood, if slices are searched and no other is given. */
const EXPAND = 3;
/** Paper B's candidates for 30 results; `search` orders the nearest 64 by their texts. */
const CANDIDATES = 64;

export const QUERY_RULES: OptionRules<QueryOptions> = {
  k: integer(10, 1, 10_000),
  quality: number(DEFAULT_QUALITY, LEAST_QUALITY, 1),
  exact: onOrOff(false),
  explain: onOrOff(false),
  structure: oneOf('auto', ['auto', 'clusters', 'slices', 'scan']),
  sliceBits: { ...integer(undefined, 2, 26), leftOut: 'by the number of documents' },
  expand: { ...integer(undefined, 0, 26), leftOut: `${EXPAND}` },
  cutoff: { ...integer(undefined, 0, 26), leftOut: wording`that of ${option('expand')}` },
  candidates: { ...integer(undefined, 1, 1_000_000), leftOut: `${CANDIDATES}, or the number of results` },
  signal: SIGNAL_RULE,
};

export const SEARCH_RULES: OptionRules<
  VerbOptions & QueryOptions & SignatureOptions & { readonly measure: boolean } & Pick<SearchOptions, 'in'>
> = {
  ...VERB_RULES,
  ...QUERY_RULES,
  width: bounded(
    1024,
    { type: 'integer', minimum: 64, maximum: 4096, multipleOf: 64 },
    'a multiple of 64 from 64 to 4096',
  ),
  in: unchecked(undefined),
  measure: onOrOff(false),
};

/** Options of `signatures`. */
export interface SignaturesOptions extends Partial<VerbOptions>, Partial<SignatureOptions> {}

export const SIGNATURES_RULES: OptionRules<VerbOptions & SignatureOptions> = {
  ...VERB_RULES,
  width: SEARCH_RULES.width,
};

/** How bare signatures are searched. */
export interface SignatureRun
  extends RunOptions,
    EngineOptions,
    Omit<QueryOptions, 'explain' | 'signal'>,
    Pick<ReadOptions, 'idField'> {
  readonly in: string | readonly string[] | undefined;
  readonly measure: boolean;
}

/** Options of `nearestSignatures`. */
export interface NearestSignaturesOptions extends Partial<SignatureRun> {}

const { explain: _explain, signal: _signal, ...SEARCHING } = QUERY_RULES;

export const NEAREST_SIGNATURES_RULES: OptionRules<SignatureRun> = {
  ...RUN_RULES,
  ...ENGINE_RULES,
  ...SEARCHING,
  idField: READ_RULES.idField,
  in: unchecked(undefined),
  measure: SEARCH_RULES.measure,
};

export function resolveSearchOptions(given: SearchOptions) {
  const options = resolveVerbOptions(SEARCH_RULES, given);
  if (options.in === undefined) throw badOption('in', 'the documents to search', 'nothing');
  refuseUselessStructure(given);
  return { ...options, in: options.in };
}

/** Refuses parameters of a structure that change nothing, or do not fit together. */
export function refuseUselessStructure(given: Partial<QueryOptions>): void {
  const { structure = 'auto', sliceBits, expand, cutoff, candidates, k } = given;
  if (given.exact && given.quality !== undefined && given.quality !== 1) {
    throw uselessOption(
      'quality',
      wording`${option('exact')} compares with all documents`,
      'Leave out one of the two.',
    );
  }
  if (given.exact && structure !== 'auto') {
    const why = wording`${option('exact')} compares with all documents`;
    throw uselessOption('structure', why, 'Leave out one of the two.');
  }
  const ofSlices = firstGiven(given, ['sliceBits', 'expand', 'cutoff', 'candidates']);
  if (ofSlices !== undefined && structure !== 'slices') {
    const slices = option('structure', 'slices');
    throw uselessOption(
      ofSlices,
      wording`only ${slices} has slices`,
      wording`Leave it out, or set ${slices}.`,
    );
  }
  if (given.quality !== undefined && (structure === 'slices' || structure === 'scan')) {
    const why =
      structure === 'scan'
        ? wording`${option('structure', 'scan')} compares with all documents`
        : wording`with ${option('structure', 'slices')} ${option('expand')} decides how much is found`;
    throw uselessOption('quality', why, 'Leave out one of the two.');
  }
  if (expand !== undefined && sliceBits !== undefined && expand > sliceBits)
    throw badOption('expand', wording`at most the ${sliceBits} bits of a slice`, expand);
  if (cutoff !== undefined && cutoff > (expand ?? EXPAND))
    throw badOption('cutoff', wording`at most ${expand ?? EXPAND}, as ${option('expand')} is`, cutoff);
  if (candidates !== undefined && candidates < (k ?? QUERY_RULES.k.default))
    throw badOption(
      'candidates',
      wording`at least ${k ?? QUERY_RULES.k.default}, the number of results`,
      candidates,
    );
}

/** How an index is searched with these options. */
export function searchSettings(options: Omit<QueryOptions, 'signal'>): SearchSettings {
  const { k, quality, exact, structure, expand = EXPAND, cutoff, candidates } = options;
  if (structure !== 'slices') return { quality: exact ? 1 : quality };
  return { expand, cutoff, candidates: candidates ?? Math.max(k, CANDIDATES) };
}
