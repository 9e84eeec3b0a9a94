/** How a worker does a job. */
import { BadDocument } from '../../bad-document.ts';
import type { ExtractInput } from '../extractor.ts';
import { EXTRACTORS } from '../extractor-table.ts';
import type { ExtractJob, WorkerAnswer } from './jobs.ts';

/** Sends items batch by batch, and waits until each was taken. @param part Fetches a part of a file that is not here. */
export async function runJob(
  { extractor, input, options }: ExtractJob,
  answer: (message: WorkerAnswer) => void,
  taken: () => Promise<void>,
  part: (start: number, end: number) => Promise<ArrayBuffer>,
): Promise<void> {
  try {
    const extract = await EXTRACTORS[extractor]();
    const given: ExtractInput =
      'size' in input
        ? { parts: { byteLength: input.size, slice: (start, end = input.size) => part(start, end) } }
        : input;
    for await (const items of extract(given, options)) {
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
