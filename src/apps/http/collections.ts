/**
 * The collections of a service: those in its data folder, and those that were named when it was started. One that cannot be opened is listed as
 * broken, and the others are served.
 */
import { existsSync } from 'node:fs';
import { readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  type Collection,
  type CollectionSettings,
  createCollection,
  type IndexName,
  NeardupError,
  openCollection,
  syncFolder,
} from '../../index.ts';
import { makeOwnFolder } from './own-folder.ts';
import { ServiceError } from './problems.ts';
import type { BrokenCollection, NamedInfo } from './service-answers.ts';

/** Letters are lower case: a name is a folder, and some file systems do not tell cases apart. */
export const NAME_PATTERN = '^[a-z0-9][a-z0-9_-]{0,63}$';
export const ENDING = '.nd';
/** Folders of collections being made or removed. Those left by a killed service are deleted. */
const MAKING = '.making-';
const REMOVED = '.removed-';
const UNFINISHED = new RegExp(`^(?:\\${MAKING}|\\${REMOVED})${NAME_PATTERN.slice(1)}`);
/** Every question can be asked of a collection that the service makes. */
const INDEXES: readonly IndexName[] = ['passages', 'search'];

export class Collections {
  protected readonly open = new Map<string, Collection>();
  protected readonly notOpen = new Map<string, BrokenCollection>();
  /** Whether some may be there that were not opened yet. */
  protected isStarting = true;
  /** Names that are being made or removed. */
  private readonly changing = new Set<string>();

  /** @param folder Where collections are made: `FOLDER/NAME.nd`. */
  constructor(
    protected readonly folder: string,
    protected readonly threads: number | undefined,
  ) {}

  /** Resolves when a collection, or all, have what was stored before the call. Those of the process that writes always do. */
  async current(_name?: string): Promise<void> {}

  /** Opens all that are there. @param others Folders of collections elsewhere; their names are those of the folders. */
  async start(others: readonly string[]): Promise<void> {
    await makeOwnFolder(this.folder);
    const files = await readdir(this.folder, { withFileTypes: true });
    for (const { name } of files.filter((each) => UNFINISHED.test(each.name)))
      await rm(join(this.folder, name), { recursive: true });
    const own = files.filter(({ name }) => name.endsWith(ENDING) && !name.startsWith('.'));
    // of `news.nd` and `News.nd` the one that has the name is served; of a folder and a link to it the folder
    own.sort((x, y) => Number(x.isSymbolicLink()) - Number(y.isSymbolicLink()) || (x.name < y.name ? 1 : -1));
    const places = new Map<string, string>();
    for (const { name } of own) {
      const path = join(this.folder, name);
      await this.add(path, places, INDEXES).catch((error) => this.break(path, error));
    }
    for (const path of others) {
      await this.add(path, places).catch((error) => {
        // the caller's mistake
        if (error instanceof ServiceError || error.code === 'NO_COLLECTION') throw error;
        this.break(path, error);
      });
    }
    this.isStarting = false;
  }

  /** @param places Folders of collections that are open, and their names. */
  private async add(
    path: string,
    places: Map<string, string>,
    indexes?: readonly IndexName[],
  ): Promise<void> {
    const name = basename(path, ENDING).toLowerCase();
    const advice = 'Rename the folder, or move it away.';
    if (!new RegExp(NAME_PATTERN).test(name))
      throw new ServiceError('BAD_REQUEST', `${path}: \`${name}\` cannot be a name in an address.`, {
        advice,
      });
    if (this.open.has(name) || this.notOpen.has(name))
      throw new ServiceError('BAD_REQUEST', `${path}: \`${name}\` already exists.`, { advice });
    const place = await realpath(path).catch(() => path);
    const other = places.get(place);
    if (other !== undefined)
      throw new ServiceError('BAD_REQUEST', `${path} leads to the collection \`${other}\`.`, {
        advice: 'Remove the link.',
      });
    const { threads } = this;
    this.open.set(name, await openCollection(path, { threads, ...(indexes !== undefined && { indexes }) }));
    places.set(place, name);
  }

  protected break(path: string, error: Error): void {
    const name = basename(path, ENDING);
    const repair = `Stop the service and run: neardup collection repair "${path}". If nothing can be saved, move the folder away.`;
    const isOther = error instanceof NeardupError && error.code === 'LOCKED';
    const own = error instanceof ServiceError ? error.more.advice : isOther ? error.advice : undefined;
    this.notOpen.set(name, { name, reason: error.message, advice: own ?? repair });
  }

  /** Collections that cannot be opened. */
  broken(): BrokenCollection[] {
    return [...this.notOpen.values()];
  }

  get(name: string): Collection {
    const collection = this.open.get(name);
    if (collection !== undefined) return collection;
    this.needWhole(name);
    this.needAll();
    throw new ServiceError('NOT_FOUND', `There is no collection \`${name}\`.`, {
      advice: 'GET /v1/collections lists them; PUT makes one.',
    });
  }

  /** Refuses an answer that depends on collections which may be there and were not opened yet. */
  needAll(): void {
    if (!this.isStarting) return;
    throw new ServiceError('OPENING', 'Not all collections are open yet.', {
      headers: { 'retry-after': '1' },
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
        throw new ServiceError('ALREADY_THERE', `\`${name}\` already exists with another \`${key}\`.`);
      }
      return false;
    }
    this.needWhole(name);
    this.needAll();
    await this.alone(name, () => this.make(name, { ...settings, indexes: INDEXES }));
    return true;
  }

  /** A collection gets its name once it is completely on disk, so an interrupted one never counts. */
  private async make(name: string, settings: Partial<CollectionSettings>): Promise<void> {
    const { threads } = this;
    const path = join(this.folder, name + ENDING);
    if (existsSync(path))
      throw new ServiceError(
        'ALREADY_THERE',
        `The folder \`${name}${ENDING}\` already exists but is not served.`,
        {
          advice: 'Start the service again, which opens it, or use another name.',
        },
      );
    const unfinished = join(this.folder, MAKING + name);
    try {
      await rm(unfinished, { recursive: true, force: true });
      await (await createCollection(unfinished, settings, { threads })).close();
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    await syncFolder(this.folder);
    this.open.set(name, await openCollection(path, { threads }));
  }

  private needWhole(name: string): void {
    const broken = this.notOpen.get(name);
    if (broken === undefined) return;
    const { reason, advice } = broken;
    throw new ServiceError('BROKEN_COLLECTION', reason, { advice });
  }

  /** Removes a collection with all its documents. @param first Called before; removes other data about it. */
  async remove(name: string, first: () => Promise<void>): Promise<void> {
    const collection = this.get(name);
    await this.alone(name, async () => {
      this.open.delete(name);
      await first();
      await collection.close();
      // if the service is killed now, the folder is not taken for a collection
      const gone = join(dirname(collection.path), REMOVED + name);
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
