/** `collection.json`: what a collection is and how its documents are treated. It is written once; only its list of indexes may change. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { NeardupError } from '../../errors.ts';
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
  const found = readCheckedJson(disk, join(folder, SETTINGS)) as CollectionFacts | undefined;
  if (found === undefined) throw new NeardupError('BAD_COLLECTION', `${join(folder, SETTINGS)} is damaged.`);
  if (found.format !== COLLECTION_FORMAT) {
    const versions = `version ${found.format} of the format, and this neardup reads version ${COLLECTION_FORMAT}`;
    throw new NeardupError('BAD_COLLECTION', `${folder} has ${versions}.`, {
      advice: 'Install a newer version of neardup.',
    });
  }
  if (typeof found.options !== 'object' || found.options === null)
    throw new NeardupError('BAD_COLLECTION', `${join(folder, SETTINGS)} has no options.`);
  return found;
}

export function hasSettings(disk: Disk, folder: string): boolean {
  return disk.list(folder).includes(SETTINGS);
}
