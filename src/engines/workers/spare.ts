/** Threads for a pool: new ones, or some that were started before anybody needed them. */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const spare = new Set<Worker>();

/**
 * Starts the threads of the run that comes next. A thread takes about 50 ms until it can work: enough for a program to load the rest of
 * itself meanwhile. Threads that nobody needs do not keep the process alive.
 *
 * @param threads As in the options of that run. Nothing happens where the run would need no other thread, or refuse the number.
 */
export function warmUp(threads: unknown = availableParallelism()): void {
  if (!Number.isInteger(threads) || Number(threads) < 2) return;
  const count = Math.min(64, Number(threads)) - spare.size;
  for (let i = 0; i < count; i++) {
    const worker = newWorker();
    const drop = () => spare.delete(worker);
    // one that cannot start is for a run to find out, with another
    worker.on('error', drop).on('exit', drop).unref();
    spare.add(worker);
  }
}

/** A thread that waits for a `WorkerStart`. */
export function takeWorker(): Worker {
  const [worker = newWorker()] = spare;
  spare.delete(worker);
  return worker;
}

function newWorker(): Worker {
  return new Worker(createRequire(import.meta.url).resolve('#worker'), { execArgv: [] });
}
