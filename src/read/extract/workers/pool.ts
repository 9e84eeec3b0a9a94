/**
 * Processes that extract. Each has a limit of memory, and each batch of items a limit of time: one that hangs or dies is
 * ended and replaced, and what is told of it concerns one document. They are no threads, because V8 ends the whole
 * process if a thread's heap overflows in one large step. An idle process does not keep its parent alive, ends when its
 * parent does, and is ended after a while.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { ownFile } from '../../../engines/index.ts';
import type { ReadItem, ReadOptions } from '../../../read.ts';
import { tooMuchMemory } from '../../messages.ts';
import type { ExtractInput } from '../extraction.ts';
import type { ExtractorName } from '../extractors.ts';
import type { ExtractJob, WorkerAnswer } from './jobs.ts';
import { Answers, type JobWorker, takeItems } from './take-items.ts';

/** The items that an extractor makes of a file, made in another process. */
export async function* extract(
  extractor: ExtractorName,
  input: ExtractInput,
  options: ReadOptions,
): AsyncGenerator<ReadItem> {
  const worker = takeWorker(options.documentMemory);
  yield* takeItems(worker, { extractor, input }, options, (healthy) => {
    if (healthy) giveBack(worker);
    else worker.end();
  });
}

/** Workers that wait for the next document. How many work is up to those who ask. */
const idle: ExtractWorker[] = [];
/** As many documents as are read ahead, and the one that is being taken. */
const MAX_IDLE = availableParallelism() + 1;
/** An idle process takes some 60 MB. */
const IDLE_SECONDS = 10;

function takeWorker(memory: number): ExtractWorker {
  const fitting = idle.findIndex((worker) => worker.memory === memory && worker.alive);
  const worker = fitting === -1 ? new ExtractWorker(memory) : idle.splice(fitting, 1)[0];
  worker.wake();
  return worker;
}

function giveBack(worker: ExtractWorker): void {
  idle.push(worker);
  worker.rest(() => discard(worker));
  if (idle.length > MAX_IDLE) discard(idle[0]);
}

function discard(worker: ExtractWorker): void {
  idle.splice(idle.indexOf(worker), 1);
  worker.end();
}

class ExtractWorker implements JobWorker {
  readonly memory: number;
  readonly answers = new Answers();
  readonly #process: ChildProcess;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(memory: number) {
    this.memory = memory;
    const script = ownFile('#extract-worker');
    const heap = Math.max(64, Math.ceil(memory / MEGABYTE));
    this.#process = spawn(process.execPath, [`--max-old-space-size=${heap}`, script], {
      serialization: 'advanced',
      // a group of its own: Ctrl-C in a terminal is for the parent, which ends it
      detached: true,
      windowsHide: true,
      // libraries print warnings about damaged files; by its standard input a worker sees that its parent has ended
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (answer: WorkerAnswer) => this.answers.add(answer));
    this.#process.on('error', (error) =>
      this.answers.add({ failure: `its process failed: ${error.message}` }),
    );
    this.#process.on('exit', (code, signal) => {
      this.answers.add(outOfMemory(code, signal) ? tooMuchMemory(memory) : { failure: ended(code, signal) });
    });
  }

  get alive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  send(message: ExtractJob | 'taken'): void {
    // what cannot be sent was ended, and its end is its answer
    this.#process.send(message, () => {});
  }

  /** Lets it keep this process alive while it works. */
  wake(): void {
    clearTimeout(this.#idleTimer);
    this.#process.ref();
    // Bun has a channel without this
    this.#process.channel?.ref?.();
  }

  rest(tooLong: () => void): void {
    this.#process.unref();
    this.#process.channel?.unref?.();
    this.#idleTimer = setTimeout(tooLong, 1000 * IDLE_SECONDS).unref();
  }

  end(): void {
    clearTimeout(this.#idleTimer);
    this.#process.kill('SIGKILL');
  }
}

const MEGABYTE = 1 << 20;

/** V8 aborts when the heap is full. */
function outOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGTRAP' || code === ABORTED;
}

/** The exit code of a process that was aborted on systems without signals. */
const ABORTED = 134;

function ended(code: number | null, signal: NodeJS.Signals | null): string {
  return `its process ended ${signal === null ? `with code ${code}` : `by ${signal}`}`;
}
