/** Paths that a task may import: files below one folder of the server. Links that lead out of that folder are refused. */
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ServiceError } from './problems.ts';

/** A path below the folder for imports. */
export async function importPath(path: string, root: string | undefined): Promise<string> {
  if (root === undefined) {
    throw new ServiceError('FORBIDDEN', 'Files of the server cannot be imported.', {
      advice: 'Start the service with `--import-root DIR`, or upload the files.',
    });
  }
  const named = resolve(root, path);
  const found = isInside(root, named) ? await realpath(named).catch(() => undefined) : undefined;
  if (found !== undefined && isInside(root, found)) return found;
  throw new ServiceError('NOT_FOUND', `There is no \`${path}\` in the folder for imports.`);
}

/** Refuses a folder with a link that leads out of the folder for imports. Names that begin with a dot are not read. */
export async function refuseLinksOut(path: string, root: string, signal: AbortSignal): Promise<void> {
  const folders = [path];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
      const each = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(each);
      if (!entry.isSymbolicLink()) continue;
      // one that leads nowhere cannot be read
      const target = await realpath(each).catch(() => root);
      if (isInside(root, target)) continue;
      throw new ServiceError(
        'FORBIDDEN',
        `\`${relative(root, each)}\` is a link that leads out of the folder for imports.`,
        { advice: 'Remove the link, or copy the file.' },
      );
    }
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
