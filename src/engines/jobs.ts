/**
 * Jobs: how a room runs work on a worker. A room defines a job by its name and its function; the engine runs it
 * without knowing its purpose. The arguments are addresses, numbers and small arrays, so they are cheap to send.
 *
 * Functions cannot be sent to a worker. `src/worker.ts` lists the jobs of all rooms, and a worker finds one by its name.
 */
import type { Heap } from './heap.ts';
import type { KernelName, Kernels } from './kernels.ts';

export interface Job<Arguments, Result> {
  /** Unique among all jobs. */
  readonly name: string;
  /** Opens resources named by the arguments, on the job's thread, before it runs. */
  readonly prepare?: (args: Arguments) => Promise<void>;
  run(args: Arguments, kernels: Kernels, heap: Heap): Result;
}

/** A job of any kind, as in a worker's list. */
export type AnyJob = Job<never, unknown>;

export interface KernelCall {
  readonly kernel: KernelName;
  readonly args: readonly unknown[];
}

/** The only job of the engine's own: one call of one kernel. */
export const kernelCall: Job<KernelCall, unknown> = {
  name: 'kernel call',
  run: ({ kernel, args }, kernels) => (kernels[kernel] as (...args: readonly unknown[]) => unknown)(...args),
};
