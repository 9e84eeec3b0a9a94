/**
 * Workers that extract. Each has a limit of memory, and each batch of items a limit of time: one that hangs or dies is
 * ended and replaced, and what is told of it concerns one document. Idle workers do not keep the process alive.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ReadItem, ReadOptions } from '../../../read.ts';
import { option, type Told, told, wording } from '../../../wording.ts';
import { tooMuchMemory } from '../../messages.ts';
import type { ExtractInput, ExtractOptions } from '../extraction.ts';
import type { ExtractorName } from '../extractors.ts';

/** What a worker is sent, followed by `taken` for every batch of items. */
export interface ExtractJob {
  readonly extractor: ExtractorName;
  readonly input: { readonly bytes: Uint8Array } | { readonly path: string };
  readonly options: ExtractOptions;
}

export type WorkerAnswer =
  | { readonly items: readonly ReadItem[] }
  | { readonly done: true }
  | { readonly failure: string };

/** The items that an extractor makes of a file, made in another thread. The bytes are gone afterwards. */
export async function* extract(
  extractor: ExtractorName,
  input: ExtractInput,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const worker = takeWorker(options.documentMemory);
  let healthy = false;
  try {
    worker.thread.ref();
    const transfer = 'bytes' in input ? ownBuffer(input.bytes) : [];
    worker.thread.postMessage({ extractor, input, options: picked(options) } satisfies ExtractJob, transfer);
    for (;;) {
      const answer = await worker.answer(options.documentSeconds);
      if ('items' in answer) {
        yield* answer.items;
        worker.thread.postMessage('taken');
        continue;
      }
      // an extractor that failed may have left anything behind
      healthy = 'done' in answer;
      if ('failure' in answer) throw new Error(answer.failure);
      if ('problem' in answer) yield answer;
      return;
    }
  } finally {
    if (healthy) await giveBack(worker);
    else await worker.end();
  }
}

/** A buffer that is all of its memory is handed over; one that shares it is copied. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? [buffer] : [];
}

/** Only what can be sent. */
function picked(options: ReadOptions): ExtractOptions {
  const { textField, idField, encoding, markup, maxDocument, main, documentMemory } = options;
  return { textField, idField, encoding, markup, maxDocument, main, documentMemory };
}

/** Workers that wait for the next document. How many work is up to those who ask. */
const idle: ExtractWorker[] = [];
const MAX_IDLE = Math.max(1, availableParallelism());

function takeWorker(memory: number): ExtractWorker {
  const fitting = idle.findIndex((worker) => worker.memory === memory);
  return fitting === -1 ? new ExtractWorker(memory) : idle.splice(fitting, 1)[0];
}

async function giveBack(worker: ExtractWorker): Promise<void> {
  worker.thread.unref();
  idle.push(worker);
  if (idle.length > MAX_IDLE) await idle.shift()!.end();
}

type Answer = WorkerAnswer | Told;

class ExtractWorker {
  readonly memory: number;
  readonly thread: Worker;
  readonly #answers: Answer[] = [];
  #wake = () => {};

  constructor(memory: number) {
    this.memory = memory;
    const script = createRequire(import.meta.url).resolve('#extract-worker');
    this.thread = new Worker(script, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: Math.max(64, Math.ceil(memory / MEGABYTE)) },
      // libraries print warnings about damaged files
      stdout: true,
      stderr: true,
    });
    this.thread.on('message', (answer: WorkerAnswer) => this.#add(answer));
    this.thread.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') this.#add({ failure: error.message });
      else this.#add(tooMuchMemory(memory));
    });
    this.thread.on('exit', (code) => this.#add({ failure: `its thread ended with code ${code}` }));
  }

  /** The next answer, or what to say of a worker that has none within the time. */
  async answer(seconds: number): Promise<Answer> {
    if (this.#answers.length === 0) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        // an answer that came while this thread was busy still counts
        timer = setTimeout(() => setImmediate(resolve), 1000 * seconds);
      });
      clearTimeout(timer);
    }
    return this.#answers.shift() ?? tooSlow(seconds);
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }

  #add(answer: Answer): void {
    this.#answers.push(answer);
    this.#wake();
  }
}

const MEGABYTE = 1 << 20;

function tooSlow(seconds: number): Told {
  return told(
    wording`Expected it to be read within ${seconds} seconds, got no end; raise the limit with ${option('documentSeconds')}.`,
  );
}
