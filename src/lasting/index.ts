/** The door of lasting/: what the public API may call. The contract is `src/lasting.ts`. */
import { addFolderKind } from '../read/index.ts';
import { collectionFolders } from './collection-source.ts';

export { type Repaired, repairFolder as repairCollection } from '../collection/index.ts';
export * from '../lasting.ts';
export type { Collection } from './collection.ts';
export { type DedupOptions, dedup } from './dedup.ts';
export { createCollection, openCollection } from './open.ts';

/** From now on a collection is an input like a file. Importing this door does it; a bundle without side effects calls it. */
export function readCollections(): void {
  addFolderKind(collectionFolders);
}

readCollections();
