/** Sends a request to the thread of the service, and its answer back. Nothing is looked at and little is held: either side waits for the other. */
import { type Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { HEADERS } from './headers.ts';
import { receiveLines } from './lines-done.ts';
import { LOOPBACK } from './listen.ts';
import { problemOf, ServiceError } from './problems.ts';

export interface Forwarding {
  /** Where the service listens on this machine. */
  readonly port: number;
  readonly agent: Agent;
  /** Seconds without an answer, from the last byte of the request on. */
  readonly seconds: number;
  /** Answers a request that took too long; the service is told to stop. @default a problem with the number of the last finished line */
  readonly answerLate?: (response: ServerResponse, lastLine: number) => void;
}

/** Headers that belong to one connection; there are two here. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade', 'expect']);

export function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { port, agent, seconds, answerLate = tooLate(seconds) }: Forwarding,
): void {
  const { method, url: path, rawHeaders } = request;
  const headers = headersOf(rawHeaders);
  const sent = ask({ host: LOOPBACK[0], port, agent, method, path, headers, setHost: false });
  const lastLine = receiveLines(sent);
  const timer = setTimeout(() => {
    answerLate(response, lastLine());
    sent.destroy();
  }, 1000 * seconds);
  response.on('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) sent.destroy();
  });
  sent.on('response', (answer) => {
    clearTimeout(timer);
    if (response.headersSent) return;
    // the rest of the request is not read; the service may not have read everything either
    if (!request.complete) response.setHeader('connection', 'close');
    sent.shouldKeepAlive = request.complete && (answer.statusCode as number) < 400;
    request.unpipe(sent).resume();
    for (const [name, value] of pairs(headersOf(answer.rawHeaders, 'transfer-encoding')))
      response.appendHeader(name, value);
    response.writeHead(answer.statusCode as number);
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  sent.on('error', () => {
    clearTimeout(timer);
    if (!response.headersSent)
      answerProblem(
        response,
        new ServiceError('STOPPING', 'The process that should answer has ended.', {
          headers: { 'retry-after': '1' },
        }),
      );
  });
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) {
    sent.useChunkedEncodingByDefault = false;
    sent.end();
    return;
  }
  request.on('data', () => timer.refresh());
  request.pipe(sent);
}

/** Names and values in turn, without those that are not passed on. */
function headersOf(raw: readonly string[], ...others: readonly string[]): string[] {
  return raw.filter((_, i) => {
    const name = raw[i - (i % 2)].toLowerCase();
    return !OF_CONNECTION.has(name) && !others.includes(name);
  });
}

function* pairs(raw: readonly string[]): Generator<readonly [name: string, value: string]> {
  for (let i = 0; i < raw.length; i += 2) yield [raw[i], raw[i + 1]];
}

function tooLate(seconds: number): (response: ServerResponse, lastLine: number) => void {
  return (response, lastLine) => {
    const late = `Expected an answer within ${seconds} seconds, got none.`;
    const headers = { 'retry-after': '10' };
    const told =
      lastLine === 0
        ? new ServiceError('TIME_LIMIT', late, { headers })
        : new ServiceError('TIME_LIMIT', `${late} Lines 1 to ${lastLine} are done.`, {
            headers,
            advice: `Send the lines after ${lastLine}, fewer at once. Some of them may be stored already; sending them again changes nothing.`,
          });
    answerProblem(response, told);
  };
}

/** The rest of the request is not read. */
export function answerProblem(response: ServerResponse, error: ServiceError): void {
  const problem = problemOf(error);
  const headers = { ...HEADERS, ...error.more.headers, connection: 'close' };
  response.writeHead(problem.status, { ...headers, 'content-type': 'application/problem+json' });
  response.end(JSON.stringify(problem));
}
