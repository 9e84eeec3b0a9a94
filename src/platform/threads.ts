/** A Node thread of a pool. */

import { Worker } from 'node:worker_threads';
import type { Thread } from '../platform.ts';
import { ownFile } from './own-files.ts';

export async function startThread<Start, Job, Answer>(
  start: Start,
  answered: (answer: Answer) => void,
  died: (error: Error) => void,
): Promise<Thread<Job>> {
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
