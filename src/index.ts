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
export { canonicalText } from './canonicalize.ts';
export type {
  ComparedSource,
  ComparedText,
  CompareSettings,
  Comparison,
  MatrixCells,
  Passage,
  PassageKind,
  PassageSide,
  Sentence,
  Span,
} from './compare.ts';
export {
  type Boilerplate,
  type FindOptions,
  type FoundSources,
  type SharedPart,
  type SourceCandidate,
  SourceIndex,
  type SourceIndexOptions,
  type SourceIndexSize,
  splitSentences,
} from './compare.ts';
export type { Document, Place, Problem } from './document.ts';
export { type ErrorCode, NeardupError } from './errors.ts';
export { formatFingerprint, parseFingerprint, simhashOf } from './fingerprint.ts';
export { DEFAULTS, type Options, type Progress } from './options.ts';

export {
  abortAll,
  type ComparisonFormat,
  comparisonObjects,
  type FingerprintFormat,
  formatComparison,
  formatGroup,
  formatPair,
  formatRemoved,
  formatSearchResult,
  formatSummary,
  type Group,
  type JsonComparison,
  type JsonComparisonSummary,
  type JsonPassage,
  type Pair,
  type Removed,
  type SearchResult,
  type Summary,
  type TextFormat,
  visible,
} from './report.ts';
export { COMPARE_DEFAULTS, type CompareOptions, compare } from './verbs/compare.ts';
export {
  buildSourceIndex,
  type CompareInOptions,
  type ComparisonIn,
  compareIn,
} from './verbs/compare-in.ts';
export type { CompareInput } from './verbs/compare-input.ts';
export { ComparisonPage } from './verbs/comparison-page.ts';
export { type DedupOptions, dedup } from './verbs/dedup.ts';
export { type EvaluateOptions, type Evaluation, evaluate } from './verbs/evaluate.ts';
export { type DocumentFingerprint, fingerprint, fingerprintLines } from './verbs/fingerprint.ts';
export {
  type FingerprintPartsOptions,
  fingerprintParts,
  type PartFingerprint,
} from './verbs/fingerprint-parts.ts';
export { groups } from './verbs/groups.ts';
export type { Input, InputDocument } from './verbs/input.ts';
export { pairs } from './verbs/pairs.ts';
export type { RunStream } from './verbs/run-stream.ts';
export { type Queries, queriesFrom, type SearchOptions, search } from './verbs/search.ts';
export {
  addToIndex,
  type BuildIndexOptions,
  buildIndex,
  type IndexInfo,
  type OpenedIndex,
  openIndex,
} from './verbs/signature-index.ts';
export { type DocumentText, texts } from './verbs/texts.ts';
