/** A thread of Node's behind a pool. */
import { Worker } from 'node:worker_threads';
import { ownFile } from '../own-file.ts';
import type { WorkerAnswer, WorkerJob, WorkerStart } from './pool.ts';

export interface Thread {
  post(job: WorkerJob): void;
  /** Lets it keep the process alive while it works, or not. */
  keepAlive(isBusy: boolean): void;
  end(): Promise<unknown>;
}

export async function startThread(
  start: WorkerStart,
  answered: (answer: WorkerAnswer) => void,
  died: (error: Error) => void,
): Promise<Thread> {
  const worker = new Worker(ownFile('#worker'), { workerData: start, execArgv: [] });
  worker.on('message', answered);
  worker.on('error', died);
  worker.on('exit', (code) => died(new Error(`it ended with exit code ${code}`)));
  // an idle pool does not keep the process alive; a pending job does
  worker.unref();
  return {
    post: (job) => worker.postMessage(job),
    keepAlive: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
}
