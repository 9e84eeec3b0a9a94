/** The door of duplicates/: what other rooms and the public API may call. The contract is `src/duplicates.ts`. */
export * from '../duplicates.ts';
export { bandBuckets } from './candidates/bands.ts';
export { CrawlIndex } from './candidates/crawl-index.ts';
export { CROWD } from './candidates/crowds.ts';
export { EightBlocks } from './candidates/eight-blocks.ts';
export { joinPairs } from './candidates/join/join-pairs.ts';
export { LinearScan, linearPairs } from './candidates/linear-scan.ts';
export { PermutedTables } from './candidates/permuted-tables.ts';
export { countShinglesJob, rareShinglesJob } from './candidates/rarity-job.ts';
export { findMatches, type Matches } from './check/find-matches.ts';
export { KeyLists } from './check/key-lists.ts';
export { KnownSketches } from './check/known-sketches.ts';
export type { StoredDocuments, StoredTables } from './check/stored-candidates.ts';
export { dedupOnce, removedPath } from './dedup.ts';
export { type Evaluation, evaluate } from './evaluate.ts';
export { evaluateFound } from './evaluate-found.ts';
export { EVALUATE_RULES, type EvaluateOptions } from './evaluate-options.ts';
export { fingerprintPairs } from './fingerprint-pairs.ts';
export { groups } from './groups.ts';
export { imagePairs } from './image-pairs.ts';
export { FieldValues, type Reading, readingOf } from './keep/field-values.ts';
export { JOB_TEXTS } from './keep/job-texts.ts';
export { documentOrder } from './keep/keep-order.ts';
export { KeepValues } from './keep/keep-values.ts';
export { leadJob } from './keep/lead-job.ts';
export { localBuckets, proveInOrder, roleOf } from './keep/leaders.ts';
export { keepPolicy, keepRule, keepSql } from './keep/policies.ts';
export {
  DEDUP_RULES,
  DEFAULTS,
  type DedupOnceOptions,
  DUPLICATE_RULES,
  FINGERPRINT_PAIRS_RULES,
  type FingerprintPairsOptions,
  GROUPS_RULES,
  type GroupsOptions,
  IMAGE_PAIRS_RULES,
  type ImagePairsOptions,
  PAIRS_RULES,
  type PairsOptions,
  resolveDuplicateOptions,
  STORED_GROUPS_RULES,
  STORED_THRESHOLD,
} from './options.ts';
export { annotationColumns, annotationValues, checkAnnotation } from './outputs/annotations.ts';
export { both, ShownFields } from './outputs/shown-fields.ts';
export { pairs } from './pairs.ts';
export { compareJob } from './proof/compare-job.ts';
export { proveTexts } from './proof/compare-texts.ts';
export { evidence } from './proof/evidence.ts';
export { meetJob } from './proof/meet-job.ts';
export { pairOf } from './proof/pair-of.ts';
export { hashShingles, shingleHashesJob } from './proof/shingle-hashes-job.ts';
