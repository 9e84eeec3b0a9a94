/** The door of passages/: what other rooms and the public API may call. The contract is `src/passages.ts`. */
export * from '../passages.ts';
export { compare } from './compare.ts';
export { type ComparisonOfAll, compareAll, type SharingPair } from './compare-all.ts';
export {
  type BuildSourceIndexOptions,
  buildSourceIndex,
  type ComparisonIn,
  compareIn,
} from './compare-in.ts';
export type { CompareInput } from './compare-input.ts';
export { compareTexts, type LabeledText, type Vocabulary } from './comparison.ts';
export { type FingerprintPartsOptions, fingerprintParts, type PartFingerprint } from './fingerprint-parts.ts';
export { type Level, type LevelOptions, type LevelPrint, levelPrints } from './level-prints.ts';
export {
  COMPARE_DEFAULTS,
  type CompareAllOptions,
  type CompareInOptions,
  type CompareOptions,
} from './options.ts';
export { splitSentences } from './sentences.ts';
export { type FindOptions, SourceIndex, type SourceIndexOptions, type SourceIndexSize } from './sources.ts';
export { openThesauri } from './thesaurus/open.ts';
