/**
 * Web workers that extract. Each batch of items has a limit of time: a worker that hangs or fails is ended and replaced, and what is told
 * of it concerns one document. A browser sets no limit of memory for a worker; PDFium and zip archives have theirs.
 */
import { startEmbedded, unpack } from '../../../embedded.ts';
import { processors } from '../../../engines/index.ts';
import type { ReadItem, ReadOptions } from '../../../read.ts';
import type { ExtractInput } from '../extraction.ts';
import type { ExtractorName } from '../extractors.ts';
import type { ExtractJob, WorkerAnswer } from './jobs.ts';
import { Answers, type JobWorker, takeItems } from './take-items.ts';

/** The items that an extractor makes of a file, made in a worker. */
export async function* extract(
  extractor: ExtractorName,
  input: ExtractInput,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const bytes = extractor === 'pdf' ? await pdfiumBytes() : undefined;
  const worker = idle.pop() ?? (await ExtractWorker.start());
  if (bytes !== undefined) worker.givePdfium(bytes);
  yield* takeItems(worker, { extractor, input }, options, (healthy) => {
    if (healthy && idle.length < processors()) idle.push(worker);
    else worker.end();
  });
}

/** Workers that wait for the next document. How many work is up to those who ask. */
const idle: ExtractWorker[] = [];

let pdfium: Promise<Uint8Array> | undefined;

/** PDFium, 4.6 MB. */
function pdfiumBytes(): Promise<Uint8Array> {
  pdfium ??= import('embedded:pdfium.wasm').then(({ default: packed }) => unpack(packed));
  return pdfium;
}

class ExtractWorker implements JobWorker {
  readonly answers = new Answers();
  #hasPdfium = false;

  private constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }) => this.answers.add(data as WorkerAnswer);
    worker.onerror = ({ message }) =>
      this.answers.add({ failure: `its worker failed: ${message || 'it did not start'}` });
  }

  static async start(): Promise<ExtractWorker> {
    const script = async () => (await import('embedded:extract-worker.js')).default;
    return new ExtractWorker(await startEmbedded('extraction', script));
  }

  /** Sends PDFium, once. */
  givePdfium(bytes: Uint8Array): void {
    if (!this.#hasPdfium) this.worker.postMessage({ pdfium: bytes });
    this.#hasPdfium = true;
  }

  send(message: ExtractJob | 'taken'): void {
    this.worker.postMessage(message);
  }

  end(): void {
    this.worker.terminate();
  }
}
