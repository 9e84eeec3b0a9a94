/** Sends requests of the client: with the key, a time limit, and again if that may help and cannot harm. */
import type {
  COLLECTIONS,
  HEALTH,
  KEYS,
  NEW_KEY_ANSWER,
  READY,
  REQUEST_PROGRESS,
  SERVICE_INFO,
  TEXT_LINE,
} from '../apps/http/service-answers.ts';
import type { Value } from '../schema.ts';

/** ServiceAnswers that concern no collection, by the names of operations. */
export interface ServiceAnswers {
  listCollections: Value<typeof COLLECTIONS>;
  service: Value<typeof SERVICE_INFO>;
  health: Value<typeof HEALTH>;
  ready: Value<typeof READY>;
  text: Value<typeof TEXT_LINE>;
  getProgress: Value<typeof REQUEST_PROGRESS>;
  listKeys: Value<typeof KEYS>;
  createKey: Value<typeof NEW_KEY_ANSWER>;
}

export interface RequestOptions {
  /** Ends the request; it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Milliseconds for each attempt. @default those of the client */
  readonly timeout?: number;
  /** How often it is sent again. @default that of the client */
  readonly retries?: number;
}

export interface ClientOptions extends Pick<RequestOptions, 'timeout' | 'retries'> {
  /** Without it only a service without keys answers. */
  readonly key?: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch;
}

interface Request extends RequestOptions {
  /** Text is sent as JSON lines, form data as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly accept?: string;
}

/** A little more than the service takes at most (`--answer-seconds`). */
const TIMEOUT = 310_000;
const RETRIES = 2;
/** Milliseconds before the first attempt that follows; each further one waits twice as long, or as long as the service asks for, up to the most. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 30_000;
const FOR_NOW = [429, 502, 503, 504];

/** A problem reported by the service (RFC 9457). */
export class ServiceProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly advice: string,
  ) {
    super(`${detail} ${advice}`);
    this.name = 'ServiceProblem';
  }
}

export class Sender {
  constructor(
    private readonly address: string,
    private readonly settings: ClientOptions,
  ) {}

  /** Sends a request, and fails with the problem that the service tells. */
  async send(method: string, path: string, request: Request = {}): Promise<Response> {
    const { timeout = TIMEOUT, retries = RETRIES } = { ...this.settings, ...defined(request) };
    for (let attempt = 0; ; attempt++) {
      request.signal?.throwIfAborted();
      const isLast = attempt >= retries;
      const limit = AbortSignal.timeout(timeout);
      const signal = request.signal === undefined ? limit : AbortSignal.any([request.signal, limit]);
      let answer: Response;
      try {
        answer = await this.sendOnce(method, path, request, signal);
      } catch (error) {
        // a network that fails is tried again; the time that was given, or an end that was asked for, is kept
        if (isLast || signal.aborted) throw error;
        await wait(FIRST_WAIT * 2 ** attempt, request.signal);
        continue;
      }
      if (answer.ok) return answer;
      if (isLast || !FOR_NOW.includes(answer.status)) throw await problemOf(answer);
      await answer.body?.cancel();
      const asked = Number(answer.headers.get('retry-after')) * 1000;
      await wait(Math.max(asked || 0, FIRST_WAIT * 2 ** attempt), request.signal);
    }
  }

  async json<T>(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<T> {
    return (await this.send(method, path, { ...options, body })).json() as Promise<T>;
  }

  private sendOnce(
    method: string,
    path: string,
    { body, accept }: Request,
    signal: AbortSignal,
  ): Promise<Response> {
    const { key, fetch: send = fetch } = this.settings;
    const isText = typeof body === 'string';
    const isForm = body instanceof FormData;
    const headers = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(accept !== undefined && { accept }),
      // a service without keys takes forms of its own origin only
      ...(isForm && { origin: new URL(this.address).origin }),
      ...(body !== undefined &&
        !isForm && { 'content-type': isText ? 'application/x-ndjson' : 'application/json' }),
    };
    const sent = isText || isForm || body === undefined ? (body as string | FormData) : JSON.stringify(body);
    return send(new URL(path, this.address), { method, body: sent, headers, signal });
  }
}

/** The objects of JSON lines. */
export async function objectsOf<T>(answer: Response): Promise<T[]> {
  const lines = (await answer.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as T);
}

async function problemOf(answer: Response): Promise<ServiceProblem> {
  const { code = 'UNKNOWN', detail = answer.statusText, advice = '' } = await answer.json().catch(() => ({}));
  return new ServiceProblem(answer.status, code, detail, advice);
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', end);
        resolve();
      },
      Math.min(LONGEST_WAIT, milliseconds),
    );
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** An option that is `undefined` is left out. */
function defined<T extends object>(given: T): T {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;
}
