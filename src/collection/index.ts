/** The door of collection/: what the public API may call. The contract is `src/collection.ts`. */
import { addFolderKind } from '../read/index.ts';
import { collectionFolders } from './collection-source.ts';

export * from '../collection.ts';
export type { Collection } from './collection.ts';
export { createCollection, openCollection } from './open.ts';
export { type DedupOptions, dedup } from './shards/dedup.ts';
export { type Repaired, repairFolder as repairCollection } from './store/repair.ts';
export { type FilterOptions, type FilterSummary, filterLines } from './window/filter-lines.ts';

/** From now on a collection is an input like a file. Importing this door does it; a bundle without side effects calls it. */
export function readCollections(): void {
  addFolderKind(collectionFolders);
}

readCollections();
