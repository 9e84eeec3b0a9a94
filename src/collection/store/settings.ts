/** `collection.json`: the settings of a collection. It is written once; only its list of indexes may change. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { NeardupError } from '../../errors.ts';
import { isCount, isJsonObject, isString, wrongField } from '../json-shapes.ts';
import type { Disk } from './disk.ts';
import { readCheckedJson, writeCheckedJson } from './whole-file.ts';

export const COLLECTION_FORMAT = 1;
export const SETTINGS = 'collection.json';

export interface CollectionFacts {
  readonly format: number;
  readonly uuid: string;
  readonly created: string;
  /** How candidates are found, and how texts are made canonical: derived files of another kind are made again. */
  readonly keyScheme: string;
  readonly canonicalForm: number;
  /** Options of the collection: language, shingles, threshold … */
  readonly options: Readonly<Record<string, unknown>>;
}

const FACTS = {
  format: isCount,
  uuid: isString,
  created: isString,
  keyScheme: isString,
  canonicalForm: isCount,
  options: isJsonObject,
};

/** Whether these are the facts of a collection, as far as they can be known without its options. */
export function areFacts(value: unknown): boolean {
  return wrongField(value, FACTS) === undefined;
}

export type NewCollection = Pick<CollectionFacts, 'keyScheme' | 'canonicalForm' | 'options'>;

export function newFacts(made: NewCollection): CollectionFacts {
  return { format: COLLECTION_FORMAT, uuid: randomUUID(), created: new Date().toISOString(), ...made };
}

export function writeSettings(disk: Disk, folder: string, facts: CollectionFacts): Promise<void> {
  return writeCheckedJson(disk, join(folder, SETTINGS), facts);
}

export function readSettings(disk: Disk, folder: string): CollectionFacts {
  if (!disk.list(folder).includes(SETTINGS)) {
    throw new NeardupError('NO_COLLECTION', `${folder} is not a collection: it has no ${SETTINGS}.`);
  }
  const found = readCheckedJson(disk, join(folder, SETTINGS));
  if (!isJsonObject(found)) throw new NeardupError('BAD_COLLECTION', `${join(folder, SETTINGS)} is damaged.`);
  if (found.format !== COLLECTION_FORMAT) {
    const versions = `version ${found.format} of the format, and this neardup reads version ${COLLECTION_FORMAT}`;
    throw new NeardupError('BAD_COLLECTION', `${folder} has ${versions}.`, {
      advice: 'Install a newer version of neardup.',
    });
  }
  const wrong = wrongField(found, FACTS);
  if (wrong === undefined) return found as unknown as CollectionFacts;
  throw new NeardupError(
    'BAD_COLLECTION',
    `${join(folder, SETTINGS)} cannot be used: its \`${wrong}\` has been changed.`,
  );
}

export function hasSettings(disk: Disk, folder: string): boolean {
  return disk.list(folder).includes(SETTINGS);
}
