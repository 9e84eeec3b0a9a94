/** The pool, as a thread of Node's sees it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerAnswer, WorkerJob, WorkerStart } from './pool.ts';

export async function started(): Promise<WorkerStart> {
  return workerData as WorkerStart;
}

export function onJob(take: (job: WorkerJob) => void): void {
  parentPort!.on('message', take);
}

export function answer(message: WorkerAnswer): void {
  parentPort!.postMessage(message);
}
