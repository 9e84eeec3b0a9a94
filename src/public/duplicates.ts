/** `neardup/duplicates`: indexes of fingerprints (paper A), joins, and the verbs that prove what they find. */

export { nearPairs } from '../duplicates/candidates/join/join-pairs.ts';
export { permutedPairs } from '../duplicates/candidates/permuted-pairs.ts';
export {
  EightBlocks,
  type EvaluateOptions,
  type Evaluation,
  evaluate,
  type FingerprintPairsOptions,
  fingerprintPairs,
  type GroupsOptions,
  groups,
  type ImagePairsOptions,
  imagePairs,
  joinPairs,
  LinearScan,
  linearPairs,
  type PairsOptions,
  PermutedTables,
  pairs,
} from '../duplicates/index.ts';
export type * from '../duplicates.ts';
