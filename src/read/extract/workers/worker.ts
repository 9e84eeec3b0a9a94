/** The process behind the pool: takes a job, extracts, sends items batch by batch and waits until each was taken. */
import { Worker } from 'node:worker_threads';
import { BadDocument } from '../../bad-document.ts';
import { EXTRACTORS } from '../extractors.ts';
import type { ExtractJob, WorkerAnswer } from './pool.ts';

const answer = (message: WorkerAnswer) => process.send!(message);
let taken = () => {};

process.on('message', (message: ExtractJob | 'taken') => {
  if (message === 'taken') taken();
  else void run(message);
});
// what a library still has running when a document fails concerns that document, which was told already, and not the next one
process.on('unhandledRejection', () => {});
new Worker(new URL('./watch-parent.js', import.meta.url), { execArgv: [] });

async function run(job: ExtractJob): Promise<void> {
  try {
    const extract = await EXTRACTORS[job.extractor]();
    for await (const items of extract(job.input, job.options)) {
      const wait = new Promise<void>((resolve) => {
        taken = resolve;
      });
      answer({ items });
      await wait;
    }
    answer({ done: true });
  } catch (error) {
    if (error instanceof BadDocument) {
      answer({ items: [error.told] });
      answer({ done: true });
    } else answer({ failure: error instanceof Error ? error.message : String(error) });
  }
}
