/** The pool, as a thread of Node's sees it. */
import { parentPort, workerData } from 'node:worker_threads';

/** The pool's arguments for this thread. */
export async function started<Start>(): Promise<Start> {
  return workerData as Start;
}

export function onJob<Job>(take: (job: Job) => void): void {
  parentPort!.on('message', take);
}

export function answer(message: unknown): void {
  parentPort!.postMessage(message);
}
