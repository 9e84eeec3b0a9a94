/// <reference lib="esnext.disposable" preserve="true" />
/** The shared index: opens it, and its verbs. */
import type {
  AddAnswer,
  AddOptions,
  CheckAnswer,
  CheckQuery,
  DocumentIndex,
  RemoveAnswer,
} from '../collection.ts';
import { openEngine } from '../engines/index.ts';
import type { Engine } from '../engines.ts';
import { badOption, NeardupError } from '../errors.ts';
import { type InputDocument, readDocuments } from '../read/index.ts';
import type { Expired, SharedIndexInfo, SharedIndexOptions } from '../redis.ts';
import { DocumentAdder, type GivenDocument, missingId } from './add-documents.ts';
import { Buckets } from './buckets.ts';
import { unpostRecord } from './claims.ts';
import { Clock } from './clock.ts';
import type { Connection } from './connection.ts';
import { Durability } from './durability.ts';
import { IndexKeys } from './keys.ts';
import { LIBRARY, LIBRARY_NAME } from './library.ts';
import { foundPair, Matcher } from './matcher.ts';
import { RedisNodes } from './nodes.ts';
import { checkOnDuplicate, resolveSharedOptions } from './options.ts';
import { call, type IndexParts, readRecord } from './parts.ts';
import { TextPreparer } from './prepare.ts';
import { openSettings, settingsKey } from './settings.ts';
import { countKeys, evictionPolicy, sweep } from './sweep.ts';

/** Candidates whose texts are read together. */
const READ_AT_A_TIME = 16;

/**
 * Opens an index that many processes share, in a Redis server or a Redis Cluster, and makes it if it is not there.
 *
 * @param url The address of the server, or of some servers of the cluster.
 * @example
 * await using index = await openSharedIndex('redis://localhost:6379', { threshold: 0.8 });
 * const [{ state, duplicateOf }] = await index.add([{ id: 'a', text: 'One text.' }], { onDuplicate: 'skip' });
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
    await nodes.eachMaster(async (connection) => {
      await refuseEviction(connection);
      await loadLibrary(connection);
    });
    const stored = await openSettings(nodes, run.name, given);
    const { settings } = stored;
    const engine: Engine = await openEngine({ engine: run.engine, threads: run.threads ?? 1 });
    closers.push(() => engine.close());
    const preparer = await TextPreparer.open(engine, stored);
    const keys = new IndexKeys(run.name, stored);
    const clock = new Clock(nodes, settingsKey(run.name), settings.expireAfter);
    await clock.follow();
    const durability = new Durability(run.replicas);
    const buckets = new Buckets(nodes, keys, clock, durability, run.candidates);
    return new SharedIndex({ engine, nodes, keys, clock, buckets, durability, preparer, settings, run });
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
  async add(
    documents: Iterable<InputDocument>,
    { onDuplicate = 'keep' }: AddOptions = {},
  ): Promise<AddAnswer[]> {
    this.refuseClosed();
    checkOnDuplicate(onDuplicate);
    const given: GivenDocument[] = [];
    for await (const { item } of readDocuments(documents)) {
      if (item.problem === undefined && item.id === undefined) throw missingId();
      given.push({ id: item.problem === undefined ? item.id! : `document ${item.line}`, item, onDuplicate });
    }
    return this.adder.add(given);
  }

  /** The stored near-duplicates of a text or of a stored document. */
  async check(query: CheckQuery): Promise<CheckAnswer> {
    this.refuseClosed();
    const { parts } = this;
    await parts.clock.follow();
    const { text, bandKeys } =
      query.text !== undefined ? (await parts.preparer.prepare([query]))[0] : await this.stored(query.id);
    const own =
      query.id === undefined ? undefined : parts.keys.hashOf(Buffer.from(query.id)).toString('latin1');
    const { postings, truncated } = await parts.buckets.peek(bandKeys);
    const hashes = [...postings.keys()]
      .filter((hash) => hash !== own)
      .map((hash) => Buffer.from(hash, 'latin1'));
    const matcher = new Matcher(text, parts.engine, parts.settings);
    try {
      for (let at = 0; at < hashes.length; at += READ_AT_A_TIME) {
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

  /** Removes documents by their ids. */
  async remove(ids: Iterable<string>): Promise<RemoveAnswer[]> {
    this.refuseClosed();
    const answers: RemoveAnswer[] = [];
    const all = [...ids];
    for (let at = 0; at < all.length; at += READ_AT_A_TIME) {
      answers.push(
        ...(await Promise.all(all.slice(at, at + READ_AT_A_TIME).map((id) => this.removeOne(id)))),
      );
    }
    return answers;
  }

  /** Clears away what expired documents and processes that died have left behind. Answers never depend on it. */
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

  /** Closes the connections. The documents stay. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.adder.close();
    this.parts.nodes.close();
    this.parts.preparer.close();
    await this.parts.engine.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
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
    await call(parts, 'remove', [parts.keys.record(hash)], record.ticket);
    await unpostRecord(parts, hash, record);
    return { id, state: 'removed' };
  }

  private refuseClosed(): void {
    if (this.isClosed)
      throw new NeardupError('REDIS_FAILED', 'The index was closed.', { advice: 'Open it again.' });
  }
}

/** Loads the function library, unless it is there. */
async function loadLibrary(connection: Connection): Promise<void> {
  const list = (await connection.send([
    'FUNCTION',
    'LIST',
    'LIBRARYNAME',
    LIBRARY_NAME,
    'WITHCODE',
  ])) as Buffer[][];
  if (list.length === 0) {
    await connection.send(['FUNCTION', 'LOAD', LIBRARY]).catch((error: Error) => {
      // another process was first
      if (!/already exists/.test(error.message)) throw error;
    });
    return;
  }
  const code = list[0][list[0].findIndex((part) => String(part) === 'library_code') + 1];
  if (String(code) === LIBRARY) return;
  throw new NeardupError(
    'OTHER_INDEX',
    `Redis (${connection.address}) has another function library named ${LIBRARY_NAME}.`,
    {
      advice: `It was changed. Remove it (redis-cli FUNCTION DELETE ${LIBRARY_NAME}), and open the index again.`,
    },
  );
}

/** A server that drops keys when it is full would forget documents without a word. */
async function refuseEviction(connection: Connection): Promise<void> {
  const policy = await evictionPolicy(connection);
  if (policy === undefined) return;
  throw new NeardupError(
    'REDIS_FAILED',
    `Redis (${connection.address}) drops keys when it is full (maxmemory-policy ${policy}): documents would be forgotten.`,
    {
      advice: 'Set maxmemory-policy to noeviction (redis-cli CONFIG SET maxmemory-policy noeviction).',
    },
  );
}
