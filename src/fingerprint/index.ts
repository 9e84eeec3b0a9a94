/** The door of fingerprint/: what other rooms and the public API may call. The contract is `src/fingerprint.ts`. */
export * from '../fingerprint.ts';
export { type Bands, bandsFor } from './band-choice.ts';
export { computeImage, containment, type Image, imageOf, resemblance } from './images.ts';
export { type MethodOptions, methodFor } from './method-choice.ts';
export { defaultShingle, FINGERPRINT_RULES, refuseUselessOrder, SHINGLE_RULES } from './options.ts';
export { needsSentences, type Selection, shinglesOf, textShape } from './shingles.ts';
export {
  formatFingerprint,
  parseFingerprint,
  type SimhashOptions,
  simhashMode,
  simhashOf,
} from './simhash.ts';
export { log2, TERM_SLOTS, TermStatistics } from './term-statistics.ts';
export { LEVELS, WordLevels } from './word-levels.ts';
