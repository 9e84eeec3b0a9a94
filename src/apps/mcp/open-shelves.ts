/** The shelves that a command line names. Their names are the last parts of their paths, numbered if two are the same. */
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { NeardupError } from '../../index.ts';
import { CollectionShelf } from './collection-shelf.ts';
import { FolderShelf } from './folder-shelf.ts';
import type { Shelf } from './shelf.ts';

export interface ShelfOptions {
  readonly allowWrites: boolean;
  readonly threads?: number;
}

export function openShelves(paths: readonly string[], options: ShelfOptions): ReadonlyMap<string, Shelf> {
  const shelves = new Map<string, Shelf>();
  for (const path of paths) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new NeardupError(
        'INPUT_NOT_FOUND',
        `Expected a collection or a folder, found none at \`${path}\`.`,
        {
          advice: 'Check the path.',
        },
      );
    }
    const name = freeName(basename(resolve(path)) || 'root', shelves);
    const isCollection = existsSync(join(path, 'collection.json'));
    shelves.set(
      name,
      isCollection ? new CollectionShelf(name, path, options) : new FolderShelf(name, path, options.threads),
    );
  }
  return shelves;
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 2, free = name; ; number++) {
    if (!taken.has(free)) return free;
    free = `${name}-${number}`;
  }
}
