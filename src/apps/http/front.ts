/**
 * The front of the service: it listens, answers `/health`, and stops the service. Everything else is done by a thread, however long it takes: no
 * request can keep this one from answering, or from hearing that the process should end.
 */
import { Agent, createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { NeardupError } from '../../index.ts';
import { forward } from './forward.ts';
import { HEADERS } from './headers.ts';
import type { Failure, FromThread, Listening, Served } from './in-thread.ts';
import { addressOf, arrivalTimes, BACKLOG, cannotListen, REQUEST_SECONDS } from './listen.ts';
import { answerUnparsed } from './not-found.ts';
import type { ServeOptions } from './start.ts';

export type FrontOptions = Omit<ServeOptions, 'onListening'> & {
  /** Seconds in which a request must be answered when it has arrived. @default 300 */
  readonly answerSeconds?: number;
  /** Seconds that running requests get when the service is stopped. @default 25 */
  readonly stopSeconds?: number;
};

export interface RunningFront extends Served {
  readonly address: string;
  /** Finishes running work. @returns False if it did not end in time: then only the end of the process ends it. */
  close(): Promise<boolean>;
}

const ANSWER_SECONDS = 300;
const STOP_SECONDS = 25;
/** Seconds in which a service that is ready says so. */
const READY_SECONDS = 5;
/** Milliseconds for which a connection without a request stays open. */
const KEEP_ALIVE = 72_000;
/** Milliseconds between two looks for connections that can be closed. */
const IDLE = 50;

/** @param script Of the thread; it calls `serveInThread`. */
export async function startFront(script: URL, options: FrontOptions): Promise<RunningFront> {
  const { answerSeconds = ANSWER_SECONDS, stopSeconds = STOP_SECONDS, ...served } = options;
  const { host = '127.0.0.1', port = 7710, requestSeconds = REQUEST_SECONDS } = served;
  const thread = new Worker(script, { workerData: served, execArgv: [] });
  const told = listenTo(thread);
  const inside = await told.listening;
  const agent = new Agent({ keepAlive: true, maxFreeSockets: BACKLOG });
  const readySeconds = Math.min(READY_SECONDS, answerSeconds);
  const way = { port: inside.port, agent };
  const server = createServer(
    { ...arrivalTimes(requestSeconds), keepAliveTimeout: KEEP_ALIVE },
    (request, response) => {
      const asked = `${request.method} ${request.url}`;
      if (asked === 'GET /health') sendState(response, 200, 'running');
      else if (asked === 'GET /ready')
        forward(request, response, { ...way, seconds: readySeconds, answerLate: sendWaiting });
      else forward(request, response, { ...way, seconds: answerSeconds });
    },
  );
  server.on('clientError', (error, socket) => answerUnparsed(error, socket as never, inside.addresses));
  const close = async () => {
    thread.postMessage('stop');
    const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
    // a connection that had a request when the server closed is kept open otherwise
    const idle = setInterval(() => server.closeIdleConnections(), IDLE);
    const late = new Promise<false>((resolve) => {
      setTimeout(resolve, 1000 * stopSeconds, false).unref();
    });
    const hasEnded = await Promise.race([told.ended.then(() => true), late]);
    if (hasEnded) await Promise.race([isClosed, late]);
    clearInterval(idle);
    server.closeAllConnections();
    agent.destroy();
    return hasEnded;
  };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(cannotListen(error, host, port)));
      server.listen({ host, port, backlog: BACKLOG }, resolve);
    });
    const { port: bound } = server.address() as AddressInfo;
    return { address: addressOf(host, bound), ...(await told.ready), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Told {
  readonly listening: Promise<Listening>;
  readonly ready: Promise<Served>;
  readonly ended: Promise<void>;
}

/** Messages of the thread. A failed start rejects the pending ones; a later error ends the process, as it would without a thread. */
function listenTo(thread: Worker): Told {
  const expect = <T>(take: (message: FromThread) => T | undefined) => {
    const promise = new Promise<T>((resolve, reject) => {
      thread.on('message', (message: FromThread) => {
        const taken = take(message);
        if (taken !== undefined) resolve(taken);
        else if ('failed' in message) reject(errorOf(message.failed));
      });
    });
    promise.catch(() => {});
    return promise;
  };
  return {
    listening: expect((message) => ('listening' in message ? message.listening : undefined)),
    ready: expect((message) => ('ready' in message ? message.ready : undefined)),
    ended: new Promise((resolve) => thread.once('exit', () => resolve())),
  };
}

function errorOf({ message, known }: Failure): Error {
  if (known === undefined) return new Error(message);
  return new NeardupError(known.code, known.wordings.message, { advice: known.wordings.advice });
}

function sendState(response: ServerResponse, status: number, state: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ state }));
}

function sendWaiting(response: ServerResponse): void {
  sendState(response, 503, 'waiting');
}
