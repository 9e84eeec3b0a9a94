/** `neardup/passages`: the passages that texts share (paper D). */

export type { LabeledText } from '../passages/comparison.ts';
export {
  type BuildSourceIndexOptions,
  buildSourceIndex,
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
  compareTexts,
  type FingerprintPartsOptions,
  findSources,
  fingerprintParts,
  openThesauri,
  type PartFingerprint,
  type PassageOptions,
  type SharingPair,
  type SourceCollection,
  SourceIndex,
  type SourceIndexOptions,
  type SourceOptions,
  splitSentences,
} from '../passages/index.ts';
export { type Level, type LevelOptions, type LevelPrint, levelPrints } from '../passages/level-prints.ts';
export type * from '../passages.ts';
