/** Shared by the pools of Node and of browsers: sends a job to a worker and takes its answers. */
import type { ReaderOptions, ReadItem } from '../../../read.ts';
import type { Told } from '../../../wording.ts';
import type { ExtractInput } from '../extractor.ts';
import type { ExtractorName } from '../extractor-table.ts';
import { picked, tooSlow, type WorkerAnswer, type WorkerMessage } from './jobs.ts';

type Answer = WorkerAnswer | Told;

export interface JobWorker {
  readonly answers: Answers;
  send(message: WorkerMessage): void;
}

/** The items that a worker makes of a file. @param release Gets whether the worker can be sent another job. */
export async function* takeItems(
  worker: JobWorker,
  job: { readonly extractor: ExtractorName; readonly input: ExtractInput },
  options: ReaderOptions,
  release: (healthy: boolean) => void,
): AsyncGenerator<ReadItem> {
  let healthy = false;
  try {
    const { extractor, input } = job;
    const sent = 'parts' in input ? { size: input.parts.byteLength } : input;
    worker.send({ extractor, input: sent, options: picked(options) });
    for (;;) {
      const answer = await worker.answers.next(options.documentSeconds, options.signal);
      // the time that fetching takes is none of the document's
      if ('wants' in answer && 'parts' in input) {
        worker.send({ part: await input.parts.slice(answer.wants.start, answer.wants.end) });
        continue;
      }
      if ('items' in answer) {
        yield* answer.items;
        worker.send('taken');
        continue;
      }
      // after a failure, the worker may be in any state
      healthy = 'done' in answer;
      if ('failure' in answer) throw new Error(answer.failure);
      if ('problem' in answer) yield answer;
      return;
    }
  } finally {
    release(healthy);
  }
}

/** The answers of a worker that were not taken yet. */
export class Answers {
  readonly #waiting: Answer[] = [];
  #wake = () => {};

  add(answer: Answer): void {
    this.#waiting.push(answer);
    this.#wake();
  }

  /** The next answer, or a message about a worker that gives none in time. */
  async next(seconds: number, signal: AbortSignal | undefined): Promise<Answer> {
    if (this.#waiting.length === 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        // an answer that came while this thread was busy still counts
        timer = setTimeout(() => setTimeout(resolve), 1000 * seconds);
        signal?.addEventListener('abort', this.#wake);
      });
      clearTimeout(timer);
      signal?.removeEventListener('abort', this.#wake);
    }
    signal?.throwIfAborted();
    return this.#waiting.shift() ?? tooSlow(seconds);
  }
}
