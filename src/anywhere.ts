/** The part of the public API that needs no file system: `index.ts` and `browser.ts` both have it. */

export type { Group, Pair, Removed } from './answers/copies.ts';
export type { Disguise, Disguises } from './answers/disguises.ts';
export type { Cut, KeptPlace, KnownPlace, Trimmed } from './answers/repeats.ts';
export type { SearchResult, Summary } from './answers/runs.ts';
export { type CanonicalTextOptions, canonicalText, findDisguises } from './canonicalize/index.ts';
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
export { DEFAULTS, type GroupsOptions, groups, type PairsOptions, pairs } from './duplicates/index.ts';
export { type ErrorCode, NeardupError } from './errors.ts';
export { formatFingerprint, parseFingerprint, type SimhashOptions, simhashOf } from './fingerprint/index.ts';
export {
  type DocumentSignature,
  type SearchOptions,
  type SignaturesOptions,
  search,
  signatures,
} from './nearest/index.ts';
export {
  COMPARE_DEFAULTS,
  type CommonText,
  type CompareAllOptions,
  type CompareInOptions,
  type CompareInput,
  type CompareOptions,
  type ComparisonIn,
  type ComparisonOfAll,
  compare,
  compareAll,
  compareIn,
  type SharingPair,
  splitSentences,
} from './passages/index.ts';
export {
  type CanonicalDocument,
  type CanonicalTextsOptions,
  canonicalTexts,
  type DocumentFingerprint,
  type DocumentImage,
  type DocumentImagesOptions,
  documentImages,
  type FingerprintRunOptions,
  fingerprint,
} from './pipeline/index.ts';
export { type DocumentText, type Input, type InputDocument, type TextsOptions, texts } from './read/index.ts';
export {
  type ClassRows,
  type ComparisonRows,
  classRows,
  comparisonHtml,
  comparisonObjects,
  comparisonRows,
  type JsonComparison,
  type JsonComparisonSummary,
  type JsonPassage,
  type ListedPairs,
  type PairRow,
} from './report/index.ts';
export type { Progress, RunOptions } from './run-options.ts';
export type { RunStream } from './run-stream.ts';
