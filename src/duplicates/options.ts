/** The options of `dedup`, `groups`, `pairs` and `evaluate`, with their defaults and allowed values. */
import { LOAD_RULES } from '../corpus/index.ts';
import type { LoadOptions } from '../corpus.ts';
import type {
  ContainmentOf,
  DropOptions,
  DuplicateOptions,
  FieldOptions,
  IndexOptions,
  KeepOptions,
} from '../duplicates.ts';
import { ENGINE_RULES, type EngineOptions } from '../engines/index.ts';
import {
  defaultShingle,
  FINGERPRINT_RULES,
  methodFor,
  refuseUselessOrder,
  SHINGLE_RULES,
} from '../fingerprint/index.ts';
import {
  defaultsOf,
  firstGiven,
  integer,
  number,
  type OptionRule,
  type OptionRules,
  oneOf,
  onOrOff,
  pagePath,
  share,
  text,
  unchecked,
  uselessOption,
} from '../option-rules.ts';
import {
  DOCUMENT_IMAGES_RULES,
  type ImageOptions,
  resolveVerbOptions,
  VERB_RULES,
  type VerbOptions,
} from '../pipeline/index.ts';
import { type Input, READ_RULES } from '../read/index.ts';
import type { ReadOptions } from '../read.ts';
import { RUN_RULES, type RunOptions } from '../run-options.ts';
import { option, wording } from '../wording.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../write.ts';
import { keepRule } from './keep/policies.ts';

/** Which texts are too short to compare. */
export interface ShortOptions {
  /** Documents with fewer words of canonical text say too little to be copies: they are kept and never grouped, 1 to 10,000. */
  readonly minWords: number;
}

/** The options of all verbs of this room. */
export interface CommonOptions
  extends Partial<VerbOptions>,
    Partial<DuplicateOptions>,
    Partial<ShortOptions> {}

/** Where results are written. */
export interface ResultFileOptions {
  /** A file for the results. Its ending says the format: `pairs.csv` for a spreadsheet, `pairs.jsonl`, `pairs.jsonl.gz`. */
  readonly output?: string;
  /** Fields of the documents that results show beside the ids, with commas between them: `subject,date`, `meta.url`. @default none */
  readonly fields?: string;
}

/** Options of `pairs`. */
export interface PairsOptions extends CommonOptions, ResultFileOptions {}

/** Options of `groups`. */
export interface GroupsOptions extends PairsOptions, Partial<KeepOptions>, FieldOptions {}

export type UnreadablePolicy = 'keep' | 'leave-out';

/** Options of `dedup`. */
export interface DedupOnceOptions extends GroupsOptions, Partial<DropOptions> {
  /** A reference: documents of the input that resemble one of these are removed; the reference itself is not written. */
  readonly against?: Input;
  /** Only remove what resembles the reference (`against`), and leave duplicates within the input alone. */
  readonly onlyAgainst?: boolean;
  /**
   * Whose share `containment` counts. With `reference` documents go that have enough of a document of the reference in them, and within the
   * input only resemblance counts.
   */
  readonly containmentOf?: ContainmentOf;
  /**
   * Where the kept documents go: a file whose ending says the format (`clean.jsonl`, `clean.csv.gz`, `clean.parquet`), a folder (`clean/`)
   * with a file for each input file, or `-` for standard output.
   */
  readonly output?: string;
  /** The format of documents on standard output. @default jsonl */
  readonly outputFormat?: OutputFormat;
  /**
   * What happens to files, lines and rows that cannot be read if the output is a folder: they are kept there as they are, or left out.
   */
  readonly unreadable?: UnreadablePolicy;
  /** The kept documents are divided among this number of files, `clean-00000-of-00008.jsonl` and so on, 1 to 1,000. @default one file */
  readonly split?: number;
  /** Where the list of removed documents goes, in the formats of results. @default `OUTPUT.removed.jsonl`, if there is an output */
  readonly removed?: string;
  /** Where an HTML page with all groups goes. */
  readonly report?: string;
  /**
   * Where all documents go, those that would be removed as well, in the formats of `output`, each with five columns: its group, the number of
   * copies in it, whether it is kept, the document that its group was compared with, and how much it resembles that one.
   */
  readonly annotate?: string;
  /** The beginning of the names of these columns: `neardup.group`, `neardup.copies`, `neardup.kept`, `neardup.keptId`, `neardup.resemblance`. */
  readonly annotatePrefix?: string;
}

const DISTANCE = integer(7, 0, 7, 'Larger distances give more false candidates than true ones.');

/** Paper A's distance: with more bits most candidates of short texts are false, and among bare fingerprints no text can tell. */
export const BARE_DISTANCE: OptionRule<number> = { ...DISTANCE, default: 3 };

/** The options that all verbs of this room have. */
export const DUPLICATE_RULES: OptionRules<VerbOptions & DuplicateOptions & ShortOptions> = {
  ...VERB_RULES,
  ...FINGERPRINT_RULES,
  ...SHINGLE_RULES,
  method: oneOf('auto', ['auto', 'simhash', 'bands', 'exact']),
  maxDistance: DISTANCE,
  tables: { ...integer(undefined, 1, 1e6), leftOut: 'by size and distance' },
  threshold: share(0.8),
  containment: { ...share(undefined), leftOut: 'off' },
  minWords: integer(1, 1, 10_000),
};

/** The threshold of documents that are stored with their keys: below 0.3 bands give many false candidates. */
export const STORED_THRESHOLD = number(DUPLICATE_RULES.threshold.default, 0.3, 1);

export const PAIRS_RULES: OptionRules<VerbOptions & DuplicateOptions & ShortOptions & ResultFileOptions> = {
  ...DUPLICATE_RULES,
  output: text(undefined, 'a path'),
  fields: { ...text(undefined, 'names of fields with commas between them'), leftOut: 'none' },
};

/** The options of `groups` for documents that are stored. */
export const STORED_GROUPS_RULES: OptionRules<
  VerbOptions & DuplicateOptions & ShortOptions & ResultFileOptions & KeepOptions
> = { ...PAIRS_RULES, keep: keepRule(false) };

export const GROUPS_RULES: OptionRules<
  VerbOptions & DuplicateOptions & ShortOptions & ResultFileOptions & KeepOptions & FieldOptions
> = {
  ...PAIRS_RULES,
  keep: keepRule(true),
  within: { ...text(undefined, 'a field, or a field and a time: `date:7d`'), leftOut: 'all are compared' },
  uniqueBy: { ...text(undefined, 'a field'), leftOut: 'off' },
};

export const DEDUP_RULES = {
  ...GROUPS_RULES,
  against: unchecked<Input | undefined>(undefined),
  onlyAgainst: onOrOff(false),
  containmentOf: oneOf('document', ['document', 'reference']),
  drop: oneOf('copies', ['copies', 'all']),
  atMost: integer(1, 1, 1e9),
  outputFormat: {
    ...oneOf(undefined, OUTPUT_FORMATS),
    leftOut: 'jsonl',
  },
  unreadable: oneOf('keep', ['keep', 'leave-out']),
  split: integer(undefined, 1, 1000),
  removed: {
    ...text(undefined, 'the path of a file'),
    leftOut: wording`OUTPUT.removed.jsonl with ${option('output')}`,
  },
  report: pagePath(),
  annotate: text(undefined, 'a path'),
  annotatePrefix: text('neardup.'),
};

/** Options of pairs of bare fingerprints. */
export interface BareOptions
  extends RunOptions,
    EngineOptions,
    Pick<ReadOptions, 'idField'>,
    Pick<LoadOptions, 'duplicateIds'>,
    Pick<IndexOptions, 'maxDistance' | 'tables'> {
  /** How pairs are found: by the join, or by paper D's eight blocks, for up to 3 bits. The pairs are the same. */
  readonly index: 'join' | 'eight-blocks';
}

/** Options of `fingerprintPairs`. */
export interface FingerprintPairsOptions extends Partial<BareOptions> {}

export const FINGERPRINT_PAIRS_RULES: OptionRules<BareOptions> = {
  ...RUN_RULES,
  ...ENGINE_RULES,
  idField: READ_RULES.idField,
  duplicateIds: LOAD_RULES.duplicateIds,
  tables: DUPLICATE_RULES.tables,
  maxDistance: BARE_DISTANCE,
  index: oneOf('join', ['join', 'eight-blocks']),
};

export interface AllImagePairOptions extends VerbOptions, ImageOptions {
  /** Least resemblance of a pair. */
  readonly threshold: number;
  /** A pair also counts if at least this share of one image is in the other. @default off */
  readonly containment?: number;
}

/** Options of `imagePairs`. */
export interface ImagePairsOptions extends Partial<AllImagePairOptions> {}

export const IMAGE_PAIRS_RULES: OptionRules<AllImagePairOptions> = {
  ...DOCUMENT_IMAGES_RULES,
  threshold: DUPLICATE_RULES.threshold,
  containment: DUPLICATE_RULES.containment,
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
  refuseUselessMatching(given);
  return given.shingle === undefined ? { ...options, shingle: defaultShingle(options) } : options;
}

/** Refuses options of matching that change nothing together with another one. */
function refuseUselessMatching(
  given: Partial<DuplicateOptions & Pick<DedupOnceOptions, 'keep' | 'onlyAgainst' | keyof DropOptions>>,
): void {
  const { method, containment, keep = 'first', onlyAgainst, drop = 'copies', atMost = 1 } = given;
  if (method === 'bands' && containment !== undefined) {
    const why = wording`with ${option('containment')} candidates are found as with ${option('method', 'exact')}`;
    throw uselessOption('method', why, 'Leave out one of the two.');
  }
  refuseUselessOrder(given);
  if (onlyAgainst === true && keep !== 'first') {
    const why = wording`with ${option('onlyAgainst')} documents of the input are not compared with each other`;
    throw uselessOption('keep', why, 'Leave out one of the two.');
  }
  if (drop === 'all' && (onlyAgainst === true || atMost > 1)) {
    const [name, why] =
      atMost > 1
        ? ['atMost', wording`with ${option('drop', 'all')} no document of a group stays`]
        : ['drop', wording`with ${option('onlyAgainst')} the document that stays is one of the reference`];
    throw uselessOption(name, why, 'Leave out one of the two.');
  }
}
