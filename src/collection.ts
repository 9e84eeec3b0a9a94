/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Collection: what is known of many documents, and how to get at their texts? Columns of numbers, the ids, and a file with
 * the canonical texts; the texts themselves are never all in memory. Documents are numbered 0, 1, 2 … in the order they were read.
 *
 * Memory per document: about 50 bytes and its id. Disk: its canonical text, unless it can be made again from a line of a file.
 */
import type { CanonicalizeOptions, TextTreatment } from './canonicalize.ts';
import type { Heap } from './engines/index.ts';
import type { MethodOptions } from './fingerprint/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';
import type { InputDocument, LineBlock } from './read/index.ts';
import type { SourcedItem } from './read.ts';
import type { Pair } from './results.ts';

export interface BatchLimits {
  /** A batch is closed when it holds this many bytes … */
  readonly bytes: number;
  /** … or this many documents. */
  readonly documents: number;
}

/** How documents become a collection. */
export interface LoadOptions extends CanonicalizeOptions, Pick<TextTreatment, 'canonical'> {
  /** An id that occurs twice is an error, or the later one gets `#2`, `#3` … appended. @default 'error' */
  readonly duplicateIds: 'error' | 'rename';
  /** Limits of a batch, in which texts go to the engine. It never changes a result. @default 1 MB or 16,384 documents */
  readonly batch?: BatchLimits;
}

/** What is computed of every document while it is loaded, because a question needs it. */
export interface LoadTasks {
  /** Fingerprints, unless the corpus keeps none. @default those of the default options */
  readonly fingerprints?: FingerprintOptions;
  /** Keys by which candidates are found. @default none */
  readonly candidates?: ShingleOptions & MethodOptions;
}

/**
 * Which canonical texts can be read later: none, all, or those of documents for which `needTexts` was called. The last needs less
 * disk if lines are read from files: only the texts of these documents are written to the spool.
 */
export type TextsKept = 'none' | 'all' | 'compared';

export interface CorpusInput {
  /** Documents of the reference (`against`), numbered first. */
  readonly references?: DocumentStream;
  readonly documents: DocumentStream;
  /** About how many documents there are, if that can be estimated. */
  readonly expected?: number;
  /** Bytes of the whole input, if that is known, and a count of those read so far. */
  readonly totalBytes?: number;
  consumed?(): number;
}

/** Opens a stream of documents. With a heap, JSON lines may come in blocks on it. */
export type DocumentStream = (heap?: Heap) => AsyncIterable<SourcedItem | LineBlock>;

/** Documents that are kept from run to run, to be asked whether a text is among them. */
export interface DocumentIndex {
  /** Adds documents, decided one after the other. They are stored safely when the promise resolves. */
  add(documents: readonly InputDocument[], options?: AddOptions): Promise<AddAnswer[]>;
  /** Finds the stored documents that a text, or a stored document, is a near-duplicate of. */
  check(query: CheckQuery): Promise<CheckAnswer>;
  remove(ids: readonly string[]): Promise<RemoveAnswer[]>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface AddOptions {
  /**
   * What happens to a document that is a near-duplicate of a stored one: `keep` stores it and says what it resembles, `skip` leaves it
   * out, `refuse` leaves it out and counts as a failure. @default 'keep'
   */
  readonly onDuplicate?: 'keep' | 'skip' | 'refuse';
  /** A document that is `unchanged`, or the one that a `duplicate` resembles, counts as seen now. @default false */
  readonly refresh?: boolean;
  /**
   * A document that is stored with its id and text is `unchanged`, whatever its other fields and its expiry. An index in Redis keeps no
   * other fields, and always does this. @default false
   */
  readonly byText?: boolean;
}

/** A text, or the id of a stored document, which is compared with all others. */
export type CheckQuery =
  | { readonly text: string; readonly lang?: string; readonly id?: string }
  | { readonly id: string; readonly text?: undefined };

/** What became of a document. */
export interface AddAnswer {
  readonly id: string;
  /**
   * `added`; `replaced`: its id was there with another text; `unchanged`: its id was there with this text; `duplicate` or `refused`: it
   * resembles a stored document and was not stored; `failed`: it could not be stored.
   */
  readonly state: 'added' | 'replaced' | 'unchanged' | 'duplicate' | 'refused' | 'failed';
  /** The stored document that it most resembles, if it is a near-duplicate of one. `a` is the new document. */
  readonly duplicateOf?: Pair;
  /** It had more candidates than are compared. */
  readonly truncated?: true;
  /** It was stored and has no word: it resembles nothing. */
  readonly empty?: true;
  /** Why it failed or was refused. */
  readonly reason?: string;
}

export interface CheckAnswer {
  /** One pair for every stored text that is a near-duplicate, with the first document that has it; the most alike first. `a` is the query. */
  readonly pairs: readonly FoundPair[];
  /** Texts that it was compared with. */
  readonly candidates: number;
  /** It had more candidates than are compared. */
  readonly truncated: boolean;
  /** Documents that are stored, if the index counts them. */
  readonly documents?: number;
  /** The number of the last commit, if the index counts them. */
  readonly commit?: number;
}

export interface FoundPair extends Pair {
  /** More documents that have the text of `b`, if there are any. */
  readonly copies?: number;
}

export interface RemoveAnswer {
  readonly id: string;
  readonly state: 'removed' | 'missing';
}
