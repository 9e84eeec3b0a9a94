/** `neardup/nearest`: the documents most like a text, by signatures (paper B) and words. */
export {
  cumulativeDistanceRatio,
  type DocumentSignature,
  distanceRatios,
  type NearestSignaturesOptions,
  nearestSignatures,
  type QueryOptions,
  recallAt,
  type SearchOptions,
  type SignaturesOptions,
  SignatureStore,
  type StructureOptions,
  search,
  signatures,
} from '../nearest/index.ts';
export { newSignatureIndex } from '../nearest.ts';
export type * from '../nearest.ts';
