/**
 * The shared index: what has any of many processes seen? Documents are kept in Redis (one server or a cluster); processes on many
 * machines add, check and remove them at the same time, and of near-duplicates that are added at the same time exactly one stays.
 *
 * It answers like a collection in a folder (`DocumentIndex`), but its texts are only as safe as Redis is, and it is many times slower:
 * it is for several machines that must share one answer.
 */
import { CANONICALIZE_RULES } from './canonicalize/index.ts';
import type { CanonicalizeOptions } from './canonicalize.ts';
import type { AddOptions } from './collection.ts';
import { DUPLICATE_RULES, STORED_THRESHOLD } from './duplicates/index.ts';
import { ENGINE_RULES, type EngineOptions } from './engines/index.ts';
import { FINGERPRINT_RULES, SHINGLE_RULES } from './fingerprint/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';
import { integer, type OptionRules, onOrOff } from './option-rules.ts';

/** The settings of a shared index. The process that opens it first stores them in Redis; others may leave them out. */
export interface SharedIndexSettings extends CanonicalizeOptions, ShingleOptions, FingerprintOptions {
  /** Least resemblance of near-duplicates, 0.3 to 1. */
  readonly threshold: number;
  /** Documents with fewer words are stored and never matched, 1 to 10,000. */
  readonly minWords: number;
  /** The texts are canonical already. */
  readonly canonical: boolean;
  /** Documents are forgotten this many seconds after they were added, or last seen (`refresh`), from 1. @default never */
  readonly expireAfter?: number;
  /** About how many documents there will be, 1 to 10^10. It decides how small hashes are packed, never an answer. */
  readonly expected: number;
}

/** Options that each process chooses for itself. */
export interface RunSettings extends EngineOptions {
  /** The name of the index: the beginning of its keys. Letters, digits and `-_.`. */
  readonly name: string;
  /**
   * An answer is given only when this many replicas have confirmed its data (`WAIT`), 0 to 10. With 0, the documents that were added
   * last may be forgotten when a master dies.
   */
  readonly replicas: number;
  /** The most stored documents that one is compared with, 1 to 10,000. */
  readonly candidates: number;
  /** How many seconds a command is tried again if Redis cannot be reached or a cluster has no master for it, 0 to 3600. */
  readonly retrySeconds: number;
  /** After this many seconds without a sign of life a process that is adding a document is given up, 1 to 600. */
  readonly leaseSeconds: number;
}

/** Options of `openSharedIndex`. */
export interface SharedIndexOptions extends Partial<SharedIndexSettings>, Partial<RunSettings> {}

export const SHARED_SETTINGS_RULES: OptionRules<SharedIndexSettings> = {
  ...CANONICALIZE_RULES,
  ...SHINGLE_RULES,
  ...FINGERPRINT_RULES,
  threshold: STORED_THRESHOLD,
  minWords: DUPLICATE_RULES.minWords,
  canonical: onOrOff(false),
  expireAfter: { ...integer(undefined, 1, 1e9), leftOut: 'never' },
  expected: integer(1_000_000, 1, 1e10),
};

export const SHARED_RUN_RULES: OptionRules<RunSettings> = {
  ...ENGINE_RULES,
  name: {
    default: 'neardup',
    isAllowed: (value: unknown) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
    expected: 'letters, digits and `-_.`, 64 at most',
  },
  replicas: integer(0, 0, 10),
  candidates: integer(1000, 1, 10_000),
  retrySeconds: integer(30, 0, 3600),
  leaseSeconds: integer(5, 1, 600),
};

export const SHARED_INDEX_RULES: OptionRules<SharedIndexOptions> = {
  ...SHARED_SETTINGS_RULES,
  ...SHARED_RUN_RULES,
};

/** Ends a call early. */
export interface SharedCallOptions {
  /**
   * The call fails with the reason of this signal at once. Work under way is finished, the rest is not begun, and repeating the whole call
   * is safe.
   */
  readonly signal?: AbortSignal;
}

/**
 * How documents are added. All documents live for the same time, `expireAfter` from when they were added or last seen: a document cannot
 * have a time of its own, and one with a field `expires` fails. Without `expireAfter`, `refresh` has no effect.
 */
export interface AddToSharedIndexOptions extends AddOptions, SharedCallOptions {}

/** Facts about a shared index. */
export interface SharedIndexInfo {
  readonly name: string;
  readonly documents: number;
  /** Masters that hold it. */
  readonly masters: number;
  readonly settings: SharedIndexSettings;
}

/** The leftovers that `expire` has cleared away. */
export interface Expired {
  /** Entries of documents that are no longer there. */
  readonly postings: number;
}
