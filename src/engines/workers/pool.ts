/** A pool of worker threads over one heap. One message per job (a batch of many documents), none per document. */
import { NeardupError } from '../../errors.ts';
import { startThread } from '../../platform/threads.ts';
import type { Thread } from '../../platform.ts';
import type { Heap } from '../heap.ts';
import type { Job } from '../jobs.ts';
import type { KernelsName } from '../kernels.ts';
import { compileKernels, scratchBytes } from '../wasm/kernels.ts';

/** The start arguments of a worker. */
export interface WorkerStart {
  engine: KernelsName;
  memory: WebAssembly.Memory;
  scratch: number;
  /** The kernels, compiled already. */
  module?: WebAssembly.Module;
}

/** A message to a worker: a job of `src/worker.ts`, its arguments, and the size of the heap that they point into. */
export interface WorkerJob {
  name: string;
  args: unknown;
  heapBytes: number;
}

/** A worker's answer: the result of its last job, or the reason for its failure. */
export type JobAnswer = { result: unknown } | { failure: string };

type JobThread = Thread<WorkerJob>;

interface Waiting {
  job: WorkerJob;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

/** Jobs a worker holds: one it runs, and one that waits there, so that the worker need not wait for the main thread. */
const JOBS_AHEAD = 2;

export class WorkerPool {
  /** The workers with the jobs they hold, in the order they will be answered. */
  private readonly workers = new Map<JobThread, Waiting[]>();
  private readonly queue: Waiting[] = [];
  /** Why jobs fail from now on. */
  private dead: { readonly reason: unknown } | undefined;

  private constructor(private readonly heap: Heap) {}

  static async start(engine: KernelsName, heap: Heap, threads: number): Promise<WorkerPool> {
    const pool = new WorkerPool(heap);
    const module = engine === 'wasm' ? await compileKernels() : undefined;
    const bytes = module === undefined ? 0 : await scratchBytes(module, heap);
    for (let i = 0; i < threads; i++) {
      const scratch = heap.allocate(bytes);
      const worker: JobThread = await startThread<WorkerStart, WorkerJob, JobAnswer>(
        { engine, memory: heap.memory, scratch, module },
        (answer) => pool.answered(worker, answer),
        (error) => pool.died(error),
      );
      pool.workers.set(worker, []);
    }
    return pool;
  }

  run<A, R>({ name }: Job<A, R>, args: A): Promise<R> {
    if (this.dead !== undefined) return Promise.reject(this.dead.reason);
    return new Promise((resolve, reject) => {
      const job = { name, args, heapBytes: this.heap.u8.length };
      this.queue.push({ job, resolve: resolve as (result: unknown) => void, reject });
      this.dispatch();
    });
  }

  /** Ends the workers, whatever they do; jobs that wait fail with this reason. */
  abort(reason: unknown): void {
    this.fail(reason);
    void this.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers.keys()].map((worker) => worker.end()));
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const [worker, held] = this.leastBusy();
      if (held.length >= JOBS_AHEAD) return;
      const waiting = this.queue.shift()!;
      held.push(waiting);
      worker.keepAlive(true);
      worker.post(waiting.job);
    }
  }

  private leastBusy(): [JobThread, Waiting[]] {
    let least: [JobThread, Waiting[]] | undefined;
    for (const entry of this.workers)
      if (least === undefined || entry[1].length < least[1].length) least = entry;
    return least!;
  }

  private answered(worker: JobThread, answer: JobAnswer): void {
    const held = this.workers.get(worker)!;
    const waiting = held.shift();
    // the pool died while this answer was on its way
    if (waiting === undefined) return;
    if (held.length === 0) worker.keepAlive(false);
    if ('failure' in answer)
      waiting.reject(new NeardupError('ENGINE_FAILED', `A worker failed: ${answer.failure}`));
    else waiting.resolve(answer.result);
    this.dispatch();
  }

  private died(error: Error): void {
    this.fail(new NeardupError('ENGINE_FAILED', `A worker died: ${error.message}`, { cause: error }));
  }

  /** Rejects all jobs that wait, and those that come later. Only the first reason counts. */
  private fail(reason: unknown): void {
    if (this.dead !== undefined) return;
    this.dead = { reason };
    for (const waiting of [...[...this.workers.values()].flat(), ...this.queue]) waiting.reject(reason);
    for (const held of this.workers.values()) held.length = 0;
    this.queue.length = 0;
  }
}
