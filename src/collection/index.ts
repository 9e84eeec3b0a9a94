/** The door of collection/: what the public API may call. The contract is `src/collection.ts`. */
import { addFolderKind } from '../read/index.ts';
import { collectionFolders } from './collection-source.ts';

export type { Repaired } from '../answers/collections.ts';
export * from '../collection.ts';
export { AddBatch, type BatchChanges } from './changes/add-batch.ts';
export { Additions } from './changes/additions.ts';
export type { AddMode } from './changes/decide.ts';
export { type NewDocument, newDocuments } from './changes/new-documents.ts';
export { WriteQueue } from './changes/write-queue.ts';
export type { Collection } from './collection.ts';
export { FetchedDocuments } from './fetched-documents.ts';
export { missingIndex } from './indexes/open-indexes.ts';
export { trim } from './known/trim.ts';
export { momentOf, secondsOf } from './moments.ts';
export { createCollection, openCollection } from './open.ts';
export {
  ADD_RULES,
  BACKUP_RULES,
  CHECK_RULES,
  checkSettings,
  type DedupOptions,
  EVENTS_RULES,
  KNOWN_TRIM_RULES,
  keySchemeOf,
  LIST_RULES,
  newSettings,
  OPEN_RULES,
  PREFIX_RULE,
  REMOVE_RULES,
  resolveReading,
  SELECTION_RULES,
  SETTINGS_RULES,
  type SelectOptions,
  SHARDED_DEDUP_RULES,
  storedSettings,
  type TrimOptions,
  WATCH_RULES,
} from './options.ts';
export { AskTogether } from './questions/ask-together.ts';
export { checkTexts } from './questions/check.ts';
export { cutDocuments } from './questions/find-sources.ts';
export { toDocument } from './questions/read-documents.ts';
export { dedup } from './shards/dedup.ts';
export { type OpenedSteps, openTextSteps } from './steps.ts';
export type { StoredDocument } from './store/records.ts';
export { repairFolder as repairCollection } from './store/repair.ts';
export { UnderWay } from './under-way.ts';
export { type FilterOptions, type FilterSummary, filterLines } from './window/filter-lines.ts';
export { type SelectSummary, selectLines } from './window/select-lines.ts';

/** From now on a collection is an input like a file. Importing this door does it; a bundle without side effects calls it. */
export function readCollections(): void {
  addFolderKind(collectionFolders);
}

readCollections();
