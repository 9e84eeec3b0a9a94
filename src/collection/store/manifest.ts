/**
 * The manifest: which files make up the collection, and up to which commit the derived ones have the log. It is replaced as a whole. Without
 * it, or if it is damaged, derived files are made again from the log.
 */
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import type { KnownLog, LogPosition } from './log.ts';
import type { CollectionFacts } from './settings.ts';
import { readCheckedJson, writeCheckedJson } from './whole-file.ts';

export const MANIFEST_FORMAT = 1;
export const MANIFEST = 'MANIFEST';

/** What the derived files hold, as the caller describes it. */
export interface DerivedState {
  /** Names of the derived files: every other file in their folder is removed by the next writer. */
  readonly derived: readonly string[];
  /** The derived files have everything up to here; the log is replayed from here on. Undefined: nothing yet. */
  readonly covered?: LogPosition;
  /** Whatever else is needed to use the derived files. */
  readonly state?: unknown;
}

export interface Manifest extends DerivedState, KnownLog {
  readonly format: number;
  /** A copy of `collection.json`, should that be damaged. */
  readonly collection: CollectionFacts;
  /** The number that the next derived file gets. */
  readonly nextDerived: number;
}

/** Undefined if it is missing, damaged, or of another version. */
export function readManifest(disk: Disk, folder: string): Manifest | undefined {
  const found = readCheckedJson(disk, join(folder, MANIFEST)) as Manifest | undefined;
  return found?.format === MANIFEST_FORMAT && isPossible(found) ? found : undefined;
}

/** A checksum is no proof of who wrote it: what the manifest says must be of the right kind, and possible. */
function isPossible({ logs, last, nextLog, nextDerived, derived, covered, collection }: Manifest): boolean {
  return (
    Array.isArray(logs) &&
    logs.every((log) => isFileName(log?.name) && isCount(log.bytes)) &&
    isPosition(last) &&
    (covered === undefined || (isPosition(covered) && covered.commit <= last.commit)) &&
    isCount(nextLog) &&
    isCount(nextDerived) &&
    Array.isArray(derived) &&
    derived.every(isFileName) &&
    typeof collection === 'object'
  );
}

function isPosition(value: LogPosition | null | undefined): boolean {
  return isCount(value?.commit) && isCount(value?.file) && isCount(value?.offset);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A file of the collection, not of another folder. */
export function isFileName(value: unknown): boolean {
  return typeof value === 'string' && /^[\w-][\w.-]*$/.test(value);
}

/** When the promise resolves, the manifest is on the disk. */
export function writeManifest(disk: Disk, folder: string, manifest: Manifest): Promise<void> {
  return writeCheckedJson(disk, join(folder, MANIFEST), manifest);
}
