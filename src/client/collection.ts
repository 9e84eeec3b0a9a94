/** A collection of a service, as the client has it. */
import type {
  ADD_LINE,
  CHECK_LINES,
  CLASS_HEAD,
  CLASS_LINE,
  CLASSES,
  COMPARED_SOURCES,
  DELETE_ANSWER,
  DOCUMENT_PAGE,
  EVENT_PAGE,
  GROUP_PAGE,
  HEADS,
  NAMED_INFO,
  PUT_ANSWER,
  REMOVALS,
  REMOVED_CLASS,
  REMOVED_REVIEW,
  REVIEW,
  REVIEWS,
  SAVED_CLASS,
  SOME_DOCUMENTS,
  TASK,
  TASKS,
  TITLED,
  WATCHES,
} from '../apps/http/service-answers.ts';
import type {
  AddAnswer,
  AddSummary,
  CheckAnswer,
  CollectionDocument,
  RemoveAnswer,
  SearchAnswer,
  WatchAnswer,
} from '../collection.ts';
import type { Value } from '../schema.ts';
import { objectsOf, type RequestOptions, type Sender } from './sender.ts';

export type { RequestOptions } from './sender.ts';

/** Moments are strings in answers. */
type Sent<T> = T extends Date
  ? string
  : T extends object
    ? { readonly [Field in keyof T]: Sent<T[Field]> }
    : T;
type Answer<Schema> = Sent<Value<Schema>>;

type Fields = Readonly<Record<string, unknown>>;
export type NewText = { readonly text: string; readonly lang?: string } & Fields;
/** A text, or the id of a stored document. */
export type TextOrId = { readonly text?: string; readonly id?: string; readonly lang?: string };
/** What does not count, and what counts as a passage: the options of `compare`. */
export type Comparing = Fields;

export interface AddingOptions extends RequestOptions {
  readonly onDuplicate?: 'keep' | 'skip' | 'refuse';
  /** When they expire: `30d`, or a moment (ISO 8601). */
  readonly expires?: string;
  readonly refresh?: boolean;
}

export class ServedCollection {
  private readonly path: string;

  constructor(
    private readonly sender: Sender,
    readonly name: string,
  ) {
    this.path = `/v1/collections/${encoded(name)}`;
  }

  /** Makes the collection, unless it is there with these settings. */
  create(settings: Fields = {}, options?: RequestOptions): Promise<Answer<typeof NAMED_INFO>> {
    return this.json('PUT', '', settings, options);
  }

  info(options?: RequestOptions): Promise<Answer<typeof NAMED_INFO>> {
    return this.json('GET', '', undefined, options);
  }

  /** Removes the collection with all that is in it. */
  async delete(options?: RequestOptions): Promise<void> {
    await this.sender.send('DELETE', this.path, { ...options });
  }

  /** Stores a document; it is on the disk when the promise resolves. */
  put(id: string, document: NewText, options: AddingOptions = {}): Promise<Answer<typeof PUT_ANSWER>> {
    return this.json('PUT', `/documents/${encoded(id)}${addQuery(options)}`, document, options);
  }

  /** Adds many documents: an answer for each, in their order. */
  async add(
    documents: readonly ({ readonly id: string } & NewText)[],
    options: AddingOptions = {},
  ): Promise<{ readonly answers: AddAnswer[]; readonly summary: AddSummary }> {
    const body = documents.map((document) => `${JSON.stringify(document)}\n`).join('');
    const sent = this.sender.send('POST', `${this.path}/documents${addQuery(options)}`, { ...options, body });
    const lines = await objectsOf<Value<typeof ADD_LINE>>(await sent);
    const { summary } = lines.pop() as { readonly summary: AddSummary };
    return { answers: lines as AddAnswer[], summary };
  }

  get(id: string, options?: RequestOptions): Promise<Sent<CollectionDocument>> {
    return this.json('GET', `/documents/${encoded(id)}`, undefined, options);
  }

  getMany(ids: readonly string[], options?: RequestOptions): Promise<Answer<typeof SOME_DOCUMENTS>> {
    return this.json('POST', '/documents/get', { ids }, options);
  }

  remove(id: string, options?: RequestOptions): Promise<Answer<typeof DELETE_ANSWER>> {
    return this.json('DELETE', `/documents/${encoded(id)}`, undefined, options);
  }

  /** Removes documents by their ids, or all of which something is true, in one commit. */
  removeMany(
    which:
      | { readonly ids: readonly string[] }
      | { readonly prefix?: string; readonly unseenSince?: string; readonly expired?: true },
    options?: RequestOptions,
  ): Promise<Answer<typeof REMOVALS>> {
    return this.json('POST', '/documents/remove', which, options);
  }

  /** A page of documents. */
  list(
    query: { readonly after?: string; readonly limit?: number; readonly prefix?: string } = {},
    options?: RequestOptions,
  ): Promise<Answer<typeof DOCUMENT_PAGE>> {
    return this.json('GET', `/documents${queryOf(query)}`, undefined, options);
  }

  /** All documents, page by page. */
  async *documents(
    prefix?: string,
    options?: RequestOptions,
  ): AsyncGenerator<Answer<typeof DOCUMENT_PAGE>['documents'][number]> {
    for (let after: string | undefined; ; ) {
      const { documents, next } = await this.list({ limit: 1000, prefix, after }, options);
      yield* documents;
      if (next === undefined) return;
      after = next;
    }
  }

  /** Titles and snippets of documents; a snippet is around the words that are sought. */
  heads(ids: readonly string[], words?: string, options?: RequestOptions): Promise<Answer<typeof HEADS>> {
    return this.json('POST', '/documents/heads', { ids, words }, options);
  }

  /** Documents whose title has all of these words. */
  titles(words: string, limit?: number, options?: RequestOptions): Promise<Answer<typeof TITLED>> {
    return this.json('GET', `/titles${queryOf({ words, limit })}`, undefined, options);
  }

  check(
    query: TextOrId & { readonly threshold?: number; readonly containment?: number },
    options?: RequestOptions,
  ): Promise<CheckAnswer> {
    return this.json('POST', '/check', query, options);
  }

  /** The same for many texts: an answer for each in their order, and a summary. */
  async checkMany(
    texts: readonly { readonly id?: string; readonly text: string; readonly lang?: string }[],
    options?: RequestOptions,
  ): Promise<Value<typeof CHECK_LINES>[]> {
    const body = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
    return objectsOf(await this.sender.send('POST', `${this.path}/check`, { ...options, body }));
  }

  /** The documents that are most like a text, or like a stored document. */
  search(
    query: TextOrId & { readonly k?: number; readonly explain?: boolean },
    options?: RequestOptions,
  ): Promise<SearchAnswer> {
    return this.json('POST', '/search', query, options);
  }

  /** The passages that a text shares with others. */
  compare(
    query: { readonly a: TextOrId; readonly b: TextOrId | readonly TextOrId[] } & Comparing,
    options?: RequestOptions,
  ): Promise<Answer<typeof COMPARED_SOURCES>> {
    return this.json('POST', '/compare', query, options);
  }

  /** The passages of a text that are in documents of the collection. */
  sources(
    query: { readonly a: TextOrId } & Comparing,
    options?: RequestOptions,
  ): Promise<Answer<typeof COMPARED_SOURCES>> {
    return this.json('POST', '/sources', query, options);
  }

  /** Who shares what with whom: ranked pairs, and a summary. @param progress A name by which `Client.progress` tells how far it is. */
  async compareAll(
    query: Comparing = {},
    { progress, ...options }: RequestOptions & { readonly progress?: string } = {},
  ): Promise<Answer<typeof CLASS_LINE>[]> {
    const path = `${this.path}/compare-all${queryOf({ progress })}`;
    return objectsOf(await this.sender.send('POST', path, { ...options, body: query }));
  }

  /** The groups that the last task `groups` found. */
  groups(
    query: {
      readonly after?: number;
      readonly limit?: number;
      readonly least?: number;
      readonly resemblance?: number;
      readonly order?: 'first' | 'largest';
    } = {},
    options?: RequestOptions,
  ): Promise<Answer<typeof GROUP_PAGE>> {
    return this.json('GET', `/groups${queryOf(query)}`, undefined, options);
  }

  /** Starts `groups`, `merge`, `backup` or `import`. It is not sent again: there would be two. */
  startTask(
    task: { readonly type: string } & Fields,
    options?: RequestOptions,
  ): Promise<Answer<typeof TASK>> {
    return this.json('POST', '/tasks', task, { retries: 0, ...options });
  }

  tasks(options?: RequestOptions): Promise<Answer<typeof TASKS>> {
    return this.json('GET', '/tasks', undefined, options);
  }

  task(number: number, options?: RequestOptions): Promise<Answer<typeof TASK>> {
    return this.json('GET', `/tasks/${number}`, undefined, options);
  }

  /** What the comparison of a class found that was started as a task. */
  async taskResult(number: number, options?: RequestOptions): Promise<Answer<typeof CLASS_LINE>[]> {
    return objectsOf(await this.sender.send('GET', `${this.path}/tasks/${number}/result`, { ...options }));
  }

  cancelTask(number: number, options?: RequestOptions): Promise<Answer<typeof TASK>> {
    return this.json('DELETE', `/tasks/${number}`, undefined, options);
  }

  watches(options?: RequestOptions): Promise<Answer<typeof WATCHES>> {
    return this.json('GET', '/watches', undefined, options);
  }

  watch(id: string, watch: Fields, options?: RequestOptions): Promise<WatchAnswer> {
    return this.json('PUT', `/watches/${encoded(id)}`, watch, options);
  }

  unwatch(id: string, options?: RequestOptions): Promise<RemoveAnswer> {
    return this.json('DELETE', `/watches/${encoded(id)}`, undefined, options);
  }

  /** Matches of watches, from a position on. */
  events(from = 1, options?: RequestOptions): Promise<Answer<typeof EVENT_PAGE>> {
    return this.json('GET', `/events?from=${from}`, undefined, options);
  }

  /** @param pair Reviews of these documents only. */
  reviews(
    pair: { readonly a?: string; readonly b?: string } = {},
    options?: RequestOptions,
  ): Promise<Answer<typeof REVIEWS>> {
    return this.json('GET', `/reviews${queryOf(pair)}`, undefined, options);
  }

  putReview(
    review: Omit<Value<typeof REVIEW>, 'time'>,
    options?: RequestOptions,
  ): Promise<Answer<typeof REVIEW>> {
    return this.json('PUT', '/reviews', review, options);
  }

  removeReview(
    pair: { readonly a: string; readonly b: string } & Fields,
    options?: RequestOptions,
  ): Promise<Answer<typeof REMOVED_REVIEW>> {
    return this.json('POST', '/reviews/remove', pair, options);
  }

  /** Classes that were saved. */
  classes(options?: RequestOptions): Promise<Answer<typeof CLASSES>> {
    return this.json('GET', '/classes', undefined, options);
  }

  /** The documents of a class and its settings, which `compareAll` takes. */
  getClass(name: string, options?: RequestOptions): Promise<Answer<typeof SAVED_CLASS>> {
    return this.json('GET', `/classes/${encoded(name)}`, undefined, options);
  }

  /** Saves a class, in place of one with this name. With `replaces` it is not sent again: what it replaced is gone by then. */
  saveClass(
    name: string,
    saved: Omit<Value<typeof SAVED_CLASS>, 'class' | 'saved' | 'damaged'> & { readonly replaces?: string },
    options?: RequestOptions,
  ): Promise<Answer<typeof CLASS_HEAD>> {
    const once = saved.replaces === undefined ? {} : { retries: 0 };
    return this.json('PUT', `/classes/${encoded(name)}`, saved, { ...once, ...options });
  }

  removeClass(name: string, options?: RequestOptions): Promise<Answer<typeof REMOVED_CLASS>> {
    return this.json('DELETE', `/classes/${encoded(name)}`, undefined, options);
  }

  private json<T>(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<T> {
    return this.sender.json(method, this.path + path, body, options);
  }
}

export function encoded(part: string): string {
  return encodeURIComponent(part);
}

function addQuery({ onDuplicate, expires, refresh }: AddingOptions): string {
  return queryOf({ onDuplicate, expires, refresh });
}

/** `?limit=10`; '' if there is nothing to ask for. */
function queryOf(given: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}
