/** What the service answers. The names of fields are those of the command line. */

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

export interface NearPair {
  readonly a?: string;
  readonly b: string;
  readonly resemblance: number;
  readonly identical?: boolean;
}

export interface CheckAnswer {
  readonly pairs: readonly NearPair[];
  readonly documents: number;
  readonly truncated: boolean;
}

export interface SharingLine {
  readonly a: string;
  readonly b: string;
  readonly similarity: { readonly a: number; readonly b: number };
  readonly passages: readonly { readonly a: { readonly words: number } }[];
  readonly inCollection?: true;
  readonly summary?: {
    readonly documents: number;
    readonly notCompared: number;
    readonly excluded?: readonly string[];
    readonly engine: string;
  };
}

export type Verdict = 'certain' | 'suspicious' | 'innocent';

export interface Review {
  readonly a: string;
  readonly b: string;
  readonly state: Verdict;
  readonly note?: string;
}

export interface ListedDocument {
  readonly id: string;
  readonly words: number;
  readonly lang?: string;
  readonly seen: string;
  readonly expires?: string;
  readonly start?: string;
}

export interface DocumentPage {
  readonly documents: readonly ListedDocument[];
  readonly next?: string;
  readonly total: number;
  readonly commit: number;
}

export interface StoredDocument extends Text {
  readonly lang?: string;
  readonly seen: string;
  readonly expires?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface CollectionInfo {
  readonly name: string;
  readonly documents: number;
  readonly dead: number;
  readonly commit: number;
  readonly bytes: number;
  readonly logBytes: number;
  readonly memory: number;
  readonly segments: number;
  readonly engine: string;
  readonly settings: { readonly threshold: number; readonly indexes?: readonly string[] };
}

export interface ServiceInfo {
  readonly version: string;
  readonly scopes: readonly string[];
  readonly keys: boolean;
}

export interface GroupMember {
  readonly id: string;
  readonly resemblance: number;
}

export interface GroupRow {
  readonly group: number;
  readonly kept: string;
  readonly members: readonly GroupMember[];
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
}

export interface Watch {
  readonly id: string;
  readonly texts: readonly string[];
  readonly near?: number | false;
  readonly passage?: number;
}

export interface WatchEvent {
  readonly position: number;
  readonly time: string;
  readonly watch: string;
  readonly id: string;
  readonly near?: { readonly resemblance: number };
  readonly passage?: { readonly words: number; readonly share: number };
  readonly subject?: { readonly score: number };
}

export interface ServiceKey {
  readonly key: string;
  readonly name?: string;
  readonly scopes: readonly string[];
  readonly expires?: string;
  readonly created: string;
}
