/**
 * Requests to a cluster over HTTP: the next node is asked if one does not answer, and a cluster that is busy is asked again after a pause that
 * grows. Every request of this room may be sent twice; what that means for a change is said where it is made.
 */
import { NeardupError } from '../errors.ts';
import type { ClusterAddress } from './address.ts';
import { type ErrorAnswer, errorIn, explain, passes } from './explain-error.ts';

export interface ClusterClientOptions {
  readonly retrySeconds: number;
  readonly requestSeconds: number;
}

/** What the cluster answered. Errors are answers only if they were expected. */
export interface ClusterAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** An answer with more bytes is none of a cluster that was asked in parts. */
const MOST_BYTES = 1 << 29;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

export class ClusterClient {
  /** The node that is asked first. */
  private present = 0;

  constructor(
    readonly address: ClusterAddress,
    private readonly options: ClusterClientOptions,
  ) {}

  /** @param body JSON, or lines of it as they are. @param expected Statuses that are no errors here. */
  async ask<T>(
    method: string,
    path: string,
    body?: unknown,
    expected: readonly number[] = [],
  ): Promise<ClusterAnswer<T>> {
    const end = performance.now() + 1000 * this.options.retrySeconds;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const tried = await this.once<T>(method, path, body);
      if ('answer' in tried) {
        const { status } = tried.answer;
        if (status < 300 || expected.includes(status)) return tried.answer;
      }
      const mayPass = 'unreachable' in tried || passes(tried.error);
      if ('unreachable' in tried || tried.error.status >= 500) this.present++;
      if (!mayPass || performance.now() + pause > end)
        throw 'unreachable' in tried ? tried.unreachable : explain(tried.error, this.address.shown);
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }

  private async once<T>(
    method: string,
    path: string,
    body: unknown,
  ): Promise<
    | { readonly answer: ClusterAnswer<T>; readonly error: ErrorAnswer }
    | { readonly unreachable: NeardupError }
  > {
    const { nodes, authorization, shown } = this.address;
    const isLines = body instanceof Uint8Array;
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new Error('it did not answer in time')),
      1000 * this.options.requestSeconds,
    );
    try {
      const response = await fetch(nodes[this.present % nodes.length] + path, {
        method,
        redirect: 'error',
        signal: late.signal,
        headers: {
          accept: 'application/json',
          // to pack and unpack takes both sides longer than to send
          'accept-encoding': 'identity',
          ...(authorization !== undefined && { authorization }),
          ...(body !== undefined && { 'content-type': `application/${isLines ? 'x-ndjson' : 'json'}` }),
        },
        ...(body !== undefined && {
          body: isLines ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
        }),
      });
      const text = await textOf(response);
      const answer = { status: response.status, body: parsed(text) as T };
      if (answer.body === undefined && response.status < 300 && text !== '')
        throw new NeardupError(
          'CLUSTER_FAILED',
          `${shown} does not answer like OpenSearch or Elasticsearch.`,
        );
      return { answer, error: errorIn(response.status, answer.body ?? text) };
    } catch (error) {
      if (error instanceof NeardupError) throw error;
      const message = `${shown} cannot be reached: ${reasonOf(error)}.`;
      return { unreachable: new NeardupError('CLUSTER_FAILED', message, { cause: error }) };
    } finally {
      clearTimeout(timer);
    }
  }
}

async function textOf(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new NeardupError('TOO_LARGE', `An answer has more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Errors of the network name their cause one level below. */
function reasonOf(error: unknown): string {
  const { cause, name, message } = error as { cause?: { code?: string; message?: string } } & Error;
  return cause?.message || cause?.code || message || name;
}
