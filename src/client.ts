/**
 * A small client of the service (`neardup serve`), for Node and browsers: `neardup/client`. It sends requests and returns the service's answers,
 * with the types of the library. Nothing else of the library is loaded.
 *
 * @example
 * const news = new Client('http://127.0.0.1:7710', { key }).collection('news');
 * await news.put('a', { text: 'One text.' });
 * for (const { b, resemblance } of (await news.check({ text: 'One text!' })).pairs) console.log(b, resemblance); // a 1
 */
import type {
  AddAnswer,
  AddSummary,
  CheckAnswer,
  CollectionDocument,
  ListPage,
  SearchAnswer,
  WatchEvent,
} from './collection.ts';

export interface ClientOptions {
  /** Without it only a service without keys answers. */
  readonly key?: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch;
}

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

/** Dates are strings in answers. */
type Sent<T> = Omit<T, 'seen' | 'expires'> & { readonly seen: string; readonly expires?: string };

export class Client {
  constructor(
    private readonly address: string,
    private readonly options: ClientOptions = {},
  ) {}

  collection(name: string): ServedCollection {
    return new ServedCollection(this, `/v1/collections/${encodeURIComponent(name)}`);
  }

  /** Sends a request, with JSON or JSON lines, and fails with the problem that the service tells. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const { key, fetch: send = fetch } = this.options;
    const isText = typeof body === 'string';
    const answer = await send(new URL(path, this.address), {
      method,
      body: isText || body === undefined ? (body as string | undefined) : JSON.stringify(body),
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': isText ? 'application/x-ndjson' : 'application/json' }),
        ...headers,
      },
    });
    if (answer.ok) return answer;
    const {
      code = 'UNKNOWN',
      detail = answer.statusText,
      advice = '',
    } = await answer.json().catch(() => ({}));
    throw new ServiceProblem(answer.status, code, detail, advice);
  }
}

/** A collection of a service. */
export class ServedCollection {
  constructor(
    private readonly client: Client,
    private readonly path: string,
  ) {}

  /** Stores a document; it is on the disk when the promise resolves. */
  put(
    id: string,
    document: { readonly text: string; readonly [field: string]: unknown },
  ): Promise<AddAnswer & { readonly commit?: number }> {
    return this.json('PUT', `/documents/${encodeURIComponent(id)}`, document);
  }

  /** Adds many documents: an answer for each, in their order. */
  async add(
    documents: readonly { readonly id: string; readonly text: string; readonly [field: string]: unknown }[],
    options: { readonly onDuplicate?: 'keep' | 'skip' | 'refuse' } = {},
  ): Promise<{ readonly answers: AddAnswer[]; readonly summary: AddSummary }> {
    const lines = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
    const query = options.onDuplicate === undefined ? '' : `?onDuplicate=${options.onDuplicate}`;
    const answer = await this.client.send('POST', `${this.path}/documents${query}`, lines);
    const answers = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { summary } = answers.pop();
    return { answers, summary };
  }

  get(id: string): Promise<Sent<CollectionDocument>> {
    return this.json('GET', `/documents/${encodeURIComponent(id)}`);
  }

  remove(id: string): Promise<{ readonly id: string; readonly commit?: number }> {
    return this.json('DELETE', `/documents/${encodeURIComponent(id)}`);
  }

  check(query: {
    readonly text?: string;
    readonly id?: string;
    readonly lang?: string;
    readonly threshold?: number;
  }): Promise<CheckAnswer> {
    return this.json('POST', '/check', query);
  }

  /** The documents that are most like a text, or like a stored document. */
  search(query: {
    readonly text?: string;
    readonly id?: string;
    readonly lang?: string;
    readonly k?: number;
    readonly explain?: boolean;
  }): Promise<SearchAnswer> {
    return this.json('POST', '/search', query);
  }

  /** All documents, page by page. */
  async *documents(prefix = ''): AsyncGenerator<Sent<ListPage['documents'][number]>> {
    for (let after = ''; ; ) {
      const query = new URLSearchParams({ limit: '1000', prefix, ...(after !== '' && { after }) });
      const page: { documents: Sent<ListPage['documents'][number]>[]; next?: string } = await this.json(
        'GET',
        `/documents?${query}`,
      );
      yield* page.documents;
      if (page.next === undefined) return;
      after = page.next;
    }
  }

  /** Matches of watches, from a position on. */
  events(from = 1): Promise<{ readonly events: readonly WatchEvent[]; readonly last: number }> {
    return this.json('GET', `/events?from=${from}`);
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await this.client.send(method, this.path + path, body)).json() as Promise<T>;
  }
}
