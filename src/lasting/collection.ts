/// <reference lib="esnext.disposable" preserve="true" />
/** An open collection: its questions and its changes. */
import {
  type AddAnswer,
  backUp,
  type CheckAnswer,
  type CheckQuery,
  type CollectionFolder,
  type DocumentIndex,
  type DocumentTable,
  killPoint,
  type RemoveAnswer,
  removalLines,
  type StoredDocument,
} from '../collection/index.ts';
import { type GroupsOptions, groups } from '../duplicates/index.ts';
import { badOption, NeardupError } from '../errors.ts';
import type {
  AddSummary,
  AddToCollectionOptions,
  BackupCollectionOptions,
  CheckCollectionOptions,
  CollectionDocument,
  CollectionInfo,
  CollectionSettings,
  EventsOptions,
  ListOptions,
  ListPage,
  MergeOptions,
  RemoveFilter,
  SearchAnswer,
  SourcesAnswer,
  SourcesOptions,
  StoredWatch,
  Watch,
  WatchAnswer,
  WatchEvent,
} from '../lasting.ts';
import type { Queries, QueryOptions } from '../nearest/index.ts';
import { resolveOptions, uselessOption } from '../option-rules.ts';
import { ordered } from '../ordered.ts';
import type { SourceCollection } from '../passages/index.ts';
import type { Input, InputDocument, ReadRunOptions } from '../read/index.ts';
import type { Group, SearchResult } from '../results.ts';
import { RunStream } from '../run-stream.ts';
import { type Arrivals, addGroup } from './add-documents.ts';
import { AskTogether } from './ask-together.ts';
import { checkTexts } from './check-texts.ts';
import type { AddMode } from './decide-documents.ts';
import type { DerivedTables } from './derived-tables.ts';
import type { EventLog } from './event-log.ts';
import { type AskedSources, compareWithStored, StoredSources } from './find-sources.ts';
import { listDocuments } from './list-documents.ts';
import type { LivingDocuments } from './living-documents.ts';
import { type NewDocument, newDocuments } from './new-documents.ts';
import { missingIndex, type OpenedIndexes } from './open-indexes.ts';
import {
  ADD_RULES,
  BACKUP_RULES,
  CHECK_RULES,
  changedSettings,
  checkKeepEvents,
  EVENTS_RULES,
  LIST_RULES,
  MERGE_RULES,
  momentOf,
  PREFIX_RULE,
  REMOVE_RULES,
  resolveReading,
} from './options.ts';
import type { Watches } from './watches.ts';
import { WriteQueue } from './write-queue.ts';

/** A collection that is closed with fewer documents in its delta leaves them to the log. */
const FREEZE_AT_CLOSE = 4096;
/** Documents that are read from the log together. */
const READ_TOGETHER = 256;

/** What an open collection consists of. */
export interface CollectionParts {
  readonly folder: CollectionFolder;
  readonly settings: CollectionSettings;
  readonly documents: LivingDocuments;
  readonly derived: DerivedTables;
  readonly watches: Watches;
  readonly events: EventLog;
  readonly indexes: OpenedIndexes;
  readonly readOnly: boolean;
  /** Closes what was opened for it. */
  close(): Promise<void>;
}

export class Collection implements DocumentIndex {
  private readonly queue: WriteQueue;
  private readonly checks: AskTogether<CheckQuery, CheckCollectionOptions, CheckAnswer>;
  /** The last merge that was asked for, and how many have not ended. */
  private merging: Promise<void> = Promise.resolve();
  private mergesWaiting = 0;
  private closed = false;
  /** The calls of `add` whose documents are read, in their order. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: CollectionParts) {
    const { folder, documents, derived, settings, watches, events } = parts;
    const { capacity } = documents.delta;
    this.checks = new AskTogether(
      (queries, options) => this.checkTogether(queries, options),
      documents.steps.engine.threads,
    );
    const arrivals: Arrivals = {
      find: (arrived, prepared) => watches.find(arrived, prepared),
      add: (commit, found) => events.add(commit, found),
    };
    this.queue = new WriteQueue(async (group, mode) => {
      const { delta } = documents;
      const { closedFiles } = folder.log;
      if (delta.length + group.length > delta.capacity) {
        documents.forgetOutside();
        await derived.freeze(folder.log.end, capacity);
      }
      const answers = await addGroup(group, mode, documents, folder.log, settings, arrivals);
      // events are safe with their documents; what cannot be copied now is copied with the next ones
      await events.settled().catch(() => {});
      derived.followDelta();
      const isLonger = documents.window !== undefined && folder.log.closedFiles.length > closedFiles.length;
      if (delta !== documents.delta || isLonger) this.mergeInBackground(isLonger);
      return answers;
    }, capacity);
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
   * Adds documents, each decided after those before it. They are on the disk when the promise resolves.
   *
   * @example
   * for (const { id, state } of await news.add([{ id: 'a', text: 'One text.' }])) console.log(id, state); // a added
   */
  async add(given: readonly InputDocument[], options: AddToCollectionOptions = {}): Promise<AddAnswer[]> {
    const { batches, mode } = this.toAdd(given, options, {});
    const read = documentsOf(batches);
    // it is told in its turn
    read.catch(() => {});
    // a call that is read faster does not come before earlier ones
    const turn = this.turn.then(async () => ({ answers: this.queue.add(await read, mode) }));
    this.turn = turn.catch(() => {});
    return (await turn).answers;
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
    const { batches, mode } = this.toAdd(input, options, reading);
    return new RunStream(this.addBatches(batches, mode), options.signal ?? reading.signal);
  }

  private toAdd(input: Input, options: AddToCollectionOptions, reading: Partial<ReadRunOptions>) {
    const resolved = resolveOptions(ADD_RULES, options);
    this.needWriter();
    const { clock } = this.parts.documents;
    const { window } = this.parts.documents;
    if (window !== undefined && resolved.expires !== undefined) {
      throw uselessOption('expires', 'documents expire when they leave the window', 'Leave it out.');
    }
    const { onDuplicate = 'keep', refresh, expires, signal = reading.signal } = resolved;
    const batches = newDocuments(input, expires, clock, resolveReading({ ...reading, signal }), window);
    return { batches, mode: { onDuplicate, refresh } };
  }

  /** Removes documents by their ids, in one commit. */
  remove(ids: readonly string[]): Promise<RemoveAnswer[]> {
    this.needWriter();
    const { documents } = this.parts;
    return this.queue.run(async () => {
      const now = documents.now();
      const numbers = ids.map((id) => documents.find(id));
      const isThere = numbers.map((number) => number !== -1 && documents.view.isLiving(number, now));
      await this.removeNumbers([...new Set(numbers.filter((number) => number !== -1))]);
      const answered = new Set<string>();
      return ids.map((id, i) => {
        const isFirst = !answered.has(id);
        answered.add(id);
        return { id, state: isThere[i] && isFirst ? 'removed' : 'missing' };
      });
    });
  }

  /** Removes all documents of which something is true, in one commit. Returns how many they were. */
  removeWhere(filter: RemoveFilter): Promise<number> {
    this.needWriter();
    const { prefix, unseenSince, expired = false } = resolveOptions(REMOVE_RULES, filter);
    if (prefix === undefined && unseenSince === undefined && !expired) {
      throw badOption('filter', 'a prefix, a time, or `expired: true`', 'none of them');
    }
    const { documents } = this.parts;
    return this.queue.run(async () => {
      const now = documents.now();
      const before =
        unseenSince === undefined ? undefined : momentOf('unseenSince', unseenSince, documents.clock(), -1);
      const found: number[] = [];
      for (const number of documents.view.living(expired ? 0 : now)) {
        const { table, document } = documents.view.locate(number);
        const { seen, expires } = table.columns;
        if (expired && (expires[document] === 0 || expires[document] > now)) continue;
        if (before !== undefined && seen[document] >= before) continue;
        if (prefix !== undefined && !documents.id(number).startsWith(prefix)) continue;
        found.push(number);
      }
      await this.removeNumbers(found);
      return found.length;
    });
  }

  /**
   * Finds the stored documents that a text, or a stored document, is a near-duplicate of: what `pairs` would report on them.
   *
   * @example
   * for (const pair of (await news.check({ text: '…' })).pairs) console.log(pair.b, pair.resemblance);
   */
  async check(query: CheckQuery, options: CheckCollectionOptions = {}): Promise<CheckAnswer> {
    return this.checks.ask(query, options, query.text?.length ?? 0);
  }

  /** Checks all documents of an input, of files, folders, or objects. Answers come in their order; a document is named by `id`. */
  async *checkFrom(
    input: Input,
    options: CheckCollectionOptions = {},
    reading: Partial<ReadRunOptions> = {},
  ): AsyncGenerator<CheckAnswer & { readonly id: string }> {
    const { clock } = this.parts.documents;
    const { signal = reading.signal } = resolveOptions(CHECK_RULES, options);
    const complete = resolveReading({ ...reading, signal });
    for await (const batch of newDocuments(input, undefined, clock, complete)) {
      const texts = batch.flatMap((each) => ('text' in each ? [each] : []));
      const answers = await this.checkTogether(texts, { ...options, signal });
      for (const [i, answer] of answers.entries()) yield { id: texts[i].id, ...answer };
    }
  }

  /**
   * Finds the passages of a text, or of a stored document, that are in other documents: what `compareIn` finds in them if it does not look
   * for reordered sentences. The collection must have the index `passages`.
   *
   * @example
   * for (const { id, share } of (await library.sources({ text: '…' })).candidates) console.log(id, share);
   */
  async sources(query: CheckQuery, options: SourcesOptions = {}): Promise<SourcesAnswer> {
    const { commit } = this;
    return { ...(await compareWithStored(query, this.askedForSources(), options)), commit };
  }

  /** The documents as they are now, for `compareIn`. The collection must have the index `passages`, and stay open. */
  sourceIndex(): SourceCollection {
    return new StoredSources(this.askedForSources());
  }

  /**
   * Finds the documents that are most like a text, or like a stored document, nearest first: what `search` finds in them, with the weights of
   * words of the last merge. The collection must have the index `search`.
   *
   * @example
   * for (const { id, score } of (await news.search('oil prices fell', { k: 3 })).results) console.log(id, score);
   */
  async search(query: string | CheckQuery, options: Partial<QueryOptions> = {}): Promise<SearchAnswer> {
    const { search } = this.parts.indexes;
    if (search === undefined) throw missingIndex(this.path, 'search', '`search`');
    const { commit } = this;
    return { ...(await search.search(query, options)), commit };
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
    const { documents } = this.parts;
    const number = documents.find(id);
    if (number === -1 || !documents.view.isLiving(number, documents.now())) return undefined;
    return toDocument(documents.document(number), documents.momentsOf(number));
  }

  /** Where the document with this id is among all: a document that was added earlier has a lower number. -1 if there is none. */
  positionOf(id: string): number {
    return this.parts.documents.find(id);
  }

  /** All documents as they are now, in the order in which they were added. */
  async *documents(options: Pick<RemoveFilter, 'prefix'> = {}): AsyncGenerator<CollectionDocument> {
    const { prefix = '' } = resolveOptions({ prefix: PREFIX_RULE }, options);
    const { documents } = this.parts;
    const { view } = documents;
    const numbers = Float64Array.from(view.living(documents.now()));
    for (let from = 0; from < numbers.length; from += READ_TOGETHER) {
      const some = [...numbers.subarray(from, from + READ_TOGETHER)];
      const stored = documents.storedDocuments(some, view);
      for (const [i, each] of stored.entries()) {
        if (!each.id.startsWith(prefix)) continue;
        yield toDocument(each, documents.momentsOf(some[i], view));
      }
    }
  }

  /** Documents in pages. Nothing that stays is skipped or given twice, whatever changes between two pages. */
  list(options: ListOptions = {}): ListPage {
    return listDocuments(this.parts.documents, resolveOptions(LIST_RULES, options));
  }

  /** The lines of the log with all documents as they are now, in the order in which they were added. */
  async *lines(): AsyncGenerator<Uint8Array> {
    const { documents } = this.parts;
    const { view } = documents;
    const numbers = Float64Array.from(view.living(documents.now()));
    for (let from = 0; from < numbers.length; from += READ_TOGETHER) {
      yield* documents.lines([...numbers.subarray(from, from + READ_TOGETHER)], view);
    }
  }

  /** Groups of near-duplicates among all documents: what `groups` finds in them. `commit` says which documents these are. */
  groups(options: GroupsOptions = {}): RunStream<Group> & { readonly commit: number } {
    const { commit } = this;
    const run = groups(this.documents(), { ...changedSettings(this.settings), ...options });
    return Object.assign(run, { commit });
  }

  /**
   * Watches for documents that are near-duplicates of example texts, or have a passage of them: from now on, `events` tells of each that arrives.
   *
   * @example
   * await news.watch({ id: 'press release 7', texts: ['The ferry leaves at nine …'] });
   * for await (const { watch, id } of news.events({ follow: true })) console.log(watch, id);
   */
  watch(watches: Watch | readonly Watch[]): Promise<WatchAnswer[]> {
    this.needWriter();
    return this.queue.run(() => this.parts.watches.add([watches].flat()));
  }

  /** All watches, in the order in which they were made. */
  watches(): AsyncGenerator<StoredWatch> {
    return this.parts.watches.list();
  }

  /** Ends watches. What they found stays. */
  unwatch(ids: readonly string[]): Promise<RemoveAnswer[]> {
    this.needWriter();
    return this.queue.run(() => this.parts.watches.remove(ids));
  }

  /** What watches found, from a position on: none is left out, none comes twice, also if a process was killed meanwhile. */
  events(options: EventsOptions = {}): AsyncGenerator<WatchEvent> {
    return this.parts.events.read(resolveOptions(EVENTS_RULES, options));
  }

  /**
   * Removes old events now, by the file. @param keep Events of this time (`90d`), or at least this many of the last ones, are kept.
   * @default the setting `keepEvents`
   */
  trimEvents(keep = this.settings.keepEvents): Promise<void> {
    this.needWriter();
    checkKeepEvents(keep);
    return this.queue.run(() => this.parts.events.trim(keep));
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
    const { folder, documents, settings, indexes } = this.parts;
    const tables = [...documents.tables, documents.delta];
    const living = documents.count();
    return {
      path: folder.path,
      documents: living,
      dead: tables.reduce((sum, table) => sum + table.length, 0) - living,
      commit: this.commit,
      bytes: folder.bytes,
      logBytes: folder.log.bytes,
      memory: [...tables, ...indexes.all, ...(indexes.search ? [indexes.search] : [])].reduce(
        (sum, { memory }) => sum + memory,
        0,
      ),
      segments: documents.tables.length,
      settings,
      engine: documents.steps.engine.name,
    };
  }

  /** Makes one segment of all, without what was removed or has expired. */
  async merge(options: MergeOptions = {}): Promise<void> {
    this.needWriter();
    const { signal } = resolveOptions(MERGE_RULES, options);
    signal?.throwIfAborted();
    const { documents, derived, folder } = this.parts;
    // what is outside a window goes by itself
    if (documents.window === undefined) await this.removeWhere({ expired: true });
    signal?.throwIfAborted();
    await this.queue.run(async () => {
      documents.forgetOutside();
      await derived.freeze(folder.log.end);
    });
    await this.mergeAlone(() => {
      signal?.throwIfAborted();
      const { tables } = documents;
      const hasDead = tables.some((table) => table.living < table.length);
      return tables.length > 1 || hasDead ? tables : undefined;
    }, signal);
    signal?.throwIfAborted();
    await this.queue.run(() => derived.renewWeights());
    signal?.throwIfAborted();
    await this.compactLog();
  }

  /** Makes a second collection with the documents of now in a folder that is empty or not there. Files are linked if they can be, unless `copy` is set. */
  async backup(to: string, options: BackupCollectionOptions = {}): Promise<{ readonly commit: number }> {
    return backUp(this.path, to, resolveOptions(BACKUP_RULES, options));
  }

  /** Waits for what is under way, and closes the collection. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const { documents, derived, folder, readOnly } = this.parts;
    await this.turn;
    await this.queue.settled();
    await this.merging;
    try {
      if (!readOnly) {
        if (documents.delta.length >= FREEZE_AT_CLOSE) await derived.freeze(folder.log.end);
        else await derived.checkpoint();
      }
    } finally {
      await this.parts.close();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async *addBatches(
    batches: AsyncIterable<NewDocument[]>,
    mode: AddMode,
  ): AsyncGenerator<AddAnswer, AddSummary> {
    const start = performance.now();
    const counts = { added: 0, replaced: 0, unchanged: 0, duplicate: 0, refused: 0, failed: 0 };
    const add = (batch: NewDocument[]) => this.queue.add(batch, mode);
    // one batch is read while the one before is added
    for await (const answers of ordered(batches, { items: 2 }, add)) {
      for (const answer of answers) {
        counts[answer.state]++;
        yield answer;
      }
    }
    const { duplicate: duplicates, ...others } = counts;
    const documents = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const seconds = Math.round(performance.now() - start) / 1000;
    return { documents, ...others, duplicates, commit: this.commit, seconds };
  }

  /** Answers several queries of `check` in one go. */
  async checkTogether(
    queries: readonly CheckQuery[],
    options: CheckCollectionOptions = {},
  ): Promise<CheckAnswer[]> {
    const { commit } = this;
    const { documents, settings } = this.parts;
    const answers = await checkTexts(queries, documents, settings, options);
    return answers.map((answer) => ({ ...answer, documents: documents.count(), commit }));
  }

  private askedForSources(): AskedSources {
    const { documents, indexes, settings } = this.parts;
    if (indexes.passages === undefined) throw missingIndex(this.path, 'passages', '`sources`');
    return { documents, ...indexes.passages, lang: settings.lang };
  }

  private async removeNumbers(numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const { documents, folder } = this.parts;
    const { view } = documents;
    await folder.log.append(removalLines(numbers.map((number) => documents.id(number))));
    killPoint('removals committed');
    for (const number of numbers) {
      const { table, document } = view.locate(number);
      table.remove(document);
    }
    this.mergeInBackground();
  }

  /** Merges segments as long as there are some to be merged, while the collection is used. */
  private mergeInBackground(isLonger = false): void {
    const { derived } = this.parts;
    if (this.mergesWaiting > 0) return;
    const merge = async () => {
      let isMerged = isLonger;
      while (!this.closed && (await this.mergeAlone(() => derived.mergeable()))) isMerged = true;
      if (isMerged && !this.closed) await this.compactLog();
    };
    // a merge that fails loses nothing; the next change tries again
    merge().catch(() => {});
  }

  /** Merges the tables that are chosen when no other merge is under way. False if none are. */
  private mergeAlone(
    choose: () => readonly DocumentTable[] | undefined,
    signal?: AbortSignal,
  ): Promise<boolean> {
    return this.alone(async () => {
      const tables = choose();
      if (tables !== undefined)
        await this.parts.derived.merge(tables, (step) => this.queue.run(step), signal);
      return tables !== undefined;
    });
  }

  private compactLog(): Promise<void> {
    return this.alone(() => this.parts.derived.compact((step) => this.queue.run(step)));
  }

  /** Runs a merge when no other one is under way. */
  private alone<T>(merge: () => Promise<T>): Promise<T> {
    this.mergesWaiting++;
    const result = this.merging.then(merge);
    const done = () => void this.mergesWaiting--;
    this.merging = result.then(done, done);
    return result;
  }

  private needWriter(): void {
    if (this.closed)
      throw new NeardupError('BAD_OPTION', `${this.path} was closed.`, { advice: 'Open it again.' });
    if (!this.parts.readOnly) return;
    throw new NeardupError('BAD_OPTION', `${this.path} was opened only to ask.`, {
      advice: 'Open it without `readOnly`.',
    });
  }
}

function toDocument(
  { id, text, lang, meta }: StoredDocument,
  moments: Pick<CollectionDocument, 'seen' | 'expires'>,
): CollectionDocument {
  return {
    id,
    text,
    ...(lang !== undefined && { lang }),
    ...(meta !== undefined && { meta }),
    ...moments,
  };
}

async function documentsOf(batches: AsyncIterable<NewDocument[]>): Promise<NewDocument[]> {
  const documents: NewDocument[] = [];
  for await (const batch of batches) documents.push(...batch);
  return documents;
}
