/** Calls of the service: JSON, lines of JSON, and problems (RFC 9457) as errors that can be shown. */
import { signal } from '@preact/signals';

const KEY = 'neardup-key';

/** The key that is sent with every request; '' for none. It is forgotten when the tab is closed. */
export const key = signal(sessionStorage.getItem(KEY) ?? '');
/** True if the service has refused a request for want of a key. */
export const keyWanted = signal(false);
/** The collection that is looked at. */
export const collection = signal(localStorage.getItem('neardup-collection') ?? 'documents');

export function useKey(value: string): void {
  key.value = value;
  sessionStorage.setItem(KEY, value);
  keyWanted.value = false;
}

export function useCollection(name: string): void {
  collection.value = name;
  localStorage.setItem('neardup-collection', name);
}

/** True while the service does not answer. */
export const isAway = signal(false);
/** Milliseconds between two questions whether it is back. */
const ASK_AGAIN = 2000;

/** The service did not answer: it was stopped, or the network is gone. */
export class Away extends Error {}

async function waitForService(): Promise<void> {
  if (isAway.value) return;
  isAway.value = true;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN));
    if (
      await fetch('health').then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
  }
  isAway.value = false;
}

/** What went wrong, in the words of the service. */
export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly advice: string,
  ) {
    super(message);
  }
}

export interface CallOptions {
  readonly method?: string;
  /** Sent as JSON, or as it is if it is form data. */
  readonly body?: unknown;
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** The address of something in the collection that is looked at. */
export function inCollection(...parts: readonly string[]): string {
  return ['v1', 'collections', collection.value, ...parts].map(encodeURIComponent).join('/');
}

export async function call(path: string, options: CallOptions = {}): Promise<Response> {
  const { body, accept, signal } = options;
  const isForm = body instanceof FormData;
  const headers = new Headers({ accept: accept ?? 'application/json' });
  if (key.value !== '') headers.set('authorization', `Bearer ${key.value}`);
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  const sent = body === undefined || isForm ? (body as FormData | undefined) : JSON.stringify(body);
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: sent, signal, redirect: 'error' });
  } catch (error) {
    if (signal?.aborted) throw error;
    void waitForService();
    throw new Away();
  }
  if (answer.ok) return answer;
  if (answer.status === 401) keyWanted.value = true;
  throw await problemOf(answer);
}

export async function json<Answer>(path: string, options?: CallOptions): Promise<Answer> {
  return (await call(path, options)).json() as Promise<Answer>;
}

/** Lines of JSON as they arrive. */
export async function* lines<Line>(path: string, options?: CallOptions): AsyncGenerator<Line> {
  const answer = await call(path, { accept: 'application/x-ndjson', ...options });
  for await (const line of textLines(answer)) if (line !== '') yield JSON.parse(line) as Line;
}

/** The lines of a body, without their ends. */
export async function* textLines(answer: Response): AsyncGenerator<string> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof TypeError) {
        void waitForService();
        throw new Away();
      }
      throw error;
    });
    if (done) break;
    const parts = (rest + value).split(/\r?\n/);
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== '') yield rest;
}

async function problemOf(answer: Response): Promise<Problem> {
  const given = await answer.json().catch(() => ({}));
  const text = (name: string) => (typeof given[name] === 'string' ? (given[name] as string) : '');
  return new Problem(
    text('detail') || text('title') || answer.statusText,
    answer.status,
    text('code'),
    text('advice'),
  );
}
