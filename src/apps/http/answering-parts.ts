/**
 * What answers the requests of a running service: a thread that writes, and processes that only read. Each listens on this machine, and tells
 * the front where.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { NeardupError } from '../../index.ts';
import type { Failure, FromThread, Listening, Served } from './in-thread.ts';
import type { ServeOptions } from './start.ts';

export type AnsweringOptions = Omit<ServeOptions, 'onListening'>;

export interface AnsweringPart {
  readonly listening: Promise<Listening>;
  readonly ready: Promise<Served>;
  readonly ended: Promise<void>;
  /** Finishes running requests, and ends. */
  stop(): void;
}

/** @param script It calls `serveInThread`. */
export function startWriter(script: URL, options: AnsweringOptions): AnsweringPart {
  const thread = new Worker(script, { workerData: options, execArgv: [] });
  return { ...listenTo(thread), stop: () => thread.postMessage('stop') };
}

/** A process of its own. It ends if this one does. @param script It calls `serveInProcess`. */
export function startReader(script: URL, options: AnsweringOptions): AnsweringPart {
  const child = fork(fileURLToPath(script), { execArgv: [], serialization: 'advanced' });
  const part = listenTo(child);
  send(child, options);
  return { ...part, stop: () => send(child, 'stop') };
}

function send(child: ChildProcess, message: AnsweringOptions | 'stop'): void {
  // it may have ended just now
  if (child.connected) child.send(message, () => {});
}

/** Messages of a part. A failed start rejects the pending ones; a later error of a thread ends the process, as it would without a thread. */
function listenTo(part: Worker | ChildProcess): Pick<AnsweringPart, 'listening' | 'ready' | 'ended'> {
  const ended = new Promise<void>((resolve) => part.once('exit', () => resolve()));
  const expect = <T>(take: (message: FromThread) => T | undefined) => {
    const promise = new Promise<T>((resolve, reject) => {
      part.on('message', (message: FromThread) => {
        const taken = take(message);
        if (taken !== undefined) resolve(taken);
        else if ('failed' in message) reject(errorOf(message.failed));
      });
      ended.then(() => reject(new Error('A process of the service ended before it was ready.')));
    });
    promise.catch(() => {});
    return promise;
  };
  return {
    listening: expect((message) => ('listening' in message ? message.listening : undefined)),
    ready: expect((message) => ('ready' in message ? message.ready : undefined)),
    ended,
  };
}

function errorOf({ message, known }: Failure): Error {
  if (known === undefined) return new Error(message);
  return new NeardupError(known.code, known.wordings.message, { advice: known.wordings.advice });
}
