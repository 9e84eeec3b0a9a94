/** The thread behind a pool: takes a job, does it, answers, waits for the next. */
import { parentPort, workerData } from 'node:worker_threads';
import { Heap } from '../heap.ts';
import { type AnyJob, kernelCall } from '../jobs.ts';
import { loadKernels } from '../load.ts';
import type { WorkerAnswer, WorkerJob, WorkerStart } from './pool.ts';

/** Makes the calling thread, which a `WorkerPool` started, do these jobs. */
export async function serveJobs(jobs: readonly AnyJob[]): Promise<void> {
  const byName = new Map([kernelCall as AnyJob, ...jobs].map((job) => [job.name, job]));
  const { engine, memory, scratch, module } = workerData as WorkerStart;
  const heap = new Heap(memory);
  const kernels = await loadKernels(engine, heap, scratch, module);
  parentPort!.on('message', ({ name, args }: WorkerJob) => {
    let answer: WorkerAnswer;
    try {
      const job = byName.get(name);
      if (job === undefined) throw new Error(`src/worker.ts does not list the job "${name}"`);
      answer = { result: job.run(args as never, kernels, heap) };
    } catch (error) {
      answer = { failure: error instanceof Error ? error.message : String(error) };
    }
    parentPort!.postMessage(answer);
  });
}
