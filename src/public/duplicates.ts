/** `neardup/duplicates`: indexes of fingerprints (paper A), joins, and the verbs that prove what they find. */
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
  nearPairs,
  type PairsOptions,
  PermutedTables,
  pairs,
  permutedPairs,
} from '../duplicates/index.ts';
export type * from '../duplicates.ts';
