/**
 * The door of engines/: engines, heaps, jobs and their options, modes and shapes that several rooms use, and a few plain functions for single
 * values. The contract is `src/engines.ts`. `engines/kernels/` has a file for the callers of each kernel.
 */
export * from '../engines.ts';
export { hash64, popcount } from './hamming.ts';
export { Heap } from './heap.ts';
export type { Job } from './jobs.ts';
export {
  CANONICAL_GROWTH,
  CanonicalMode,
  NEEDS_NORMALIZATION,
  SimhashMode,
  SLOT_SHIFT,
  TWO_STEPS,
} from './layouts/modes.ts';
export { mixedHash } from './mixed-hash.ts';
export { defaultThreads, ENGINE_RULES, type EngineOptions, openEngine, threadsFor } from './open.ts';
export { canonicalize as plainCanonicalize } from './scalar/canonicalize.ts';
export { idHash } from './scalar/id-hash.ts';
export { finish as mixBits } from './scalar/mix.ts';
export { regionalWords as plainRegionalWords } from './scalar/regional-words.ts';
export { distinctShingles } from './scalar/shingles.ts';
export { fingerprintBytes } from './scalar/simhash.ts';
export { NO_SEED, randomSeed, type Seed } from './seed.ts';
export { isPlain, SENTENCE_END, type ShingleForm, shingleRoom, shingleShape } from './shingle-shape.ts';
export { serveJobs } from './workers/serve.ts';
