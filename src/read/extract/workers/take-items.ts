/** Shared by the pools of Node and of browsers: sends a job to a worker and takes its answers. */
import type { ReadItem, ReadOptions } from '../../../read.ts';
import type { Told } from '../../../wording.ts';
import type { ExtractInput } from '../extraction.ts';
import type { ExtractorName } from '../extractors.ts';
import { type ExtractJob, picked, tooSlow, type WorkerAnswer } from './jobs.ts';

type Answer = WorkerAnswer | Told;

export interface JobWorker {
  readonly answers: Answers;
  send(message: ExtractJob | 'taken'): void;
}

/** The items that a worker makes of a file. @param release Gets whether the worker can be sent another job. */
export async function* takeItems(
  worker: JobWorker,
  job: { readonly extractor: ExtractorName; readonly input: ExtractInput },
  options: ReadOptions,
  release: (healthy: boolean) => void,
): AsyncGenerator<ReadItem> {
  let healthy = false;
  try {
    worker.send({ ...job, options: picked(options) });
    for (;;) {
      const answer = await worker.answers.next(options.documentSeconds, options.signal);
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
