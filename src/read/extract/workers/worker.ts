/** The process behind the pool: takes a job, extracts, sends items batch by batch and waits until each was taken. */
import { Worker } from 'node:worker_threads';
import type { ExtractJob } from './jobs.ts';
import { runJob } from './run-job.ts';

let taken = () => {};

process.on('message', (message: ExtractJob | 'taken') => {
  if (message === 'taken') taken();
  else void runJob(message, (answer) => process.send!(answer), nextTaken);
});

// what a library still has running when a document fails concerns that document, which was told already, and not the next one
process.on('unhandledRejection', () => {});

new Worker(new URL('./watch-parent.js', import.meta.url), { execArgv: [] });

function nextTaken(): Promise<void> {
  return new Promise((resolve) => {
    taken = resolve;
  });
}
