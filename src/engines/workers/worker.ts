/** The thread behind a pool: takes a job, does it, answers, waits for the next. */
import { parentPort, workerData } from 'node:worker_threads';
import { Heap } from '../heap.ts';
import { type Job, runJob } from '../jobs.ts';
import { loadKernels } from '../load.ts';
import type { WorkerAnswer, WorkerStart } from './pool.ts';

const { engine, memory, scratch, module } = workerData as WorkerStart;
const heap = new Heap(memory);
const kernels = await loadKernels(engine, heap, scratch, module);

parentPort!.on('message', (job: Job) => {
  let answer: WorkerAnswer;
  try {
    answer = { result: runJob(job, kernels, heap) };
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  parentPort!.postMessage(answer);
});
