/** How a worker does a job. */
import { BadDocument } from '../../bad-document.ts';
import { EXTRACTORS } from '../extractors.ts';
import type { ExtractJob, WorkerAnswer } from './jobs.ts';

/** Sends items batch by batch, and waits until each was taken. */
export async function runJob(
  { extractor, input, options }: ExtractJob,
  answer: (message: WorkerAnswer) => void,
  taken: () => Promise<void>,
): Promise<void> {
  try {
    const extract = await EXTRACTORS[extractor]();
    for await (const items of extract(input, options)) {
      const wait = taken();
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
