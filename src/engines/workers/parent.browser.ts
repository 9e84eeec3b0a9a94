/** The pool, as a web worker sees it: the first message starts the worker, the others are jobs. */
import type { WorkerAnswer, WorkerJob, WorkerStart } from './pool.ts';

/** Messages that came before their turn. */
const early: unknown[] = [];
let take = (message: unknown): void => void early.push(message);
self.onmessage = ({ data }) => take(data);

export function started(): Promise<WorkerStart> {
  return new Promise((resolve) => {
    take = (message) => {
      take = (job) => void early.push(job);
      resolve(message as WorkerStart);
    };
    if (early.length > 0) take(early.shift());
  });
}

export function onJob(takeJob: (job: WorkerJob) => void): void {
  take = (message) => takeJob(message as WorkerJob);
  for (const message of early.splice(0)) take(message);
}

export function answer(message: WorkerAnswer): void {
  self.postMessage(message);
}
