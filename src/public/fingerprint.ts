/** `neardup/fingerprint`: simhash (paper A), images of shingles (paper C), and the choice of bands. */
export {
  type BandOptions,
  type Bands,
  bandProbability,
  bandsFor,
  computeImage,
  containment,
  type Estimate,
  formatFingerprint,
  type Image,
  imageOf,
  type MethodOptions,
  methodFor,
  parseFingerprint,
  resemblance,
  resemblanceDistance,
  type Selection,
  type SimhashOptions,
  shinglesOf,
  simhashOf,
} from '../fingerprint/index.ts';
export type { FingerprintOptions, HashName, ShingleOptions } from '../fingerprint.ts';
