/** A thread of a pool: takes a job, does it, answers, waits for the next. */

import { answer, onJob, started } from '../../platform/thread-parent.ts';
import { Heap } from '../heap.ts';
import { type AnyJob, kernelCall } from '../jobs.ts';
import { loadKernels } from '../load.ts';
import type { JobAnswer, WorkerJob, WorkerStart } from './pool.ts';

/** Makes the calling thread, which a `WorkerPool` started, do these jobs. */
export async function serveJobs(jobs: readonly AnyJob[]): Promise<void> {
  const byName = new Map([kernelCall as AnyJob, ...jobs].map((job) => [job.name, job]));
  const { engine, memory, scratch, module } = await started<WorkerStart>();
  const heap = new Heap(memory);
  const kernels = await loadKernels(engine, heap, scratch, module);
  const run = async ({ name, args, heapBytes }: WorkerJob): Promise<JobAnswer> => {
    try {
      const job = byName.get(name);
      if (job === undefined) throw new Error(`src/worker.ts does not list the job "${name}"`);
      await job.prepare?.(args as never);
      heap.reach(heapBytes);
      return { result: job.run(args as never, kernels, heap) };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  };
  // one after the other: the pool expects the answers in the order of the jobs
  let last = Promise.resolve();
  onJob((job: WorkerJob) => {
    last = last.then(async () => answer(await run(job)));
  });
}
