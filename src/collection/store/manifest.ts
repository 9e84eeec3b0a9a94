/**
 * The manifest: which files make up the collection, and up to which commit the derived ones have the log. It is replaced as a whole. Without
 * it, or if it is damaged, derived files are made again from the log.
 */
import { join } from 'node:path';
import { isCount, isString, listOf, optional, shape } from '../json-shapes.ts';
import type { Disk } from './disk.ts';
import type { KnownLog, LogPosition } from './log.ts';
import { parseLogFileName } from './log-files.ts';
import { areFacts, type CollectionFacts } from './settings.ts';
import { readCheckedJson, writeCheckedJson } from './whole-file.ts';

export const MANIFEST_FORMAT = 1;
export const MANIFEST = 'MANIFEST';

/** The caller's description of the derived files. */
export interface DerivedState {
  /** Names of the derived files: every other file in their folder is removed by the next writer. */
  readonly derived: readonly string[];
  /** The derived files have everything up to here; the log is replayed from here on. Undefined: nothing yet. */
  readonly covered?: LogPosition;
  /** Other data needed to use the derived files. */
  readonly state?: unknown;
}

export interface Manifest extends DerivedState, KnownLog {
  readonly format: number;
  /** A copy of `collection.json`, should that be damaged. */
  readonly collection: CollectionFacts;
  /** The number that the next derived file gets. */
  readonly nextDerived: number;
}

const isPosition = shape({ commit: isCount, file: isCount, offset: isCount });
/** Files that a manifest names are removed when they are not needed any more: no name may lead out of their folder. */
const isDerivedName = (value: unknown) => isString(value) && /^\d{10,15}\.[a-z]{1,20}$/.test(value);
const isLogName = (value: unknown) => isString(value) && parseLogFileName(value) !== undefined;

const isManifest = shape({
  format: (value) => value === MANIFEST_FORMAT,
  collection: areFacts,
  nextDerived: isCount,
  derived: listOf(isDerivedName),
  covered: optional(isPosition),
  logs: listOf(shape({ name: isLogName, bytes: isCount })),
  last: isPosition,
  nextLog: isCount,
});

/** Undefined if it is missing, damaged, or of another version. */
export function readManifest(disk: Disk, folder: string): Manifest | undefined {
  const found = readCheckedJson(disk, join(folder, MANIFEST)) as Manifest | undefined;
  if (!isManifest(found)) return undefined;
  // derived files are never ahead of the log
  const { covered, last } = found!;
  return covered === undefined || covered.commit <= last.commit ? found : undefined;
}

/** When the promise resolves, the manifest is on the disk. */
export function writeManifest(disk: Disk, folder: string, manifest: Manifest): Promise<void> {
  return writeCheckedJson(disk, join(folder, MANIFEST), manifest);
}
