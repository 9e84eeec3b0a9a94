/**
 * The door of engines/: engines, heaps, jobs and their options. The contract is `src/engines.ts`. A room that calls a kernel also imports the
 * layout of its memory (`layouts/`) and, for single values, its plain form (`scalar/`).
 */
export * from '../engines.ts';
export { hash64, popcount } from './hamming.ts';
export { type Address, addressIn, aligned, Heap, plus } from './heap.ts';
export type { Job } from './jobs.ts';
export { mixedHash } from './mixed-hash.ts';
export { ENGINE_RULES, type EngineOptions, openEngine, threadsFor } from './open.ts';
export { NO_SEED, randomSeed, type Seed } from './seed.ts';
export { isPlain, type ShingleForm, shingleShape } from './shingle-shape.ts';
export * from './structs.ts';
export { compileKernels } from './wasm/kernels.ts';
export { serveJobs } from './workers/serve.ts';
