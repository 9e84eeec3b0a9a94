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
export { type CanonicalTextOptions, canonicalText } from './canonicalize/index.ts';
export type {
  Boilerplate,
  ComparedSource,
  ComparedText,
  CompareSettings,
  Comparison,
  FoundSources,
  MatrixCells,
  Passage,
  PassageKind,
  PassageSide,
  Sentence,
  SharedPart,
  SourceCandidate,
  Span,
} from './comparison.ts';
export type { Document, Place, Problem } from './document.ts';
export {
  DEFAULTS,
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  type FingerprintPairsOptions,
  fingerprintPairs,
  type GroupsOptions,
  groups,
  type PairsOptions,
  pairs,
} from './duplicates/index.ts';
export { type ErrorCode, NeardupError } from './errors.ts';
export { formatFingerprint, parseFingerprint, type SimhashOptions, simhashOf } from './fingerprint/index.ts';
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
  type SourcesAnswer,
  type SourcesOptions,
  type StoredWatch,
  type Watch,
  type WatchAnswer,
  type WatchEvent,
} from './lasting/index.ts';
export {
  type AddToIndexOptions,
  addToIndex,
  type BuildIndexOptions,
  buildIndex,
  type IndexInfo,
  type OpenedIndex,
  type OpenIndexOptions,
  openIndex,
  type Queries,
  type QueryOptions,
  queriesFrom,
  type SearchOptions,
  search,
} from './nearest/index.ts';
export type { CompareInput } from './passages/index.ts';
export {
  type BuildSourceIndexOptions,
  buildSourceIndex,
  COMPARE_DEFAULTS,
  type CompareAllOptions,
  type CompareInOptions,
  type CompareOptions,
  type ComparisonIn,
  type ComparisonOfAll,
  compare,
  compareAll,
  compareIn,
  type FindOptions,
  type FingerprintPartsOptions,
  fingerprintParts,
  type PartFingerprint,
  type SharingPair,
  type SourceCollection,
  SourceIndex,
  type SourceIndexOptions,
  type SourceIndexSize,
  splitSentences,
} from './passages/index.ts';
export {
  type DocumentFingerprint,
  type FilterOptions,
  type FilterSummary,
  type FingerprintRunOptions,
  filterLines,
  fingerprint,
  fingerprintLines,
} from './pipeline/index.ts';
export type { Input, InputDocument } from './read/index.ts';
export { type DocumentText, type TextsOptions, texts } from './read/index.ts';
export {
  type ClassRows,
  type ComparisonFormat,
  ComparisonPage,
  type ComparisonRows,
  classRows,
  comparisonHtml,
  comparisonObjects,
  comparisonRows,
  type FingerprintFormat,
  formatCandidate,
  formatComparison,
  formatGroup,
  formatPair,
  formatRemoved,
  formatSearchResult,
  formatSharing,
  formatSummary,
  type JsonComparison,
  type JsonComparisonSummary,
  type JsonPassage,
  type PairRow,
  type TextFormat,
  writeAppPage,
} from './report/index.ts';
export type { CandidatePair, Group, Pair, Removed, SearchResult, Summary } from './results.ts';
export type { Progress, RunOptions } from './run-options.ts';
export type { RunStream } from './run-stream.ts';
export { dedupOnSpark, type SparkOptions, writeSparkArchive } from './spark/index.ts';
export { runStage, STAGES, type StageName, type StageRun } from './stages/index.ts';
export { visible, visibleJson, visibleText } from './visible.ts';
export { inCode, inWords, type Name, type Wording } from './wording.ts';
export { abortAll, onFirstUnfinished } from './write/index.ts';
