/**
 * Engines: who computes. An engine knows bytes and numbers in one shared memory (the heap), never documents.
 *
 * Every computation is a kernel with two implementations that give the same bits: `scalar` (plain TypeScript, the
 * specification and the fallback) and `wasm` (AssemblyScript, SIMD). `NEARDUP_ENGINE=scalar|wasm` forces one.
 */
import type { Heap } from './engines/heap.ts';
import type { Job, KernelName } from './engines/jobs.ts';
import type { Kernels } from './engines/kernels.ts';
import type { Seed } from './engines/seed.ts';

export type { EngineName, Kernels } from './engines/kernels.ts';

/** Kernels with a heap and a pool of workers to run them on. */
export interface Engine {
  /** Its name in reports: `wasm, 2 threads`. */
  readonly name: string;
  readonly threads: number;
  readonly heap: Heap;
  /** Random: of values that are compared with each other only, so that no input can be made for them. It never changes an answer. */
  readonly seed: Seed;
  /** The kernels on the calling thread. */
  readonly kernels: Kernels;
  /** Runs a job of a room on a free worker (with one thread: here and now). Jobs may finish in any order. */
  run<A, R>(job: Job<A, R>, args: A): Promise<R>;
  /** Calls one kernel there. */
  call<K extends KernelName>(kernel: K, ...args: Parameters<Kernels[K]>): Promise<ReturnType<Kernels[K]>>;
  close(): Promise<void>;
}
