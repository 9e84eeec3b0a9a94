/**
 * Input that can be read only once (standard input, pipes) is written to a temporary file, because sources may be read
 * several times: for fingerprints, for texts that are compared, and to write kept documents.
 */

import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NeardupError, systemReason } from '../errors.ts';
import type { StoredFile } from '../platform.ts';
import { openedFile } from './stored-file.ts';

export interface Spooled {
  readonly file: StoredFile;
  /** Frees the disk space. */
  close(): Promise<void>;
}

/** Reads `chunks` to their end. An error of `chunks` itself is passed on as it is. */
export async function spool(
  name: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder: string = tmpdir(),
): Promise<Spooled> {
  const { handle, remove } = await temporaryFile(name, folder);
  const close = async () => {
    await handle.close();
    await remove();
  };
  let size = 0;
  try {
    for await (const chunk of chunks) {
      await handle
        .appendFile(chunk)
        .catch((error: unknown) => Promise.reject(spoolError(name, folder, error)));
      size += chunk.length;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { file: openedFile(name, handle, size), close };
}

/** If the system allows it, the file's name is removed at once: then no file remains, however the run ends. */
async function temporaryFile(
  name: string,
  folder: string,
): Promise<{ handle: FileHandle; remove: () => Promise<void> }> {
  try {
    const home = await mkdtemp(join(folder, 'neardup-'));
    const remove = () => rm(home, { recursive: true, force: true });
    try {
      const handle = await open(join(home, 'input'), 'wx+', 0o600);
      await remove().catch(() => {});
      return { handle, remove };
    } catch (error) {
      await remove();
      throw error;
    }
  } catch (error) {
    throw spoolError(name, folder, error);
  }
}

function spoolError(name: string, folder: string, cause: unknown): NeardupError {
  return new NeardupError(
    'WRITE_FAILED',
    `Could not put ${name} into a temporary file in ${folder}: ${systemReason(cause)}.`,
    { cause, advice: 'Free some space there, or choose another folder for temporary files.' },
  );
}
