/** `expire`: goes through all buckets and removes postings of documents that are no longer there. */
import { postingOf } from './buckets.ts';
import type { Argument, Connection } from './connection.ts';
import { HASH_BYTES } from './keys.ts';
import { functionName, POSTING_BYTES } from './library.ts';
import type { IndexParts } from './parts.ts';
import { TICKET_BYTES } from './tickets.ts';

const SCANNED = '512';

/** Returns how many postings were removed. */
export async function sweep(parts: IndexParts): Promise<number> {
  let removed = 0;
  await parts.nodes.eachMaster(async (connection) => {
    for await (const keys of scanKeys(connection, parts.keys.bucketPattern)) {
      for (const key of keys) {
        // the overflow of a bucket is found with its bucket
        if (key.includes('/')) continue;
        for await (const fields of scanFields(connection, key))
          removed += await sweepFields(parts, key, fields);
      }
    }
  });
  return removed;
}

/** Calls back with all keys of a server that match a pattern; some may come twice. */
export async function* scanKeys(connection: Connection, pattern: string): AsyncGenerator<string[]> {
  let cursor = '0';
  do {
    const scan: Argument[] = ['SCAN', cursor, 'MATCH', pattern, 'COUNT', SCANNED];
    const [next, keys] = (await connection.send(scan)) as [Buffer, Buffer[]];
    cursor = String(next);
    yield keys.map((key) => key.toString('latin1'));
  } while (cursor !== '0');
}

async function* scanFields(connection: Connection, key: string): AsyncGenerator<Buffer[]> {
  let cursor = '0';
  do {
    const [next, fields] = (await connection.send(['HSCAN', key, cursor, 'COUNT', SCANNED])) as [
      Buffer,
      Buffer[],
    ];
    cursor = String(next);
    yield fields.filter((_, i) => i % 2 === 0);
  } while (cursor !== '0');
}

async function sweepFields(parts: IndexParts, key: string, fields: readonly Buffer[]): Promise<number> {
  if (fields.length === 0) return 0;
  const peek = [
    'FCALL_RO',
    functionName('peek'),
    String(fields.length),
    ...fields.map(() => key),
    '',
    '0',
    '',
    '0',
  ];
  const lists = (await parts.nodes.send(key, [...peek, ...fields])) as Buffer[];
  const alive = new Map<string, Promise<Buffer[]>>();
  const dead: { field: Buffer; posting: Buffer }[] = [];
  const looks: Promise<void>[] = [];
  for (const [i, list] of lists.entries()) {
    for (let at = 1; at < list.length; at += POSTING_BYTES) {
      const posting = list.subarray(at, at + POSTING_BYTES);
      const hash = posting.subarray(0, HASH_BYTES);
      const name = hash.toString('latin1');
      const known = alive.get(name) ?? livingPostings(parts, hash);
      alive.set(name, known);
      looks.push(
        known.then((postings) => {
          if (!postings.some((each) => each.equals(posting))) dead.push({ field: fields[i], posting });
        }),
      );
    }
  }
  await Promise.all(looks);
  for (const { field, posting } of dead) await parts.buckets.unpostFrom([key], [field], posting);
  return dead.length;
}

/** The postings that the record and the claim of a document have. */
async function livingPostings({ nodes, keys }: IndexParts, hash: Buffer): Promise<Buffer[]> {
  const tickets = await Promise.all(
    [keys.record(hash), keys.claim(hash)].map(
      (key) => nodes.send(key, ['GETRANGE', key, '1', String(TICKET_BYTES)]) as Promise<Buffer>,
    ),
  );
  return tickets.filter(({ length }) => length > 0).map((ticket) => postingOf(hash, ticket));
}

/** Counts the keys of all masters that match. */
export async function countKeys(
  { nodes }: IndexParts,
  pattern: string,
): Promise<{ keys: number; masters: number }> {
  let masters = 0;
  const seen = new Set<string>();
  await nodes.eachMaster(async (connection) => {
    masters++;
    for await (const keys of scanKeys(connection, pattern)) for (const key of keys) seen.add(key);
  });
  return { keys: seen.size, masters };
}
