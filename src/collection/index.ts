/** The door of collection/: what other rooms and the public API may call. The contract is `src/collection.ts`. */
export * from '../collection.ts';
export { BatchBuilder, type TextBatch } from './batch-builder.ts';
export { Corpus } from './columns.ts';
export { DocumentIds } from './document-ids.ts';
export { growingNumbers, growingU32, growingU64 } from './growing.ts';
export { IdTable } from './id-table.ts';
export {
  type IndexFacts,
  type IndexFile,
  type IndexKind,
  type IndexPart,
  indexBytesIn,
  openIndexIn,
  type StreamedPart,
  saveIndexIn,
  whileLocked,
} from './index-file.ts';
export { type JobTexts, jobTexts } from './job-texts.ts';
export { prepareJob } from './jobs/prepare.ts';
export { scanJob } from './jobs/scan.ts';
export {
  type Check,
  isCount,
  isObject,
  isShare,
  isString,
  isU32,
  listOf,
  optional,
  parsedJson,
  recordOf,
  shape,
  wrongField,
} from './json-shapes.ts';
export { loadCorpus, takesLines } from './load.ts';
export { LOAD_RULES } from './options.ts';
export { pause } from './pause.ts';
export { type PreparedBatch, prepareBatch, type Steps } from './prepare-batch.ts';
export { type HeapText, here, PreparedTexts, type TextToPrepare } from './prepared-texts.ts';
export { type LineSteps, type ScannedLines, scanLines } from './scan-lines.ts';
export { Spool } from './spool.ts';
export { type BackupOptions, backUp } from './store/backup.ts';
export { besideWriter, WriterWasFaster } from './store/beside-writer.ts';
export { type CompactedLog, type KeepLine, linesOf } from './store/compact.ts';
export { type FileFacts, fileDigest, fileFacts } from './store/file-digest.ts';
export { CollectionFolder, type FolderOptions, hasCollection } from './store/folder.ts';
export { KILL_POINTS, type KillPoint, killPoint, onKillPoint } from './store/kill-points.ts';
export type { DocumentLog, LogBatch, LogPosition, Place } from './store/log.ts';
export type { Part, PartsFile } from './store/parts-file.ts';
export {
  type CollectionRecord,
  documentLine,
  type EventRecord,
  eventLine,
  idOfLine,
  parseDocument,
  parseRecord,
  removalLines,
  type StoredDocument,
  type TouchRecord,
  touchLines,
} from './store/records.ts';
export { type Repaired, repairFolder } from './store/repair.ts';
export {
  catchUp,
  type DocumentFacts,
  DocumentTable,
  GONE,
  type MergedTable,
} from './tables/document-table.ts';
export { DocumentView, isLivingIn, type SharedBands } from './tables/document-view.ts';
export {
  areSegmentFiles,
  readSegment,
  type SegmentFiles,
  type SegmentKind,
  writeChanges,
  writeSegment,
} from './tables/segment-file.ts';
export { isHashOf, textHash } from './text-hash.ts';
export { longestText, openTexts, readFully, readText, type TextsInFile } from './texts-in-file.ts';
export { NumberedIds, UniqueIds } from './unique-ids.ts';
export { packWork } from './work.ts';
