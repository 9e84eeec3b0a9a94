/**
 * Engines: who computes. An engine knows bytes and numbers in one shared memory (the heap), never documents.
 *
 * Every computation is a kernel with two implementations that give the same bits: `scalar` (plain TypeScript, the
 * specification and the fallback) and `wasm` (AssemblyScript, SIMD). A GPU computes a few as well (docs/gpu.md).
 * `NEARDUP_ENGINE=scalar|wasm|gpu` forces one.
 */
import type { Heap } from './engines/heap.ts';
import type { Job } from './engines/jobs.ts';
import type { KernelName, Kernels } from './engines/kernels.ts';
import type { Seed } from './engines/seed.ts';

export type { EngineName, Kernels, KernelsName } from './engines/kernels.ts';

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
  /** The GPU, if one was asked for and found. */
  readonly gpu?: Accelerator;
  /** Runs a job of a room on a free worker (with one thread: here and now). Jobs may finish in any order. */
  run<A, R>(job: Job<A, R>, args: A): Promise<R>;
  /** Calls one kernel there. */
  call<K extends KernelName>(kernel: K, ...args: Parameters<Kernels[K]>): Promise<ReturnType<Kernels[K]>>;
  close(): Promise<void>;
}

/** Kernels of a GPU. They are asynchronous, so they are called where the engine was opened, not in jobs. */
export interface Accelerator {
  readonly name: string;
  /** Whether it has computed anything. */
  readonly used: boolean;
  /** Whether it can compute shingles of this shape, and still works. */
  takes(shape: number): boolean;
  /** `Kernels.bandKeys`. False: nothing was written, and the other kernels must do it. */
  bandKeys(...args: Parameters<Kernels['bandKeys']>): Promise<boolean>;
  /** The distinct shingles of a canonical text that are kept, ascending; undefined if the other kernels must do it. */
  image(
    text: Uint8Array,
    shape: number,
    kept: ShinglesKept,
  ): Promise<{ values: BigUint64Array; isWhole: boolean } | undefined>;
  close(): void;
}

/** Which shingles an image keeps: the `least` smallest of those that can be divided by `divisor` (up to 65,535). */
export interface ShinglesKept {
  readonly least: number;
  readonly divisor: number;
}
