/** The common parts of a shared index's verbs: the connection, the names of keys, the library calls by key. */
import type { Engine } from '../engines.ts';
import type { RunSettings, SharedIndexSettings } from '../redis.ts';
import { postingOf, type SharedBuckets } from './buckets.ts';
import type { Clock } from './clock.ts';
import type { Connection, Reply } from './connection.ts';
import type { Durability } from './durability.ts';
import type { EvictionWatch } from './eviction-watch.ts';
import type { IndexKeys } from './keys.ts';
import type { KnownDocuments } from './known-documents.ts';
import { functionName, type LibraryFunction } from './library.ts';
import type { RedisNodes } from './nodes.ts';
import type { TextPreparer } from './prepare.ts';
import { decodeRecord, type StoredRecord } from './record.ts';

export interface IndexParts {
  readonly engine: Engine;
  readonly nodes: RedisNodes;
  readonly keys: IndexKeys;
  readonly clock: Clock;
  readonly buckets: SharedBuckets;
  readonly durability: Durability;
  readonly evictions: EvictionWatch;
  readonly preparer: TextPreparer;
  readonly settings: SharedIndexSettings;
  readonly known: KnownDocuments;
  readonly run: RunSettings;
}

/** Calls a function of the library with keys of one slot. */
export async function callLibrary(
  { nodes }: Pick<IndexParts, 'nodes'>,
  name: LibraryFunction,
  keys: readonly string[],
  ...args: readonly (string | Buffer)[]
): Promise<Reply> {
  return nodes.send(keys[0], ['FCALL', functionName(name), String(keys.length), ...keys, ...args]);
}

const BUSY_MS = 10;

/** Waits a little before an id is tried again that another process is adding. */
export function pauseIfBusy(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BUSY_MS));
}

/** The record of a document, if there is one. */
export async function readRecord(
  { nodes, keys }: Pick<IndexParts, 'nodes' | 'keys'>,
  hash: Buffer,
): Promise<(StoredRecord & { readonly text: Buffer }) | undefined> {
  const key = keys.record(hash);
  const value = (await nodes.send(key, ['GET', key])) as Buffer | null;
  if (value === null) return undefined;
  const record = decodeRecord(value, key);
  // a whole record has its text
  return { ...record, text: record.text! };
}

/**
 * Waits until replicas have confirmed a record. False if it is not there any more: a master died before it had passed it on.
 *
 * @param end When the record ends from now on; empty for as before.
 */
export async function confirmRecord(
  parts: IndexParts,
  hash: Buffer,
  ticket: Buffer,
  end = '',
): Promise<boolean> {
  const { durability, nodes, keys } = parts;
  if (!durability.isWanted && end === '') return true;
  const key = keys.record(hash);
  for (;;) {
    const touch = ['FCALL', functionName('touch'), '1', key, ticket, end];
    const { reply, connection } = await nodes.sendOn(key, touch);
    if (reply !== 1) return false;
    if (await isConfirmed(durability, connection)) return true;
  }
}

/** False if the connection broke. */
async function isConfirmed(durability: Durability, connection: Connection): Promise<boolean> {
  try {
    await durability.confirm(connection);
    return true;
  } catch (error) {
    if (connection.isClosed) return false;
    throw error;
  }
}

/** Takes the postings of a stored document out of their buckets. */
export async function unpostRecord(parts: IndexParts, hash: Buffer, record: StoredRecord): Promise<void> {
  const text = record.text ?? Buffer.alloc(0);
  const [{ bandKeys }] = await parts.preparer.prepare([{ text }], true);
  await parts.buckets.unpost(bandKeys, postingOf(hash, record.ticket), record.epoch);
}
