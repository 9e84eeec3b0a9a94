/** The thread behind the pool: takes a job, extracts, sends items batch by batch and waits until each was taken. */
import { parentPort } from 'node:worker_threads';
import { BadDocument } from '../../bad-document.ts';
import type { ExtractInput } from '../extraction.ts';
import { EXTRACTORS } from '../extractors.ts';
import type { ExtractJob, WorkerAnswer } from './pool.ts';

const port = parentPort!;
const answer = (message: WorkerAnswer) => port.postMessage(message);
let taken = () => {};

port.on('message', (message: ExtractJob | 'taken') => {
  if (message === 'taken') taken();
  else void run(message);
});

async function run(job: ExtractJob): Promise<void> {
  try {
    const extract = await EXTRACTORS[job.extractor]();
    for await (const items of extract(inputOf(job), job.options)) {
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

function inputOf({ input }: ExtractJob): ExtractInput {
  if ('path' in input) return input;
  const { bytes } = input;
  // a Buffer arrives as the plain array that it is
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}
