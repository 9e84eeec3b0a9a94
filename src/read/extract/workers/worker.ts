/**
 * A process, or web worker, of the pool: takes a job, extracts, sends items batch by batch and waits until each was taken. Parts of a file that
 * it cannot read itself it asks its parent for.
 */
import { answerParent, onMessage } from '../../../platform/process-parent.ts';
import type { WorkerMessage } from './jobs.ts';
import { runJob } from './run-job.ts';

let taken = () => {};
let gotPart = (_: ArrayBuffer) => {};
/** One part is asked for at a time. */
let lastPart: Promise<unknown> = Promise.resolve();

onMessage((message: WorkerMessage) => {
  if (message === 'taken') taken();
  else if ('part' in message) gotPart(message.part);
  else void runJob(message, answerParent, nextTaken, askForPart);
});

function nextTaken(): Promise<void> {
  return new Promise((resolve) => {
    taken = resolve;
  });
}

function askForPart(start: number, end: number): Promise<ArrayBuffer> {
  const ask = () =>
    new Promise<ArrayBuffer>((resolve) => {
      gotPart = resolve;
      answerParent({ wants: { start, end } });
    });
  const part = lastPart.then(ask);
  lastPart = part;
  return part;
}
