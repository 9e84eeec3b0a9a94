/** A process, or web worker, of the pool: takes a job, extracts, sends items batch by batch and waits until each was taken. */
import { answerParent, onMessage } from '../../../platform/process-parent.ts';
import type { ExtractJob } from './jobs.ts';
import { runJob } from './run-job.ts';

let taken = () => {};

onMessage((message: ExtractJob | 'taken') => {
  if (message === 'taken') taken();
  else void runJob(message, answerParent, nextTaken);
});

function nextTaken(): Promise<void> {
  return new Promise((resolve) => {
    taken = resolve;
  });
}
