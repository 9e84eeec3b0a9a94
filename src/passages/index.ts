/** The door of passages/: what other rooms and the public API may call. The contract is `src/passages.ts`. */

export type { CommonText, ComparisonOfAll, SharingPair } from '../answers/comparisons.ts';
export type { PartFingerprint } from '../answers/runs.ts';
export * from '../passages.ts';
export { canonicalSentences, packDocuments, type SentenceSteps } from './canonical-sentences.ts';
export { compare } from './compare.ts';
export { compareAll } from './compare-all.ts';
export {
  type BuildSourceIndexOptions,
  buildSourceIndex,
  type ComparisonIn,
  compareIn,
  compareWithBest,
} from './compare-in.ts';
export type { CompareInput } from './compare-input.ts';
export { compareTexts } from './comparison.ts';
export { fingerprintParts } from './fingerprint-parts.ts';
export {
  COMPARE_ALL_RULES,
  COMPARE_DEFAULTS,
  COMPARE_IN_RULES,
  COMPARE_READ_RULES,
  COMPARE_RULES,
  type CompareAllOptions,
  type CompareInOptions,
  type CompareOptions,
  FINGERPRINT_PARTS_RULES,
  type FingerprintPartsOptions,
  type PassageOptions,
  resolveCompareOptions,
  type SourceOptions,
} from './options.ts';
export { splitSentences } from './sentences.ts';
export { type Anchors, AnchorTable } from './sources/anchor-table.ts';
export { SentenceWords } from './sources/sentence-words.ts';
export {
  addAnchors,
  type FindOptions,
  findSources,
  type SourceCollection,
  SourceIndex,
  type SourceIndexOptions,
  type SourceIndexSize,
} from './sources.ts';
export { openThesauri } from './thesaurus/open.ts';
