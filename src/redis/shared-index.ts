/// <reference lib="esnext.disposable" preserve="true" />
/** The shared index: opens it, and its verbs. */
import { randomBytes } from 'node:crypto';
import { orAborted } from '../abort.ts';
import type { AddAnswer, CheckAnswer, CheckQuery, DocumentIndex, RemoveAnswer } from '../collection.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { badOption, NeardupError } from '../errors.ts';
import { resolveOptions } from '../option-rules.ts';
import { type InputDocument, readDocuments } from '../read/index.ts';
import type {
  AddToSharedIndexOptions,
  Expired,
  SharedCallOptions,
  SharedIndexInfo,
  SharedIndexOptions,
} from '../redis.ts';
import { DocumentAdder, type GivenDocument, givenDocument } from './add-documents.ts';
import { SharedBuckets } from './buckets.ts';
import { Clock } from './clock.ts';
import { Durability } from './durability.ts';
import { EvictionWatch } from './eviction-watch.ts';
import { IndexKeys } from './keys.ts';
import { KnownDocuments } from './known-documents.ts';
import { loadLibrary, POSTING_BYTES } from './library.ts';
import { foundPair, Matcher } from './matcher.ts';
import { RedisNodes } from './nodes.ts';
import { CALL_RULES, resolveSharedOptions, SHARED_ADD_RULES } from './options.ts';
import { callLibrary, type IndexParts, readRecord, unpostRecord } from './parts.ts';
import { TextPreparer } from './prepare.ts';
import { openSettings, settingsKey } from './settings.ts';
import { countKeys, sweep } from './sweep.ts';

/** Candidates whose texts are read together. */
const READ_AT_A_TIME = 16;

/**
 * Opens an index that many processes share, in a Redis server or a Redis Cluster, and makes it if it is not there.
 *
 * @param url The address of the server, or of some servers of the cluster.
 * @example
 * const index = await openSharedIndex('redis://localhost:6379', { threshold: 0.8 });
 * const [{ state, duplicateOf }] = await index.add([{ id: 'a', text: 'One text.' }], { onDuplicate: 'skip' });
 * await index.close();
 */
export async function openSharedIndex(
  url: string | readonly string[],
  options: SharedIndexOptions = {},
): Promise<SharedIndex> {
  const urls = typeof url === 'string' ? [url] : [...url];
  if (urls.length === 0) throw badOption('url', 'the address of a Redis server', 'none');
  const { given, run } = resolveSharedOptions(options);
  const closers: (() => unknown)[] = [];
  try {
    const nodes = await RedisNodes.open(urls, 1000 * run.retrySeconds);
    closers.push(() => nodes.close());
    nodes.onMissingFunction = loadLibrary;
    const evictions = new EvictionWatch(nodes);
    await evictions.begin();
    await nodes.eachMaster(loadLibrary);
    const stored = await openSettings(nodes, run.name, given);
    const { settings } = stored;
    const engine: Engine = await openEngine({ engine: run.engine, threads: run.threads ?? 1 });
    closers.push(() => engine.close());
    const preparer = await TextPreparer.open(engine, stored);
    const keys = new IndexKeys(run.name, stored);
    const clock = new Clock(nodes, settingsKey(run.name), settings.expireAfter);
    await clock.follow();
    const durability = new Durability(run.replicas, 1000 * run.retrySeconds);
    const buckets = new SharedBuckets(nodes, keys, clock, durability, run.candidates);
    const known = new KnownDocuments(engine, settings);
    return new SharedIndex({
      ...{ engine, nodes, keys, clock, buckets, durability, evictions, preparer, settings, known, run },
    });
  } catch (error) {
    for (const close of closers.reverse()) await close();
    throw error;
  }
}

export class SharedIndex implements DocumentIndex {
  private readonly adder: DocumentAdder;
  private isClosed = false;

  /** @internal */
  constructor(private readonly parts: IndexParts) {
    this.adder = new DocumentAdder(parts);
  }

  /**
   * Adds documents and answers for each, in their order. If it fails, some may have been added; adding all again is safe: those are
   * `unchanged`. An id that is there is replaced.
   */
  async add(documents: Iterable<InputDocument>, options: AddToSharedIndexOptions = {}): Promise<AddAnswer[]> {
    this.refuseClosed();
    const { signal, ...mode } = resolveOptions(SHARED_ADD_RULES, options);
    const given: GivenDocument[] = [];
    for await (const { item } of readDocuments(documents, { signal }))
      given.push({ ...givenDocument(item), mode });
    return this.adder.add(given, signal);
  }

  /** The stored near-duplicates of a text or of a stored document. */
  async check(query: CheckQuery, options: SharedCallOptions = {}): Promise<CheckAnswer> {
    this.refuseClosed();
    const { signal } = resolveOptions(CALL_RULES, options);
    return orAborted(signal, this.findPairs(query, signal));
  }

  /** Removes documents by their ids. */
  async remove(ids: Iterable<string>, options: SharedCallOptions = {}): Promise<RemoveAnswer[]> {
    this.refuseClosed();
    const { signal } = resolveOptions(CALL_RULES, options);
    return orAborted(signal, this.removeAll([...ids], signal));
  }

  /** Clears away leftovers of expired documents and dead processes. Answers never depend on it. */
  async expire(): Promise<Expired> {
    this.refuseClosed();
    return { postings: await sweep(this.parts) };
  }

  /** Counts the documents, which takes about a second for a million. */
  async info(): Promise<SharedIndexInfo> {
    this.refuseClosed();
    const { keys, settings, run } = this.parts;
    const counted = await countKeys(this.parts, keys.recordPattern);
    return { name: run.name, documents: counted.keys, masters: counted.masters, settings };
  }

  /** Closes the connections. The documents stay. Fails if Redis has dropped some while the index was open. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.adder.close();
    try {
      await this.parts.evictions.end();
    } finally {
      this.parts.nodes.close();
      this.parts.preparer.close();
      await this.parts.engine.close();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private async findPairs(query: CheckQuery, signal: AbortSignal | undefined): Promise<CheckAnswer> {
    const { parts } = this;
    await parts.clock.follow();
    const { text, bandKeys } =
      query.text !== undefined ? (await parts.preparer.prepare([query]))[0] : await this.stored(query.id);
    const own =
      query.id === undefined ? undefined : parts.keys.hashOf(Buffer.from(query.id)).toString('latin1');
    const { postings, truncated } = await parts.buckets.peek(bandKeys);
    const matcher = new Matcher(text, randomBytes(POSTING_BYTES), parts);
    try {
      const met = [...postings.keys()].filter((hash) => hash !== own);
      const hashes = (await matcher.likely(met, postings)).map((hash) => Buffer.from(hash, 'latin1'));
      for (let at = 0; at < hashes.length; at += READ_AT_A_TIME) {
        signal?.throwIfAborted();
        const some = hashes.slice(at, at + READ_AT_A_TIME);
        const records = await Promise.all(some.map((hash) => readRecord(parts, hash)));
        await matcher.compare(
          records.flatMap((record, i) => (record === undefined ? [] : [{ hash: some[i], record }])),
        );
      }
      const pairs = matcher.distinct().map((match) => foundPair(query.id ?? 'text', match));
      return { pairs, candidates: matcher.compared, truncated };
    } finally {
      matcher.close();
    }
  }

  private async removeAll(ids: readonly string[], signal: AbortSignal | undefined): Promise<RemoveAnswer[]> {
    const answers: RemoveAnswer[] = [];
    for (let at = 0; at < ids.length; at += READ_AT_A_TIME) {
      signal?.throwIfAborted();
      const some = ids.slice(at, at + READ_AT_A_TIME);
      answers.push(...(await Promise.all(some.map((id) => this.removeOne(id)))));
    }
    return answers;
  }

  private async stored(id: string): Promise<{ text: Buffer; bandKeys: Uint32Array }> {
    const record = await readRecord(this.parts, this.parts.keys.hashOf(Buffer.from(id)));
    if (record === undefined || record.id !== id) throw badOption('id', 'the id of a stored document', id);
    const [{ bandKeys }] = await this.parts.preparer.prepare([record], true);
    return { text: record.text, bandKeys };
  }

  private async removeOne(id: string): Promise<RemoveAnswer> {
    const { parts } = this;
    const hash = parts.keys.hashOf(Buffer.from(id));
    const record = await readRecord(parts, hash);
    if (record === undefined || record.id !== Buffer.from(id).toString()) return { id, state: 'missing' };
    await callLibrary(parts, 'remove', [parts.keys.record(hash)], record.ticket);
    await unpostRecord(parts, hash, record);
    return { id, state: 'removed' };
  }

  private refuseClosed(): void {
    if (this.isClosed)
      throw new NeardupError('REDIS_FAILED', 'The index was closed.', { advice: 'Open it again.' });
  }
}
