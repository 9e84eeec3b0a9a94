/** `neardup/nearest`: the documents most like a text, by signatures (paper B) and words. */
export {
  cumulativeDistanceRatio,
  type DocumentSignature,
  type NearestSignaturesOptions,
  nearestSignatures,
  type QueryOptions,
  recallAt,
  type SearchOptions,
  SignatureStore,
  type SignaturesOptions,
  type StructureOptions,
  search,
  signatures,
} from '../nearest/index.ts';
export { distanceRatios } from '../nearest/indexes/metrics.ts';
export type * from '../nearest.ts';
export { newSignatureIndex } from '../nearest.ts';
