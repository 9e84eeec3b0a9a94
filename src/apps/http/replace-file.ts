/** Files that are replaced as a whole: a crash leaves the old one or the new one. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../index.ts';

/** When it resolves, the pieces are on the disk under this name. @param prepare Is called with the new file before it has the name. */
export async function replaceFile(
  path: string,
  pieces: Iterable<string>,
  prepare: (file: FileHandle) => Promise<unknown> = async () => {},
): Promise<void> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      for (const piece of pieces) await file.writeFile(piece);
      await prepare(file);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}
