/**
 * Engines: who computes. An engine knows bytes and numbers in one shared memory (the heap), never documents.
 *
 * Every computation is a kernel with two implementations that give the same bits: `scalar` (plain TypeScript, the
 * specification and the fallback) and `wasm` (AssemblyScript, SIMD). `NEARDUP_ENGINE=scalar|wasm` forces one.
 */
import type { Heap } from './engines/heap.ts';
import type { Job, JobResult } from './engines/jobs.ts';
import type { Kernels } from './engines/kernels.ts';

export { Heap } from './engines/heap.ts';
export { type CompareJob, compareSpace } from './engines/jobs/compare.ts';
export type {
  JoinCountBothJob,
  JoinCountJob,
  JoinPartJob,
  JoinScatterJob,
  JoinSortJob,
} from './engines/jobs/join.ts';
export { type LeadJob, type LeadResult, leadSpace, Role } from './engines/jobs/lead.ts';
export type { PrepareJob } from './engines/jobs/prepare.ts';
export { type RarityResult, raritySpace } from './engines/jobs/rarity.ts';
export { type StoredLines, type StoredPiece, UNREAD } from './engines/jobs/scan.ts';
export {
  type CallJob,
  type ClusterJob,
  clusterWorkBytes,
  type SignatureJob,
  type SignJob,
} from './engines/jobs/signatures.ts';
export type { Job, JobResult } from './engines/jobs.ts';
export { JsonlRecord, JsonlScan } from './engines/jsonl.ts';
export type { EngineName, Kernels } from './engines/kernels.ts';
export {
  CANONICAL_GROWTH,
  CanonicalMode,
  NEEDS_NORMALIZATION,
  SimhashMode,
  TWO_STEPS,
} from './engines/layouts/modes.ts';
export { type MatrixField, MatrixTile, matrixWorkBytes } from './engines/matrix.ts';
export { openEngine } from './engines/open.ts';
export {
  isPlain,
  SENTENCE_END,
  type ShingleForm,
  shingleRoom,
  shingleShape,
} from './engines/shingle-shape.ts';
export { MISSING_BYTES } from './engines/stem-table.ts';

/** Kernels with a heap and a pool of workers to run them on. */
export interface Engine {
  /** As reports name it: `wasm, 2 threads`. */
  readonly name: string;
  readonly threads: number;
  readonly heap: Heap;
  /** The kernels on the calling thread. */
  readonly kernels: Kernels;
  /** Runs a job on a free worker (with one thread: here and now). Jobs may finish in any order. */
  run<J extends Job>(job: J): Promise<JobResult<J>>;
  close(): Promise<void>;
}
