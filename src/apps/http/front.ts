/**
 * The front of the service: it listens, answers `/health`, and stops the service. Everything else is done by a thread or by processes that only
 * read, however long it takes: no request can keep this one from answering, or from hearing that the process should end.
 */
import { Agent, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { NeardupError } from '../../index.ts';
import { type AnsweringOptions, startWriter } from './answering-parts.ts';
import { answerProblem, forward } from './forward.ts';
import { HEADERS } from './headers.ts';
import type { Served } from './in-thread.ts';
import { addressOf, arrivalTimes, BACKLOG, cannotListen, REQUEST_SECONDS } from './listen.ts';
import { answerUnparsed } from './not-found.ts';
import { ServiceError } from './problems.ts';
import { RatedKeys } from './rated-keys.ts';
import { Ways } from './ways.ts';

export type FrontOptions = AnsweringOptions & {
  /** Processes that answer questions beside the one that writes. @default 0, and the number of processors if nothing is written */
  readonly readers?: number;
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

const MOST_READERS = 256;
const ANSWER_SECONDS = 300;
const STOP_SECONDS = 25;
/** Seconds in which a service that is ready says so. */
const READY_SECONDS = 5;
/** Milliseconds for which a connection without a request stays open. */
const KEEP_ALIVE = 72_000;
/** Milliseconds between two looks for connections that can be closed. */
const IDLE = 50;

/** @param script Of the thread and of the processes; it calls `serveInThread` or `serveInProcess`. */
export async function startFront(script: URL, options: FrontOptions): Promise<RunningFront> {
  const { answerSeconds = ANSWER_SECONDS, stopSeconds = STOP_SECONDS, readers, ...served } = options;
  const { host = '127.0.0.1', port = 7710, requestSeconds = REQUEST_SECONDS, readOnly = false } = served;
  const count = readersOf(readers, readOnly);
  const rated = await RatedKeys.open(served.data);
  const writer = readOnly ? undefined : startWriter(script, served);
  const ways = new Ways(script, served, await writer?.listening, rated);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: BACKLOG });
  const readySeconds = Math.min(READY_SECONDS, answerSeconds);
  const send = (
    request: IncomingMessage,
    response: ServerResponse,
    seconds: number,
    answerLate?: typeof sendWaiting,
  ) => {
    const way = ways.take(request);
    if (way === undefined) return (answerLate ?? sendOpening)(response);
    response.on('close', way.done);
    forward(request, response, { port: way.port, agent, seconds, answerLate });
  };
  const server = createServer(
    { ...arrivalTimes(requestSeconds), keepAliveTimeout: KEEP_ALIVE },
    (request, response) => {
      const asked = `${request.method} ${request.url}`;
      if (asked === 'GET /health') sendState(response, 200, 'running');
      else if (asked === 'GET /ready') send(request, response, readySeconds, sendWaiting);
      else send(request, response, answerSeconds);
    },
  );
  server.on('clientError', (error, socket) => answerUnparsed(error, socket as never, ways.addresses));
  const close = async () => {
    writer?.stop();
    const allEnded = Promise.all([writer?.ended, ways.close()]);
    const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
    // a connection that had a request when the server closed is kept open otherwise
    const idle = setInterval(() => server.closeIdleConnections(), IDLE);
    const late = new Promise<false>((resolve) => {
      setTimeout(resolve, 1000 * stopSeconds, false).unref();
    });
    const hasEnded = await Promise.race([allEnded.then(() => true), late]);
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
    const ready = await writer?.ready;
    const read = await ways.start(count);
    return { address: addressOf(host, bound), ...(ready ?? read)!, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function readersOf(given: number | undefined, readOnly: boolean): number {
  const least = readOnly ? 1 : 0;
  const count = given ?? (readOnly ? availableParallelism() : 0);
  if (Number.isInteger(count) && count >= least && count <= MOST_READERS) return count;
  throw new NeardupError('BAD_OPTION', `Expected from ${least} to ${MOST_READERS} readers, got ${count}.`, {
    advice: 'A reader for every processor is enough.',
  });
}

function sendState(response: ServerResponse, status: number, state: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify({ state }));
}

function sendOpening(response: ServerResponse): void {
  const headers = { 'retry-after': '1' };
  answerProblem(response, new ServiceError('OPENING', 'No process is ready to answer.', { headers }));
}

function sendWaiting(response: ServerResponse): void {
  sendState(response, 503, 'waiting');
}
