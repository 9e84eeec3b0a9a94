/**
 * The collections of a process that only reads. Before a question is asked of one, it sees all that its writer had stored by then. Those that a
 * writer makes or removes come and go.
 */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Collection, NeardupError, openCollection } from '../../index.ts';
import { Collections, ENDING, NAME_PATTERN } from './collections.ts';

/** Milliseconds after which new documents are read even if nothing is asked, so that a question finds few. */
const LOOK_AGAIN_MS = 100;

export class FollowedCollections extends Collections {
  private others = new Map<string, string>();
  private readonly opening = new Map<string, Promise<void>>();
  private looking: NodeJS.Timeout | undefined;
  private isClosing = false;

  override async start(others: readonly string[]): Promise<void> {
    for (const path of others) {
      if (!existsSync(join(path, 'collection.json')))
        throw new NeardupError('NO_COLLECTION', `${path} is not a collection.`);
      this.others.set(basename(path, ENDING).toLowerCase(), path);
    }
    await this.current();
    this.isStarting = false;
    const lookAgain = async () => {
      for (const name of this.names()) await this.current(name);
      if (!this.isClosing) this.looking = setTimeout(lookAgain, LOOK_AGAIN_MS).unref();
    };
    this.looking = setTimeout(lookAgain, LOOK_AGAIN_MS).unref();
  }

  override async current(name?: string): Promise<void> {
    const names = name === undefined ? await this.allNames() : [name];
    await Promise.all([...names].map((each) => this.follow(each)));
  }

  override async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.looking);
    await Promise.all(this.opening.values());
    await super.close();
  }

  private async allNames(): Promise<Set<string>> {
    const own = (await readdir(this.folder).catch(() => [])).filter((file) => file.endsWith(ENDING));
    const names = own
      .map((file) => basename(file, ENDING))
      .filter((each) => new RegExp(NAME_PATTERN).test(each));
    return new Set([...this.names(), ...this.others.keys(), ...names]);
  }

  private async follow(name: string): Promise<void> {
    // what is closed now would be opened again
    if (this.isClosing) return;
    const collection = this.open.get(name);
    if (collection === undefined) return this.openIt(name);
    try {
      await collection.refresh();
    } catch (error) {
      if (this.isClosing) return;
      // an answer of before would be an old one
      if (this.open.get(name) === collection) this.drop(name, collection);
      const { code } = error as NeardupError;
      if (code !== 'CLOSED' && code !== 'NO_COLLECTION')
        return this.break(this.placeOf(name), error as Error);
      return this.openIt(name);
    }
  }

  private drop(name: string, collection: Collection): void {
    this.open.delete(name);
    collection.close().catch(() => {});
  }

  private openIt(name: string): Promise<void> {
    const opening =
      this.opening.get(name) ??
      this.tryToOpen(name).finally(() => {
        this.opening.delete(name);
      });
    this.opening.set(name, opening);
    return opening;
  }

  /** One that was broken may have been repaired. */
  private async tryToOpen(name: string): Promise<void> {
    const path = this.placeOf(name);
    this.notOpen.delete(name);
    if (!existsSync(path)) return;
    try {
      this.open.set(name, await openCollection(path, { threads: this.threads, readOnly: true }));
    } catch (error) {
      if ((error as NeardupError).code !== 'NO_COLLECTION') this.break(path, error as Error);
    }
  }

  private placeOf(name: string): string {
    return this.others.get(name) ?? join(this.folder, name + ENDING);
  }
}
