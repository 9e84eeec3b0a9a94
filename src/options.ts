/** All options of a run with their defaults: one type for the library, the command line and the service. */
import type { CanonicalizeOptions } from './canonicalize.ts';
import type { BatchLimits } from './collection.ts';
import type { Problem } from './document.ts';
import type { MatchOptions } from './duplicates/index.ts';
import type { VerifyOptions } from './duplicates.ts';
import type { EngineName } from './engines.ts';
import { badOption } from './errors.ts';
import type { FingerprintOptions } from './fingerprint.ts';
import type { ReadOptions } from './read.ts';

export interface Options
  extends ReadOptions,
    CanonicalizeOptions,
    FingerprintOptions,
    Readonly<MatchOptions>,
    VerifyOptions {
  /** The texts are canonical already: words separated by spaces, taken as they are. @default false */
  readonly canonical: boolean;
  /** Which document of a group stays: `first`, `last`, `longest`, `shortest`, `max:FIELD` or `min:FIELD`. @default 'first' */
  readonly keep: string;
  /** Only remove what resembles the reference (`against`), and leave duplicates within the input alone. @default false */
  readonly onlyAgainst: boolean;
  /** An id that comes twice is an error, or the later one gets `#2`, `#3` … appended. @default 'error' */
  readonly duplicateIds: 'error' | 'rename';
  /** Threads that compute. @default the number of processors */
  readonly threads?: number;
  /** Which kernels: `wasm` or `scalar`. @default NEARDUP_ENGINE, then wasm */
  readonly engine?: EngineName;
  /** Folder for temporary files. @default the system's */
  readonly temp?: string;
  /** How texts are packed for the engine. It never changes a result. */
  readonly batch?: BatchLimits;
  /** Called for every document that cannot be read. */
  readonly onProblem: (problem: Problem) => void;
  /** Called now and then with how far the run is. */
  readonly onProgress: (progress: Progress) => void;
}

/** How far a run is. */
export interface Progress {
  readonly stage: 'plan' | 'read' | 'match' | 'verify' | 'write';
  readonly documents: number;
  /** Bytes of input read and to be read, where that is known. */
  readonly bytes?: number;
  readonly totalBytes?: number;
  /** What a run will need, said once at its start. */
  readonly need?: { readonly documents: number; readonly memory: number; readonly disk: number };
}

export const DEFAULTS: Options = {
  textField: 'text',
  idField: 'id',
  format: 'auto',
  encoding: 'auto',
  markup: 'none',
  maxDocument: 100 << 20,
  main: false,
  documentSeconds: 30,
  documentMemory: 1 << 30,
  lang: 'auto',
  stopWords: false,
  stems: false,
  stemDictionary: false,
  ngram: 2,
  segment: 'ngrams',
  hash: 'mixed',
  features: 'sets',
  ties: 0,
  method: 'auto',
  maxDistance: 7,
  threshold: 0.8,
  shingle: 3,
  canonical: false,
  keep: 'first',
  onlyAgainst: false,
  duplicateIds: 'error',
  onProblem: () => {},
  onProgress: () => {},
};

/** Fills in the defaults and refuses what is out of range. */
export function resolveOptions(given: Partial<Options> = {}): Options {
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  // sorted words that follow each other have more new neighbors after an edit than words in their order
  const free = given.order === 'free' && (given.unit ?? 'word') === 'word' ? { shingle: 2 } : {};
  const options: Options = { ...DEFAULTS, ...free, ...known };
  integer(options, 'maxDistance', 0, 7, 'Larger distances give more false candidates than true ones.');
  integer(options, 'ngram', 1, 3);
  integer(options, 'shingle', 1, 16);
  integer(options, 'maxDocument', 1, 1 << 30);
  integer(options, 'documentSeconds', 1, 86_400);
  integer(options, 'documentMemory', 64 << 20, 64 * (1 << 30));
  share(options, 'threshold');
  if (options.containment !== undefined) share(options, 'containment');
  if (options.tables !== undefined) integer(options, 'tables', 1, 1e6);
  oneOf(options, 'method', ['auto', 'simhash', 'bands', 'exact']);
  if (options.unit !== undefined) oneOf(options, 'unit', ['word', 'character', 'sentence']);
  if (options.order !== undefined) oneOf(options, 'order', ['strict', 'sorted', 'free']);
  oneOf(options, 'hash', ['mixed', 'sdbm']);
  oneOf(options, 'features', ['counts', 'sets']);
  oneOf(options, 'segment', ['ngrams', 'words']);
  oneOf(options, 'markup', ['none', 'html']);
  oneOf(options, 'duplicateIds', ['error', 'rename']);
  if (!/^(first|last|longest|shortest|(max|min):.+)$/.test(options.keep)) {
    throw badOption('keep', 'first, last, longest, shortest, max:FIELD or min:FIELD', options.keep);
  }
  return options;
}

function integer(options: Options, name: keyof Options, from: number, to: number, advice?: string): void {
  const value = options[name] as number;
  if (Number.isInteger(value) && value >= from && value <= to) return;
  throw badOption(name, `an integer from ${from} to ${to}`, value, advice);
}

function share(options: Options, name: keyof Options): void {
  const value = options[name] as number;
  if (typeof value === 'number' && value > 0 && value <= 1) return;
  throw badOption(name, 'a number above 0 and up to 1', value);
}

function oneOf(options: Options, name: keyof Options, values: readonly string[]): void {
  if (values.includes(options[name] as string)) return;
  throw badOption(name, values.map((value) => `\`${value}\``).join(' or '), options[name]);
}
