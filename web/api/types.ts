/** What the service answers: the types of the library, and those that only the service has. */
import type {
  CheckAnswer,
  CollectionDocument,
  CollectionInfo,
  ListPage,
  SearchAnswer,
  StoredWatch,
  WatchEvent,
} from '../../src/collection.ts';
import type { SharingFacts } from '../../src/report/sharing-table.ts';
import type { Group } from '../../src/results.ts';

export type { CheckAnswer, SearchAnswer, WatchEvent };

/** As JSON has it: moments are strings. */
type Sent<T> = T extends Date
  ? string
  : T extends object
    ? { readonly [Field in keyof T]: Sent<T[Field]> }
    : T;

export type StoredDocument = Sent<CollectionDocument>;
export type Watch = Sent<StoredWatch>;
export type GroupRow = Group;
export type ListedDocument = Sent<ListPage['documents'][number]>;

/** A collection of the service. */
export interface ServedCollection extends Omit<CollectionInfo, 'path'> {
  readonly name: string;
}

export interface ReadDocument {
  readonly id: string;
  readonly text: string;
  readonly lang?: string;
  /** Instead of the text, if it could not be read. */
  readonly state?: 'failed';
  readonly reason?: string;
  readonly summary?: unknown;
}

export interface Text {
  readonly id: string;
  readonly text: string;
}

export interface SharingLine extends SharingFacts, ReviewedPair {
  readonly summary?: {
    readonly documents: number;
    readonly notCompared: number;
    readonly excluded?: readonly string[];
    readonly engine: string;
  };
}

export type Verdict = 'certain' | 'suspicious' | 'innocent';

export interface ReviewedPair {
  readonly a: string;
  readonly b: string;
  /** The SHA-256 of each text. */
  readonly texts?: { readonly a: string; readonly b: string };
}

export interface Review extends ReviewedPair {
  /** Undefined if there is only a note. */
  readonly state?: Verdict;
  readonly note?: string;
}

export interface DocumentPage {
  readonly documents: readonly ListedDocument[];
  readonly next?: string;
  /** Left out if the key reaches some documents only. */
  readonly total?: number;
  readonly commit?: number;
}

export interface ServiceInfo {
  readonly version: string;
  readonly scopes: readonly string[];
  readonly keys: boolean;
}

export interface GroupPage {
  readonly groups: readonly GroupRow[];
  readonly next?: string;
  readonly commit: number;
  readonly threshold: number;
  readonly summary: { readonly groups?: number; readonly removed?: number; readonly documents?: number };
  readonly histogram: readonly number[];
}

export interface Task {
  readonly task: number;
  readonly type: string;
  readonly state: 'queued' | 'running' | 'finished' | 'failed' | 'canceled';
  readonly stage?: string;
  readonly documents?: number;
  readonly bytes?: number;
  readonly totalBytes?: number;
  readonly created: string;
  readonly problem?: { readonly detail?: string };
  /** What it did; the name of a backup. */
  readonly summary?: { readonly backup?: string };
}

export interface ServiceKey {
  readonly key: string;
  readonly name?: string;
  readonly scopes: readonly string[];
  readonly expires?: string;
  readonly created: string;
}
