/// <reference lib="esnext.disposable" preserve="true" />
/**
 * Collection: what can documents be asked that are kept for years? Documents are added, replaced, removed and expire; all questions are
 * asked of those that are alive. A batch run computes the same of a document and forgets it.
 *
 * The log of a collection (`collection/store/`) is the truth. Everything else is made from it, and made again if it is missing or damaged.
 */
import type { CanonicalizeOptions, TextTreatment } from './canonicalize.ts';
import type { EngineOptions } from './engines/index.ts';
import type { FingerprintOptions, ShingleOptions } from './fingerprint.ts';
import { oneOf } from './option-rules.ts';
import type { ComparisonIn, PassageOptions, SourceOptions } from './passages/index.ts';
import type { InputDocument } from './read/index.ts';
import type { Pair, SearchResult } from './results.ts';
import type { RunOptions } from './run-options.ts';

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
export interface Watch {
  /** Its name. A watch that has it already is replaced. */
  readonly id: string;
  /** The examples, 1 to 100. */
  readonly texts: readonly string[];
  readonly lang?: string;
  /**
   * Documents that are near-duplicates of an example: the least resemblance, from the threshold of the collection to 1. False: they are
   * not looked for. @default the threshold of the collection
   */
  readonly near?: number | false;
  /** Documents with a passage of an example: the least number of words, 8 to 10,000. @default not looked for */
  readonly passage?: number;
  /**
   * Documents about the subject of an example: the least cosine of their words, by how rare each is, above 0 to 1; 0.15 is a good start. The
   * collection must have 100 documents. @default not looked for
   */
  readonly like?: number;
  /** When it ends: a date (ISO 8601) or a time from now: `90m`, `12h`, `30d`. @default never */
  readonly expires?: string;
  /** Whatever else the caller wants to keep with it. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A watch as it is kept. */
export interface StoredWatch extends Omit<Watch, 'expires'> {
  readonly created: Date;
  readonly expires?: Date;
}

export interface WatchAnswer {
  readonly id: string;
  readonly state: 'added' | 'replaced' | 'unchanged';
}

/** A match between a watch and an arriving document. `text` is the number of the example, from 0. */
export interface WatchEvent {
  /** 1, 2, 3 …: none is left out. */
  readonly position: number;
  /** When the document arrived, in ISO 8601. */
  readonly time: string;
  /** The ids of the watch and of the document. */
  readonly watch: string;
  readonly id: string;
  /** The commit that brought the document. */
  readonly commit: number;
  /** The example that it most resembles, if it is a near-duplicate of one. `a` is the document. */
  readonly near?: Omit<Pair, 'a' | 'b'> & { readonly text: number };
  /** The example with the longest shared passage: words of that passage, and the share of the document that is in the example. */
  readonly passage?: { readonly text: number; readonly words: number; readonly share: number };
  /** The example whose subject it is most about: the cosine, and words of both, those that add most to it first. */
  readonly like?: { readonly text: number; readonly score: number; readonly shared: readonly string[] };
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

/** The documents most like a text. */
export interface SearchAnswer {
  /** The nearest first. */
  readonly results: readonly SearchResult[];
  /** Documents that were searched. */
  readonly documents: number;
  /** The number of the last commit. */
  readonly commit: number;
}

/** A document as it is stored. */
export interface CollectionDocument {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** When it was added or last seen, and when it expires. */
  readonly seen: Date;
  readonly expires?: Date;
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

/** A document in a list. */
export interface ListedDocument extends Omit<CollectionDocument, 'text'> {
  /** Words of the canonical text. */
  readonly words: number;
  /** The first characters of the text. */
  readonly start: string;
}

export interface ListPage {
  readonly documents: readonly ListedDocument[];
  /** Where the next page begins; left out if there is none. */
  readonly next?: string;
}

export interface CollectionInfo {
  readonly path: string;
  /** Living documents: those that answers can name now. */
  readonly documents: number;
  /** Lines that are no longer in the answers: replaced, removed or expired. */
  readonly dead: number;
  /** The number of the last commit. */
  readonly commit: number;
  /** Bytes on disk, and the log's part. */
  readonly bytes: number;
  readonly logBytes: number;
  /** In memory. */
  readonly memory: number;
  readonly segments: number;
  readonly settings: CollectionSettings;
  readonly engine: string;
}

export interface AddSummary {
  readonly documents: number;
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly failed: number;
  readonly commit: number;
  readonly seconds: number;
}
