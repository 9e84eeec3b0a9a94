/// <reference lib="esnext.disposable" preserve="true" />
/** An open collection: its questions and its changes. */

import type { Group } from '../answers/copies.ts';
import type { SearchResult } from '../answers/runs.ts';
import type {
  AddAnswer,
  AddSummary,
  AddToCollectionOptions,
  BackupCollectionOptions,
  CheckAnswer,
  CheckCollectionOptions,
  CheckQuery,
  CollectionDocument,
  CollectionInfo,
  CollectionSettings,
  DocumentIndex,
  EventsOptions,
  ListOptions,
  ListPage,
  MergeOptions,
  RemoveAnswer,
  RemoveFilter,
  SearchAnswer,
  SourcesAnswer,
  SourcesOptions,
  StoredWatch,
  Watch,
  WatchAnswer,
  WatchEvent,
} from '../collection.ts';
import {
  type GroupsOptions,
  groups,
  resolveDuplicateOptions,
  STORED_GROUPS_RULES,
} from '../duplicates/index.ts';
import { NeardupError } from '../errors.ts';
import type { Queries, QueryOptions } from '../nearest/index.ts';
import { resolveOptions } from '../option-rules.ts';
import type { SourceCollection } from '../passages/index.ts';
import type { Input, InputDocument, ReadRunOptions } from '../read/index.ts';
import { RunStream } from '../run-stream.ts';
import { FolderAdditions } from './changes/add-to-folder.ts';
import { Additions } from './changes/additions.ts';
import { Removals } from './changes/removals.ts';
import { WriteQueue } from './changes/write-queue.ts';
import type { CollectionParts } from './collection-parts.ts';
import { missingIndex } from './indexes/open-indexes.ts';
import {
  BACKUP_RULES,
  changedSettings,
  checkKeepEvents,
  EVENTS_RULES,
  LIST_RULES,
  MERGE_RULES,
} from './options.ts';
import { Checks } from './questions/check.ts';
import { infoOf } from './questions/collection-info.ts';
import { type AskedSources, compareWithStored, StoredSources } from './questions/find-sources.ts';
import { listDocuments } from './questions/list-documents.ts';
import { readDocument, readStoredDocuments, readStoredLines } from './questions/read-documents.ts';
import { backUp } from './store/backup.ts';
import { followLog } from './tables/follow-log.ts';
import { Merges } from './tables/merges.ts';
import { UnderWay } from './under-way.ts';

/** A collection that is closed with fewer documents in its delta leaves them to the log. */
const FREEZE_AT_CLOSE = 4096;

export class Collection implements DocumentIndex {
  private readonly queue: WriteQueue;
  private readonly additions: Additions;
  private readonly removals: Removals;
  private readonly merges: Merges;
  private checks: Checks;
  private underWay = new UnderWay();
  private closing: Promise<void> | undefined;
  private refreshing: Promise<boolean> | undefined;
  private nextRefresh: Promise<boolean> | undefined;
  /** The closing of what was open before it was refreshed. */
  private retired: Promise<void> = Promise.resolve();

  /** @param openAgain Opens it as it is now, if it was opened only to ask. */
  constructor(
    private parts: CollectionParts,
    private readonly openAgain?: () => Promise<CollectionParts>,
  ) {
    this.merges = new Merges(parts, (step) => this.queue.run(step));
    const { clock, window, delta } = parts.documents;
    const to = { clock, window, commit: () => this.commit };
    this.additions = new Additions(to, () => this.writer());
    const folder = new FolderAdditions(parts, this.merges);
    this.queue = new WriteQueue((documents, mode) => folder.addSome(documents, mode), delta.capacity);
    this.removals = new Removals(parts, () => this.writer(), this.merges);
    this.checks = new Checks(parts);
  }

  get path(): string {
    return this.parts.folder.path;
  }

  get settings(): CollectionSettings {
    return this.parts.settings;
  }

  /** The number of the last commit. */
  get commit(): number {
    return this.parts.folder.log.end.commit;
  }

  /**
   * Makes a collection that was opened only to ask see all that its writer had stored before the call. Questions under way may see it too. If
   * the writer has merged, lists that are still being read, and a `sourceIndex` that was taken before, end with an error. False if no commit
   * was added.
   *
   * @example
   * await using news = await openCollection('news.nd', { readOnly: true });
   * if (await news.refresh()) console.log(news.commit);
   */
  refresh(): Promise<boolean> {
    this.checkOpen();
    const { refreshing } = this;
    if (refreshing === undefined) return this.refreshNow();
    // what runs may have looked before the call
    this.nextRefresh ??= refreshing
      .catch(() => false)
      .then(async (hadNews) => {
        this.nextRefresh = undefined;
        return (await this.refreshNow()) || hadNews;
      });
    return this.nextRefresh;
  }

  private refreshNow(): Promise<boolean> {
    this.refreshing = this.followWriter().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  private async followWriter(): Promise<boolean> {
    if (this.openAgain === undefined) return false;
    const isNew = await followLog(this.parts);
    if (isNew !== undefined) return isNew;
    const { commit } = this;
    const parts = await this.openAgain();
    const [before, underWay] = [this.parts, this.underWay];
    this.parts = parts;
    this.checks = new Checks(parts);
    this.underWay = new UnderWay();
    const { retired } = this;
    this.retired = underWay.settled().then(async () => {
      await before.close();
      await retired;
    });
    return this.commit !== commit;
  }

  /**
   * Adds documents, each decided after those before it. They are on the disk when the promise resolves.
   *
   * @example
   * for (const { id, state } of await news.add([{ id: 'a', text: 'One text.' }])) console.log(id, state); // a added
   */
  add(given: readonly InputDocument[], options: AddToCollectionOptions = {}): Promise<AddAnswer[]> {
    return this.additions.add(given, options);
  }

  /**
   * Adds all documents of an input: files, folders, or objects. Answers are given in the order of the documents, each when its document
   * is on the disk.
   */
  addFrom(
    input: Input,
    options: AddToCollectionOptions = {},
    reading: Partial<ReadRunOptions> = {},
  ): RunStream<AddAnswer, AddSummary> {
    return this.additions.addFrom(input, options, reading);
  }

  /** Removes documents by their ids, in one commit. */
  remove(ids: readonly string[]): Promise<RemoveAnswer[]> {
    return this.removals.remove(ids);
  }

  /** Removes all documents of which something is true, in one commit. Returns how many they were. */
  removeWhere(filter: RemoveFilter): Promise<number> {
    return this.removals.removeWhere(filter);
  }

  /**
   * Finds the stored documents that a text, or a stored document, is a near-duplicate of, as `pairs` would report them.
   *
   * @example
   * for (const pair of (await news.check({ text: '…' })).pairs) console.log(pair.b, pair.resemblance);
   */
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

  /** Checks all documents of an input, of files, folders, or objects. Answers come in their order; a document is named by `id`. */
  checkFrom(
    input: Input,
    options: CheckCollectionOptions = {},
    reading: Partial<ReadRunOptions> = {},
  ): AsyncGenerator<CheckAnswer & { readonly id: string }> {
    return this.checks.checkFrom(input, options, reading);
  }

  /**
   * Finds the passages of a text, or of a stored document, that are in other documents, as `compareIn` finds them.
   * The collection must have the index `passages`.
   *
   * @example
   * for (const { id, share } of (await library.sources({ text: '…' })).candidates) console.log(id, share);
   */
  async sources(query: CheckQuery, options: SourcesOptions = {}): Promise<SourcesAnswer> {
    const { commit } = this;
    return this.ask(async () => ({
      ...(await compareWithStored(query, this.askedForSources(), options)),
      commit,
    }));
  }

  /** The documents as they are now, for `compareIn`. The collection must have the index `passages`, and stay open. */
  sourceIndex(): SourceCollection {
    return new StoredSources(this.askedForSources());
  }

  /**
   * Finds the documents that are most like a text, or like a stored document, nearest first, as `search` finds them, with the weights of
   * words of the last merge. The collection must have the index `search`.
   *
   * @example
   * for (const { id, score } of (await news.search('oil prices fell', { k: 3 })).results) console.log(id, score);
   */
  async search(query: string | CheckQuery, options: Partial<QueryOptions> = {}): Promise<SearchAnswer> {
    const { search } = this.parts.indexes;
    if (search === undefined) throw missingIndex(this.path, 'search', '`search`');
    const { commit } = this;
    return this.ask(async () => ({ ...(await search.search(query, options)), commit }));
  }

  /** Answers several queries, as `search` does. */
  searchAll(queries: Queries, options: Partial<QueryOptions> = {}): RunStream<SearchResult> {
    const { search } = this.parts.indexes;
    if (search === undefined) throw missingIndex(this.path, 'search', '`searchAll`');
    return new RunStream(search.searchAll(queries, options), options.signal);
  }

  /** Whether `search` gives the answers of the batch command with default options: it was merged, and has not changed since. */
  get searchesAsBatch(): boolean {
    return this.parts.indexes.search?.isAsBatch(this.commit) === true;
  }

  /** The document with this id; undefined if there is none. */
  async get(id: string): Promise<CollectionDocument | undefined> {
    return readDocument(id, this.parts.documents);
  }

  /** Where the document with this id is among all: a document that was added earlier has a lower number. -1 if there is none. */
  positionOf(id: string): number {
    return this.parts.documents.find(id);
  }

  /** All documents as they are now, in the order in which they were added. */
  documents(options: Pick<RemoveFilter, 'prefix'> = {}): AsyncGenerator<CollectionDocument> {
    return readStoredDocuments(this.parts.documents, options);
  }

  /** Documents in pages. Nothing that stays is skipped or given twice, whatever changes between two pages. */
  list(options: ListOptions = {}): ListPage {
    return listDocuments(this.parts.documents, resolveOptions(LIST_RULES, options));
  }

  /** The lines of the log with all documents as they are now, in the order in which they were added. */
  lines(): AsyncGenerator<Uint8Array> {
    return readStoredLines(this.parts.documents);
  }

  /** Groups of near-duplicates among all documents, as `groups` finds them. `commit` says which documents these are. */
  groups(options: GroupsOptions = {}): RunStream<Group> & { readonly commit: number } {
    const { commit } = this;
    const given = { ...changedSettings(this.settings), ...options };
    resolveDuplicateOptions(STORED_GROUPS_RULES, given);
    const run = groups(this.documents(), given);
    return Object.assign(run, { commit });
  }

  /**
   * Watches for near-duplicates of example texts, or documents with a passage from one: from now on, `events` reports each that arrives.
   *
   * @example
   * await news.watch({ id: 'press release 7', texts: ['The ferry leaves at nine …'] });
   * for await (const { watch, id } of news.events({ follow: true })) console.log(watch, id);
   */
  watch(watches: Watch | readonly Watch[]): Promise<WatchAnswer[]> {
    return this.writer().run(() => this.parts.watches.add([watches].flat()));
  }

  /** All watches, in the order in which they were made. */
  watches(): AsyncGenerator<StoredWatch> {
    return this.parts.watches.list();
  }

  /** Ends watches. Their matches stay. */
  unwatch(ids: readonly string[]): Promise<RemoveAnswer[]> {
    return this.writer().run(() => this.parts.watches.remove(ids));
  }

  /** Matches of watches, from a position on: none is left out, none comes twice, even if a process was killed meanwhile. */
  events(options: EventsOptions = {}): AsyncGenerator<WatchEvent> {
    return this.eventsOf(resolveOptions(EVENTS_RULES, options));
  }

  /** Goes on where it was if the collection is refreshed meanwhile. */
  private async *eventsOf(options: EventsOptions): AsyncGenerator<WatchEvent> {
    let { from } = options;
    for (let parts: CollectionParts | undefined; parts !== this.parts; ) {
      parts = this.parts;
      for await (const event of parts.events.read({ ...options, from })) {
        from = event.position + 1;
        yield event;
      }
    }
  }

  /**
   * Removes old events now, by the file. @param keep Events of this time (`90d`), or at least this many of the last ones, are kept.
   * @default the setting `keepEvents`
   */
  trimEvents(keep = this.settings.keepEvents): Promise<void> {
    const queue = this.writer();
    checkKeepEvents(keep);
    return queue.run(() => this.parts.events.trim(keep));
  }

  /** The position of the first event that is kept; 1 if there is none yet. */
  get firstEvent(): number {
    return this.parts.events.firstPosition;
  }

  /** The position of the last event; 0 if there is none. */
  get lastEvent(): number {
    return this.parts.events.lastPosition;
  }

  info(): CollectionInfo {
    return infoOf(this.parts);
  }

  /** Merges all segments into one, without removed and expired documents. */
  async merge(options: MergeOptions = {}): Promise<void> {
    // it throws if nothing can be changed
    this.writer();
    const { signal } = resolveOptions(MERGE_RULES, options);
    signal?.throwIfAborted();
    return this.underWay.run(async () => {
      // with a window, old documents drop out by themselves
      if (this.parts.documents.window === undefined) await this.removals.removeExpired(this.queue);
      signal?.throwIfAborted();
      await this.merges.mergeAll(signal);
    });
  }

  /** Backs up the current documents as a second collection, in an empty or new folder. Files are linked if possible, unless `copy` is set. */
  async backup(to: string, options: BackupCollectionOptions = {}): Promise<{ readonly commit: number }> {
    return backUp(this.path, to, resolveOptions(BACKUP_RULES, options));
  }

  /** Waits for calls under way, and closes the collection. Iterations that are still running end with an error. */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async end(): Promise<void> {
    this.merges.stop();
    while (this.refreshing !== undefined) await (this.nextRefresh ?? this.refreshing).catch(() => {});
    await this.retired;
    const { documents, derived, folder, readOnly } = this.parts;
    await this.additions.settled();
    await this.underWay.settled();
    await this.queue.settled();
    await this.merges.settled();
    try {
      if (!readOnly) {
        if (documents.delta.length >= FREEZE_AT_CLOSE) await derived.freeze(folder.log.end);
        else await derived.checkpoint();
      }
    } catch (error) {
      // all that was acknowledged is in the log, of which the rest is made again
      if (!(error instanceof NeardupError && error.code === 'NO_SPACE')) throw error;
    } finally {
      await this.parts.close();
    }
  }

  /** Asks a question. The collection stays open until it is answered. */
  private async ask<T>(question: () => Promise<T>): Promise<T> {
    this.checkOpen();
    return this.underWay.run(question);
  }

  private checkOpen(): void {
    if (this.closing === undefined) return;
    throw new NeardupError('CLOSED', `${this.path} was closed.`);
  }

  private askedForSources(): AskedSources {
    const { documents, indexes, settings } = this.parts;
    if (indexes.passages === undefined) throw missingIndex(this.path, 'passages', '`sources`');
    return { documents, ...indexes.passages, lang: settings.lang };
  }

  /** The queue of changes, if the collection may be changed. */
  private writer(): WriteQueue {
    this.checkOpen();
    if (!this.parts.readOnly) return this.queue;
    throw new NeardupError('READ_ONLY', `${this.path} was opened only to ask.`);
  }
}
