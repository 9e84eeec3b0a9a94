/**
 * neardup: finds duplicate and near-duplicate documents and proves every match against the text.
 *
 * @module
 * @example
 * import { dedup } from 'neardup';
 *
 * const run = dedup([{ id: 'a', text: 'One text.' }, { id: 'b', text: 'One text!' }]);
 * for await (const { id, keptId, resemblance } of run) console.log(id, keptId, resemblance); // b a 1
 */

export type { CandidatePair, ImagePair } from './answers/copies.ts';
export * from './anywhere.ts';
export {
  type AddAnswer,
  type AddSummary,
  type AddToCollectionOptions,
  type CheckAnswer,
  type CheckCollectionOptions,
  type CheckQuery,
  type Collection,
  type CollectionDocument,
  type CollectionInfo,
  type CollectionSettings,
  createCollection,
  type DedupOptions,
  dedup,
  type EventsOptions,
  type FilterOptions,
  type FilterSummary,
  filterLines,
  type IndexName,
  type ListedDocument,
  type ListOptions,
  type ListPage,
  type OpenCollectionOptions,
  openCollection,
  type RemoveAnswer,
  type RemoveFilter,
  type Repaired,
  readCollections,
  repairCollection,
  type SearchAnswer,
  type SelectOptions,
  type SelectSummary,
  type SourcesAnswer,
  type SourcesOptions,
  type StoredWatch,
  selectLines,
  type TrimOptions,
  trim,
  type Watch,
  type WatchAnswer,
  type WatchEvent,
} from './collection/index.ts';
export {
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  evaluateFound,
  type FingerprintPairsOptions,
  fingerprintPairs,
  type ImagePairsOptions,
  imagePairs,
} from './duplicates/index.ts';
export {
  type NearestSignaturesOptions,
  nearestSignatures,
  type Queries,
  type QueryOptions,
  queriesFrom,
} from './nearest/index.ts';
export type { OptionRule, OptionRules, ValueSchema } from './option-rules.ts';
export { OPTIONS } from './options.ts';
export {
  type BuildSourceIndexOptions,
  buildSourceIndex,
  type FindOptions,
  type FingerprintPartsOptions,
  fingerprintParts,
  type PartFingerprint,
  type SourceCollection,
  SourceIndex,
  type SourceIndexOptions,
  type SourceIndexSize,
} from './passages/index.ts';
export { fingerprintLines } from './pipeline/index.ts';
export { npyHeader, shownFormats } from './read/index.ts';
export { isClusterAddress } from './remote-address.ts';
export {
  type CutUnit,
  type DecontaminateAction,
  type DecontaminateOptions,
  decontaminate,
  type RepeatOptions,
  type RepeatUnit,
} from './repeats/index.ts';
export {
  type ComparisonFormat,
  ComparisonPage,
  curveCsv,
  curveSvg,
  type FingerprintFormat,
  formatCandidate,
  formatComparison,
  formatFoundItem,
  formatGroup,
  formatImagePair,
  formatPair,
  formatRemoved,
  formatSearchResult,
  formatSharing,
  formatSummary,
  formatTrimmed,
  isListedAtFirst,
  type TextFormat,
  writeAppPage,
} from './report/index.ts';
export { dedupOnSpark, type SparkOptions, writeSparkArchive } from './spark/index.ts';
export { runStage, STAGES, type StageName, type StageRun } from './stages/index.ts';
export { visible, visibleJson, visibleText } from './visible.ts';
export { inCode, inWords, type Name, type Wording } from './wording.ts';
export {
  abortAll,
  atomicFile,
  checkOutputOf,
  leaveUploads,
  makeFolder,
  onFirstUnfinished,
  syncFolder,
  writtenFiles,
} from './write/index.ts';
