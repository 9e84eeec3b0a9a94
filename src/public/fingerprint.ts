/** `neardup/fingerprint`: simhash (paper A), images of shingles (paper C), and the choice of bands. */

export { type BandOptions, bandProbability } from '../fingerprint/band-choice.ts';
export { type Estimate, resemblanceDistance } from '../fingerprint/images.ts';
export {
  type Bands,
  bandsFor,
  computeImage,
  containment,
  formatFingerprint,
  type Image,
  imageOf,
  type MethodOptions,
  methodFor,
  parseFingerprint,
  resemblance,
  type Selection,
  type SimhashOptions,
  shinglesOf,
  simhashOf,
} from '../fingerprint/index.ts';
export type { FingerprintOptions, HashName, ShingleOptions } from '../fingerprint.ts';
