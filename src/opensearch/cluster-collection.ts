/// <reference lib="esnext.disposable" preserve="true" />
/** An open collection on a cluster: its questions and its changes. */
import {
  Additions,
  missingIndex,
  momentOf,
  PREFIX_RULE,
  REMOVE_RULES,
  toDocument,
  UnderWay,
  WriteQueue,
} from '../collection/index.ts';
import type {
  AddAnswer,
  AddSummary,
  AddToCollectionOptions,
  CheckAnswer,
  CheckCollectionOptions,
  CheckQuery,
  CollectionDocument,
  CollectionInfo,
  CollectionSettings,
  DocumentIndex,
  IndexName,
  RemoveAnswer,
  RemoveFilter,
  SearchAnswer,
  SourcesAnswer,
  SourcesOptions,
} from '../collection.ts';
import { badOption, NeardupError } from '../errors.ts';
import { resolveOptions } from '../option-rules.ts';
import {
  COMPARE_IN_RULES,
  compareWithBest,
  resolveCompareOptions,
  type SourceCollection,
} from '../passages/index.ts';
import type { Input, InputDocument, ReadRunOptions } from '../read/index.ts';
import type { RunStream } from '../run-stream.ts';
import { option, wording } from '../wording.ts';
import { ClusterChanges } from './changes.ts';
import { ClusterChecks } from './checks.ts';
import { clusterInfo } from './cluster-info.ts';
import { type ClusterSearchOptions, searchCluster } from './cluster-search.ts';
import { ClusterSources } from './cluster-sources.ts';
import { atCommit, Changed, type Clause, living } from './finder.ts';
import { atOneCommit, MOST_TRIES, type OpenedCluster } from './parts.ts';
import { showFresh } from './refresh.ts';
import { type IndexedDocument, isLiving } from './stored-form.ts';

/** What to do for an index that a collection was made without. */
const newIndex = (name: IndexName) =>
  wording`Make another one with ${option('indexes', name)}, and add the documents to it.`;

/** Documents in one batch. */
const MOST_TOGETHER = 1024;

export class ClusterCollection implements DocumentIndex {
  private readonly queue: WriteQueue;
  private readonly additions: Additions;
  private readonly changes: ClusterChanges;
  private readonly checks: ClusterChecks;
  private readonly underWay = new UnderWay();
  private closing: Promise<void> | undefined;

  /** @internal */
  constructor(
    private readonly parts: OpenedCluster,
    private readonly closeParts: () => Promise<void>,
  ) {
    this.changes = new ClusterChanges(parts);
    this.checks = new ClusterChecks(parts);
    this.queue = new WriteQueue((documents, mode) => this.changes.addSome(documents, mode), MOST_TOGETHER);
    const to = { clock: parts.clock, commit: () => this.changes.lastCommit };
    this.additions = new Additions(to, () => this.writer());
  }

  /** The address, without secrets. */
  get path(): string {
    return this.parts.client.address.shown;
  }

  get settings(): CollectionSettings {
    return this.parts.settings;
  }

  /** Adds documents, each decided after those before it. When the promise resolves, the cluster has them, and every question finds them. */
  add(given: readonly InputDocument[], options: AddToCollectionOptions = {}): Promise<AddAnswer[]> {
    return this.additions.add(given, options);
  }

  /** Adds all documents of an input. Answers are given in the order of the documents, each when its document is stored. */
  addFrom(
    input: Input,
    options: AddToCollectionOptions = {},
    reading: Partial<ReadRunOptions> = {},
  ): RunStream<AddAnswer, AddSummary> {
    return this.additions.addFrom(input, options, reading);
  }

  /** Removes documents by their ids, a thousand in a commit. */
  remove(ids: readonly string[]): Promise<RemoveAnswer[]> {
    const all = [...ids];
    return this.writer().run(() => this.changes.remove(all));
  }

  /** Removes all documents of which something is true, a thousand in a commit. Returns how many they were. */
  removeWhere(filter: RemoveFilter): Promise<number> {
    const queue = this.writer();
    const clauses = this.clausesOf(filter);
    return queue.run(() => this.changes.removeWhere(clauses));
  }

  /** Finds the stored documents that a text, or a stored document, is a near-duplicate of. `containment` is refused. */
  check(query: CheckQuery, options: CheckCollectionOptions = {}): Promise<CheckAnswer> {
    return this.ask(() => this.checks.check(query, options));
  }

  /** Answers several queries of `check` in one go. */
  checkTogether(
    queries: readonly CheckQuery[],
    options: CheckCollectionOptions = {},
  ): Promise<CheckAnswer[]> {
    return this.ask(() => this.checks.checkTogether(queries, options));
  }

  /** Checks all documents of an input. Answers come in their order; a document is named by `id`. */
  checkFrom(
    input: Input,
    options: CheckCollectionOptions = {},
    reading: Partial<ReadRunOptions> = {},
  ): AsyncGenerator<CheckAnswer & { readonly id: string }> {
    return this.checks.checkFrom(input, options, reading);
  }

  /** Finds the passages of a text, or of a stored document, that are in other documents. The collection must have the index `passages`. */
  sources(query: CheckQuery, given: SourcesOptions = {}): Promise<SourcesAnswer> {
    return this.ask(async () => {
      const asked = this.sourceIndex();
      const { lang } = this.settings;
      const options = resolveCompareOptions(COMPARE_IN_RULES, { lang, ...given });
      const text = query.text === undefined ? await this.stored(query.id) : query;
      const isItself = (id: string) => query.text === undefined && id === query.id;
      const named = { ...text, id: text.id ?? 'text' };
      const { commit } = await this.parts.turns.read();
      return { ...(await compareWithBest(named, asked, isItself, options)), commit };
    });
  }

  /**
   * Finds the documents that are most like a text, or like a stored document. The collection must have the index `search`. Only documents that have a
   * word of the text itself are found; the 64 that the cluster ranks highest (`k` + 1 if that is more) are scored and ordered as in a folder.
   */
  search(query: string | CheckQuery, options: Partial<ClusterSearchOptions> = {}): Promise<SearchAnswer> {
    return this.ask(async () => {
      if (!this.settings.indexes.includes('search'))
        throw missingIndex(this.path, 'search', '`search`', newIndex('search'));
      return searchCluster(this.parts, query, options, (id) => this.stored(id));
    });
  }

  /** The documents, for `compareIn`. The collection must have the index `passages`, and stay open. */
  sourceIndex(): SourceCollection {
    const { sentenceSteps } = this.parts;
    if (sentenceSteps === undefined)
      throw missingIndex(this.path, 'passages', '`sources`', newIndex('passages'));
    return new ClusterSources(this.parts, sentenceSteps, (head) =>
      this.parts.finder.count(atCommit(head, [living(this.parts.clock())])),
    );
  }

  /** The document with this id; undefined if there is none. */
  get(id: string): Promise<CollectionDocument | undefined> {
    return this.ask(async () => {
      const found = await this.find(id);
      return found === undefined ? undefined : documentOf(found);
    });
  }

  /** All documents of one commit, in the order in which they were added. */
  async *documents(options: Pick<RemoveFilter, 'prefix'> = {}): AsyncGenerator<CollectionDocument> {
    const { prefix = '' } = resolveOptions({ prefix: PREFIX_RULE }, options);
    this.checkOpen();
    for (let tries = 1; ; tries++) {
      try {
        for await (const page of this.pages(prefix)) for (const each of page) yield documentOf(each);
        return;
      } catch (error) {
        // nothing was given yet
        if (!(error instanceof Changed) || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** Raises Changed if documents go before the first page is there. */
  private async *pages(prefix: string): AsyncGenerator<IndexedDocument[]> {
    const { turns, finder, clock, client } = this.parts;
    const head = await turns.read();
    await showFresh(this.parts, head);
    const clauses = [living(clock()), ...(prefix === '' ? [] : [withPrefix(prefix)])];
    yield* finder.all(atCommit(head, clauses), async () => {
      if ((await turns.read()).removedAt > head.commit) throw new Changed(client.address.shown);
    });
  }

  /** The number of the last commit, the documents, and the room that they take. */
  async info(): Promise<CollectionInfo> {
    return this.ask(() => clusterInfo(this.parts));
  }

  /** The number of the last commit. */
  async commit(): Promise<number> {
    return (await this.parts.turns.read()).commit;
  }

  /** Removes expired documents and what is left of crashed processes, and lets the cluster merge what it has. */
  async merge(): Promise<void> {
    const queue = this.writer();
    await queue.run(async () => {
      await this.changes.removeWhere(this.clausesOf({ expired: true }));
      await this.changes.sweep();
    });
    const { client, index } = this.parts;
    await client.ask('POST', `/${index.name}/_forcemerge?only_expunge_deletes=true&flush=true`);
  }

  /** Waits for calls under way, and closes the collection. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async end(): Promise<void> {
    await this.additions.settled();
    await this.underWay.settled();
    await this.queue.settled();
    try {
      await this.changes.close();
    } finally {
      await this.closeParts();
    }
  }

  private async stored(id: string): Promise<IndexedDocument> {
    const found = await this.find(id);
    if (found === undefined) throw badOption('id', 'that of a document in the collection', id);
    return found;
  }

  private async find(id: string): Promise<IndexedDocument | undefined> {
    const { finder, clock } = this.parts;
    const { documents } = await atOneCommit(this.parts, (head) => finder.find(head, { ids: [id] }, 2));
    return documents.findLast((each) => isLiving(each, clock()));
  }

  private clausesOf(filter: RemoveFilter): Clause[] {
    const { prefix, unseenSince, expired = false } = resolveOptions(REMOVE_RULES, filter);
    if (prefix === undefined && unseenSince === undefined && !expired)
      throw badOption('filter', 'a prefix, a time, or `expired: true`', 'none of them');
    const now = this.parts.clock();
    const before = unseenSince === undefined ? undefined : momentOf('unseenSince', unseenSince, now, -1);
    return [
      expired ? { range: { expires: { gt: 0, lte: now } } } : living(now),
      ...(prefix === undefined ? [] : [withPrefix(prefix)]),
      ...(before === undefined ? [] : [{ range: { seen: { lt: before } } }]),
    ];
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    this.checkOpen();
    return this.underWay.run(question);
  }

  private checkOpen(): void {
    if (this.closing === undefined) return;
    throw new NeardupError('CLOSED', `${this.path} was closed.`);
  }

  private writer(): WriteQueue {
    this.checkOpen();
    return this.queue;
  }
}

function withPrefix(prefix: string): Clause {
  return { prefix: { id: { value: prefix } } };
}

function documentOf({ seen, expires, ...document }: IndexedDocument): CollectionDocument {
  const moment = (seconds: number) => new Date(1000 * seconds);
  return toDocument(
    { ...document, seen },
    { seen: moment(seen), ...(expires !== undefined && { expires: moment(expires) }) },
  );
}
