/** The collections of a service: those in its data folder, and those that were named when it was started. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type Collection,
  type CollectionInfo,
  type CollectionSettings,
  createCollection,
  type IndexName,
  openCollection,
} from '../../index.ts';
import { ServiceError } from './problems.ts';

/** Letters are lower case: a name is a folder, and some file systems do not tell cases apart. */
export const NAME_PATTERN = '^[a-z0-9][a-z0-9_-]{0,63}$';
const ENDING = '.nd';
/** Every question can be asked of a collection that the service makes. */
const INDEXES: readonly IndexName[] = ['passages', 'search'];

/** What `collection info` tells, with the name in place of the path. */
export type NamedInfo = { readonly name: string } & Omit<CollectionInfo, 'path'>;

export class Collections {
  private readonly open = new Map<string, Collection>();
  /** Names that are being made or removed. */
  private readonly changing = new Set<string>();

  /** @param folder Where collections are made: `FOLDER/NAME.nd`. */
  constructor(
    private readonly folder: string,
    private readonly threads: number | undefined,
  ) {}

  /** Opens all that are there. @param others Folders of collections elsewhere; their names are those of the folders. */
  async start(others: readonly string[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const own = (await readdir(this.folder)).filter((file) => file.endsWith(ENDING) && !file.startsWith('.'));
    for (const path of [...own.map((file) => join(this.folder, file)), ...others]) {
      const isOwn = !others.includes(path);
      const name = basename(path, ENDING).toLowerCase();
      if (!new RegExp(NAME_PATTERN).test(name) || this.open.has(name)) {
        const why = this.open.has(name) ? 'is there already' : 'cannot be a name in an address';
        throw new ServiceError('BAD_REQUEST', `${path}: \`${name}\` ${why}.`);
      }
      const { threads } = this;
      this.open.set(name, await openCollection(path, { threads, ...(isOwn && { indexes: INDEXES }) }));
    }
  }

  get(name: string): Collection {
    const collection = this.open.get(name);
    if (collection !== undefined) return collection;
    throw new ServiceError('NOT_FOUND', `There is no collection \`${name}\`.`, {
      advice: 'GET /v1/collections lists them; PUT makes one.',
    });
  }

  names(): string[] {
    return [...this.open.keys()].sort();
  }

  info(name: string): NamedInfo {
    const { path: _, ...info } = this.get(name).info();
    return { name, ...info };
  }

  /** Makes a collection. False if it is there; it must have the settings given here then. */
  async create(name: string, settings: Partial<CollectionSettings>): Promise<boolean> {
    const there = this.open.get(name);
    if (there !== undefined) {
      for (const [key, value] of Object.entries(settings)) {
        if (there.settings[key as keyof CollectionSettings] === value) continue;
        throw new ServiceError('ALREADY_THERE', `\`${name}\` is there with another \`${key}\`.`);
      }
      return false;
    }
    await this.alone(name, async () => {
      const path = join(this.folder, name + ENDING);
      const all = { ...settings, indexes: INDEXES };
      this.open.set(name, await createCollection(path, all, { threads: this.threads }));
    });
    return true;
  }

  /** Removes a collection with all its documents. @param first Removes what is known about it. */
  async remove(name: string, first: () => Promise<void>): Promise<void> {
    const collection = this.get(name);
    await this.alone(name, async () => {
      this.open.delete(name);
      await first();
      await collection.close();
      // if the service is killed now, the folder is not taken for a collection
      const gone = join(dirname(collection.path), `.removed-${name}`);
      if (existsSync(gone)) await rm(gone, { recursive: true });
      await rename(collection.path, gone);
      await rm(gone, { recursive: true });
    });
  }

  async close(): Promise<void> {
    for (const collection of this.open.values()) await collection.close();
  }

  private async alone(name: string, change: () => Promise<void>): Promise<void> {
    if (this.changing.has(name))
      throw new ServiceError('ALREADY_THERE', `\`${name}\` is being made or removed.`);
    this.changing.add(name);
    try {
      await change();
    } finally {
      this.changing.delete(name);
    }
  }
}

/** Refuses a question that a collection cannot answer: one that was made elsewhere has the indexes that it was made with. */
export function needIndex({ settings }: Collection, index: IndexName): void {
  if (settings.indexes.includes(index)) return;
  throw new ServiceError('NO_INDEX', `The collection was made without the index \`${index}\`.`);
}
