/** Makes a server ready for an index: it must have the function library, and must not drop keys. */
import { NeardupError } from '../errors.ts';
import { type Connection, isReply } from './connection.ts';
import { LIBRARY, LIBRARY_NAME } from './library.ts';

/** Loads the function library, unless it is there. */
export async function loadLibrary(connection: Connection): Promise<void> {
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
export async function refuseEviction(connection: Connection): Promise<void> {
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

/** How Redis drops keys when it is full; undefined if it does not. */
async function evictionPolicy(connection: Connection): Promise<string | undefined> {
  const info = String(
    await connection.send(['INFO', 'memory']).catch((error) => (isReply(error) ? '' : Promise.reject(error))),
  );
  const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1];
  const limit = Number(/^maxmemory:(\d+)/m.exec(info)?.[1] ?? 0);
  return limit > 0 && policy !== 'noeviction' ? policy : undefined;
}
