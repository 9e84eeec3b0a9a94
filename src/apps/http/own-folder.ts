/** Folders of the data folder that belong to the service. */
import { mkdir } from 'node:fs/promises';
import { NeardupError } from '../../index.ts';

/** Makes a folder unless it exists; refuses anything else at its path. */
export async function makeOwnFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST' && cause.code !== 'ENOTDIR') throw cause;
    throw new NeardupError('BAD_OPTION', `Expected a folder of the service at ${path}, got something else.`, {
      cause,
      advice: 'Move it away, or choose another data folder with --data.',
    });
  });
}
