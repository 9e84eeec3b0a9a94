/** The door of collection/: what the public API may call. The contract is `src/collection.ts`. */
import { addFolderKind } from '../read/index.ts';
import { collectionFolders } from './collection-source.ts';

export type { Repaired } from '../answers/collections.ts';
export * from '../collection.ts';
export type { Collection } from './collection.ts';
export { trim } from './known/trim.ts';
export { createCollection, openCollection } from './open.ts';
export {
  ADD_RULES,
  BACKUP_RULES,
  CHECK_RULES,
  type DedupOptions,
  EVENTS_RULES,
  KNOWN_TRIM_RULES,
  LIST_RULES,
  OPEN_RULES,
  REMOVE_RULES,
  SELECTION_RULES,
  SETTINGS_RULES,
  type SelectOptions,
  SHARDED_DEDUP_RULES,
  type TrimOptions,
  WATCH_RULES,
} from './options.ts';
export { dedup } from './shards/dedup.ts';
export { repairFolder as repairCollection } from './store/repair.ts';
export { type FilterOptions, type FilterSummary, filterLines } from './window/filter-lines.ts';
export { type SelectSummary, selectLines } from './window/select-lines.ts';

/** From now on a collection is an input like a file. Importing this door does it; a bundle without side effects calls it. */
export function readCollections(): void {
  addFolderKind(collectionFolders);
}

readCollections();
