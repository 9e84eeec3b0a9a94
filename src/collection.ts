/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Collection: what can documents be asked that are kept for years? Documents are added, replaced, removed and expire; all questions are
 * asked of those that are alive. A batch run computes the same of a document and forgets it.
 *
 * The log of a collection (`collection/store/`) is the truth. Everything else is made from it, and made again if it is missing or damaged.
 */
import type { AddAnswer, CheckAnswer, COLLECTION_INFO, RemoveAnswer } from './answers/collections.ts';
import type { WATCH } from './answers/watches.ts';
import type { CanonicalizeOptions, TextTreatment } from './canonicalize.ts';
import type { EngineOptions } from './engines/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';
import { oneOf } from './option-rules.ts';
import type { ComparisonIn, PassageOptions, SourceOptions } from './passages/index.ts';
import type { InputDocument } from './read/index.ts';
import type { RunOptions } from './run-options.ts';
import type { Value } from './schema.ts';

export type {
  AddAnswer,
  AddSummary,
  CheckAnswer,
  CollectionDocument,
  ListedDocument,
  ListPage,
  RemoveAnswer,
  SearchAnswer,
} from './answers/collections.ts';
export type { FoundPair } from './answers/copies.ts';
export type { StoredWatch, WatchAnswer, WatchEvent } from './answers/watches.ts';

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

/** What happens to a document that is a near-duplicate of a stored one. */
export const ON_DUPLICATE = oneOf('keep', ['keep', 'skip', 'refuse']);

export interface AddOptions {
  /**
   * What happens to a document that is a near-duplicate of a stored one: `keep` stores it and says what it resembles, `skip` leaves it
   * out, `refuse` leaves it out and counts as a failure.
   */
  readonly onDuplicate?: typeof ON_DUPLICATE.default;
  /** A document that is `unchanged`, or the one that a `duplicate` resembles, counts as seen now. */
  readonly refresh?: boolean;
  /**
   * A document that is stored with its id and text is `unchanged`, whatever its other fields and its expiry. An index in Redis keeps no
   * other fields, and always does this.
   */
  readonly byText?: boolean;
}

/** A text, or the id of a stored document, which is compared with all others. */
export type CheckQuery =
  | { readonly text: string; readonly lang?: string; readonly id?: string }
  | { readonly id: string; readonly text?: undefined };

/** Optional indexes of a collection: `passages` for `sources`, `search` for `search`. */
export type IndexName = 'passages' | 'search';

/** How the texts of a collection are compared: decided when it is made, the same for all its documents. */
export interface CollectionSettings
  extends CanonicalizeOptions,
    Pick<TextTreatment, 'canonical'>,
    ShingleOptions,
    FingerprintOptions {
  /** The lowest threshold that can be asked for, 0.3 to 1. */
  readonly threshold: number;
  /** Which questions can be asked besides near-duplicates. */
  readonly indexes: readonly IndexName[];
  /**
   * For a stream: only documents inside a window count. A number: the last documents that were stored. A time (`90m`, `12h`, `30d`): those
   * that are at most this much older by their `timeField`. The others are forgotten. @default no window
   */
  readonly window?: number | string;
  /**
   * Events of watches are kept for this long (`90m`, `12h`, `90d`), or at least this many. Older ones are removed file by file, when a
   * file of events is full or the collection is opened.
   */
  readonly keepEvents: number | string;
  /** With a time as `window`: the field that has the time of a document, a date (ISO 8601) or seconds since 1970. */
  readonly timeField?: string;
}

export interface OpenCollectionOptions
  extends EngineOptions,
    Partial<Pick<RunOptions, 'onProgress' | 'signal'>>,
    Pick<CollectionSettings, 'window' | 'timeField'> {
  /** Makes the collection if there is none, with these settings. One that is there must have the settings given here. */
  readonly create?: boolean | Partial<CollectionSettings>;
  /**
   * The indexes that it has from now on; those that are new are made of its documents. Takes a while for many documents. @default those it
   * was made with
   */
  readonly indexes?: readonly IndexName[];
  /** Opens it only to ask: any number of processes may. */
  readonly readOnly?: boolean;
  /** Documents that are kept in memory until they are written to a segment, 1 to 1,048,576. It never changes an answer. */
  readonly delta?: number;
  /** A new log file is begun when the last one has this many bytes. */
  readonly logFile?: number;
  /** Gives the time in milliseconds since 1970: when documents are added, seen and expire. @default Date.now */
  readonly clock?: () => number;
}

/** How documents are added. */
export interface AddToCollectionOptions extends AddOptions {
  /** When the documents expire that do not say so themselves: a date (ISO 8601) or a time from now: `90m`, `12h`, `30d`. @default never */
  readonly expires?: string;
  /** Documents are compared only with stored ones whose ids begin with this: answers tell of no others. @default all */
  readonly among?: string;
  /** Documents whose ids have more characters fail. @default no limit */
  readonly maxId?: number;
  /** Ends reading the documents: none of them is stored then. Documents that were read are stored. */
  readonly signal?: AbortSignal;
}

/** Which documents are removed, besides those named by their ids. All that is given must be true of a document. */
export interface RemoveFilter {
  /** Ids that begin with this. */
  readonly prefix?: string;
  /** Last seen (or added) before this date (ISO 8601), or longer ago than this: `90m`, `12h`, `30d`. */
  readonly unseenSince?: string;
  /** Only documents that have expired. */
  readonly expired?: boolean;
}

export interface CheckCollectionOptions {
  /** Least resemblance, from the threshold of the collection to 1. @default that of the collection */
  readonly threshold?: number;
  /**
   * A document also counts if at least this share of one text is contained in the other, above 0 to 1. The text is then compared with all
   * documents. @default off
   */
  readonly containment?: number;
  /** Ends comparing. */
  readonly signal?: AbortSignal;
}

export interface MergeOptions {
  /** Ends it. The collection stays as it was. */
  readonly signal?: AbortSignal;
}

export interface BackupCollectionOptions extends MergeOptions {
  /** Copies files even if they could be linked: then damage to one is no damage to the other. */
  readonly copy?: boolean;
}

/** Example texts that arriving documents are compared with. */
export interface Watch extends Value<typeof WATCH> {
  /** When it ends: a date (ISO 8601) or a time from now: `90m`, `12h`, `30d`. @default never */
  readonly expires?: string;
}

/** Which events are read. */
export interface EventsOptions {
  /** The position of the first one. If it was removed, EVENTS_GONE says which is the first that there is. @default the first that there is */
  readonly from?: number;
  /** Waits for more after the last one, until the signal or the collection ends it. */
  readonly follow?: boolean;
  /** Only events of this watch. @default all */
  readonly watch?: string;
  /** Ends reading. */
  readonly signal?: AbortSignal;
}

/** How `sources` looks for passages and compares them: the names and defaults of `compareIn`. */
export interface SourcesOptions
  extends EngineOptions,
    Partial<PassageOptions>,
    Partial<Pick<SourceOptions, 'sources' | 'boilerplate'>>,
    Partial<Pick<RunOptions, 'onProblem' | 'signal'>> {}

/** The result of `compareIn` for the documents of the collection. */
export interface SourcesAnswer extends ComparisonIn {
  /** The number of the last commit. */
  readonly commit: number;
}

/** Which documents are listed. */
export interface ListOptions {
  /** The `next` of the page before. @default from the first one */
  readonly after?: string;
  /** Documents of a page at most, from 1 on. A page may have fewer although more follow: then it has `next`. */
  readonly limit?: number;
  /** Only ids that begin with this. */
  readonly prefix?: string;
}

export interface CollectionInfo extends Value<typeof COLLECTION_INFO> {
  readonly settings: CollectionSettings;
}
