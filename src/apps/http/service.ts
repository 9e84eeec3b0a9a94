/** The objects that the routes of a service share. */
import type { Bodies } from './bodies.ts';
import type { Collections } from './collections.ts';
import type { Feeds } from './feeds.ts';
import type { Gate } from './gate.ts';
import type { GroupLists } from './group-lists.ts';
import type { Keys } from './keys.ts';
import type { ProgressNotes } from './progress-notes.ts';
import type { Reviews } from './reviews.ts';
import type { SavedClasses } from './saved-classes.ts';
import type { Tasks } from './tasks.ts';

export interface RequestLimits {
  /** Bytes of a JSON body or line. */
  readonly json: number;
  /** Bytes of an uploaded file. */
  readonly file: number;
  /** Bytes of all files of a request, or all its JSON lines. */
  readonly upload: number;
  /** Bytes that the bodies of all requests hold in memory together. */
  readonly held: number;
}

export const LIMITS: RequestLimits = { json: 16 << 20, file: 100 << 20, upload: 256 << 20, held: 1 << 30 };

export interface Service {
  readonly version: string;
  readonly folder: string;
  /** Files below it can be imported. */
  readonly importRoot: string | undefined;
  readonly limits: RequestLimits;
  readonly collections: Collections;
  readonly keys: Keys;
  readonly reviews: Reviews;
  readonly classes: SavedClasses;
  readonly groups: GroupLists;
  readonly tasks: Tasks;
  readonly feeds: Feeds;
  readonly progress: ProgressNotes;
  readonly bodies: Bodies;
  readonly gates: Readonly<Record<'ask' | 'compare' | 'write', Gate>>;
  /** Threads for work that is not a collection's. */
  readonly threads: number | undefined;
  needsKey(): boolean;
  isReady(): boolean;
}
