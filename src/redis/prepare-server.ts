/** Makes a server ready for an index: it must have the function library. */
import { NeardupError } from '../errors.ts';
import type { Connection } from './connection.ts';
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
