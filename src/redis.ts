/**
 * The shared index: what has any of many processes seen? Documents are kept in Redis (one server or a cluster); processes on many
 * machines add, check and remove them at the same time, and of near-duplicates that are added at the same time exactly one stays.
 *
 * It answers like a collection in a folder (`DocumentIndex`), but its texts are only as safe as Redis is, and it is many times slower:
 * it is for several machines that must share one answer.
 */
import type { CanonicalizeOptions } from './canonicalize.ts';
import type { AddOptions } from './collection.ts';
import type { EngineOptions } from './engines/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';

/** What a shared index is made for. It is stored in Redis by the process that opens it first; others may leave it out. */
export interface SharedIndexSettings extends CanonicalizeOptions, ShingleOptions, FingerprintOptions {
  /** Least resemblance of near-duplicates, 0.3 to 1. @default 0.8 */
  readonly threshold: number;
  /** Documents with fewer words are stored and never matched, 1 to 10,000. @default 1 */
  readonly minWords: number;
  /** The texts are canonical already. @default false */
  readonly canonical: boolean;
  /** Documents are forgotten this many seconds after they were added, or last seen (`refresh`), from 1. @default never */
  readonly expireAfter?: number;
  /** About how many documents there will be, 1 to 10^10. It decides how small hashes are packed, never an answer. @default 1_000_000 */
  readonly expected: number;
}

/** Options of `openSharedIndex`. */
export interface SharedIndexOptions extends Partial<SharedIndexSettings>, EngineOptions {
  /** The name of the index: the beginning of its keys. Letters, digits and `-_.`. @default 'neardup' */
  readonly name?: string;
  /**
   * An answer is given only when this many replicas have confirmed what it rests on (`WAIT`), 0 to 10. With 0, the documents that were added
   * last may be forgotten when a master dies. @default 0
   */
  readonly replicas?: number;
  /** The most stored documents that one is compared with, 1 to 10,000. @default 1_000 */
  readonly candidates?: number;
  /** How many seconds a command is tried again if Redis cannot be reached or a cluster has no master for it, 0 to 3600. @default 30 */
  readonly retrySeconds?: number;
  /** After this many seconds without a sign of life a process that is adding a document is given up, 1 to 600. @default 5 */
  readonly leaseSeconds?: number;
}

/** Ends a call early. */
export interface SharedCallOptions {
  /**
   * The call fails with the reason of this signal at once. What is under way is finished; the rest is not begun, and doing all of it
   * again is safe.
   */
  readonly signal?: AbortSignal;
}

/**
 * How documents are added. All documents live for the same time, `expireAfter` from when they were added or last seen: a document cannot
 * have a time of its own, and one with a field `expires` fails. Without `expireAfter`, `refresh` has no effect.
 */
export interface AddToSharedIndexOptions extends AddOptions, SharedCallOptions {}

/** What a shared index knows of itself. */
export interface SharedIndexInfo {
  readonly name: string;
  readonly documents: number;
  /** Masters that hold it. */
  readonly masters: number;
  readonly settings: SharedIndexSettings;
}

/** What `expire` has cleared away. */
export interface Expired {
  /** Entries of documents that are no longer there. */
  readonly postings: number;
}
