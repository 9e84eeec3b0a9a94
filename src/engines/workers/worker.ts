/** The thread behind a pool: is told its heap and kernels, then takes a job, does it, answers, waits for the next. */
import { parentPort } from 'node:worker_threads';
import type { Kernels } from '../../engines.ts';
import { Heap } from '../heap.ts';
import { type Job, runJob } from '../jobs.ts';
import { loadKernels } from '../load.ts';
import type { WorkerAnswer, WorkerStart } from './pool.ts';

let started: Promise<{ heap: Heap; kernels: Kernels }>;

parentPort!.on('message', async (message: WorkerStart | Job) => {
  if ('memory' in message) started = start(message);
  else {
    const { heap, kernels } = await started;
    parentPort!.postMessage(answer(message, kernels, heap));
  }
});

async function start({ engine, memory, scratch, module }: WorkerStart) {
  const heap = new Heap(memory);
  return { heap, kernels: await loadKernels(engine, heap, scratch, module) };
}

function answer(job: Job, kernels: Kernels, heap: Heap): WorkerAnswer {
  try {
    return { result: runJob(job, kernels, heap) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
