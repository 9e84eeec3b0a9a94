/**
 * Web workers that extract. Each batch of items has a limit of time: a worker that hangs or fails is ended and replaced, and what is told
 * of it concerns one document. A browser sets no limit of memory for a worker; PDFium and zip archives have theirs.
 */
import { startEmbedded, unpack } from '../../../embedded.ts';
import { processors } from '../../../engines/index.ts';
import type { ReadItem, ReadOptions } from '../../../read.ts';
import type { Told } from '../../../wording.ts';
import type { ExtractInput } from '../extraction.ts';
import type { ExtractorName } from '../extractors.ts';
import { type ExtractJob, picked, tooSlow, type WorkerAnswer } from './jobs.ts';

/** The items that an extractor makes of a file, made in a worker. */
export async function* extract(
  extractor: ExtractorName,
  input: ExtractInput,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const worker = idle.pop() ?? (await ExtractWorker.start());
  let healthy = false;
  try {
    if (extractor === 'pdf') await worker.needPdfium();
    worker.send({ extractor, input, options: picked(options) });
    for (;;) {
      const answer = await worker.answer(options.documentSeconds);
      if ('items' in answer) {
        yield* answer.items;
        worker.send('taken');
        continue;
      }
      // an extractor that failed may have left anything behind
      healthy = 'done' in answer;
      if ('failure' in answer) throw new Error(answer.failure);
      if ('problem' in answer) yield answer;
      return;
    }
  } finally {
    if (healthy && idle.length < processors()) idle.push(worker);
    else worker.end();
  }
}

/** Workers that wait for the next document. How many work is up to those who ask. */
const idle: ExtractWorker[] = [];

let pdfium: Promise<Uint8Array> | undefined;

class ExtractWorker {
  readonly #answers: (WorkerAnswer | Told)[] = [];
  #wake = () => {};
  #hasPdfium = false;

  private constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }) => this.#add(data as WorkerAnswer);
    worker.onerror = ({ message }) =>
      this.#add({ failure: `its worker failed: ${message || 'it did not start'}` });
  }

  static async start(): Promise<ExtractWorker> {
    const script = async () => (await import('embedded:extract-worker.js')).default;
    return new ExtractWorker(await startEmbedded('extraction', script));
  }

  /** Sends PDFium (4.6 MB), once. */
  async needPdfium(): Promise<void> {
    if (this.#hasPdfium) return;
    pdfium ??= import('embedded:pdfium.wasm').then(({ default: packed }) => unpack(packed));
    this.worker.postMessage({ pdfium: await pdfium });
    this.#hasPdfium = true;
  }

  send(message: ExtractJob | 'taken'): void {
    this.worker.postMessage(message);
  }

  /** The next answer, or what to say of a worker that has none within the time. */
  async answer(seconds: number): Promise<WorkerAnswer | Told> {
    if (this.#answers.length === 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        // an answer that came while this thread was busy still counts
        timer = setTimeout(() => setTimeout(resolve), 1000 * seconds);
      });
      clearTimeout(timer);
    }
    return this.#answers.shift() ?? tooSlow(seconds);
  }

  end(): void {
    this.worker.terminate();
  }

  #add(answer: WorkerAnswer): void {
    this.#answers.push(answer);
    this.#wake();
  }
}
