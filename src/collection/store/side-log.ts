/**
 * A log beside that of the documents, of the same form, in a folder of its own: which shards were deduplicated, what watches found. It has
 * no manifest: its end is looked for in its last file.
 */
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { DocumentLog, type KnownLog, type LogOptions } from './log.ts';
import { parseLogFileName } from './log-files.ts';

export async function openSideLog(
  disk: Disk,
  folder: string,
  name: string,
  isWriter: boolean,
  options: LogOptions,
): Promise<DocumentLog> {
  const path = join(folder, name);
  if (isWriter) await disk.makeFolder(path);
  const log = new DocumentLog(disk, path, knownOf(disk, path), options);
  if (isWriter) await log.startWriting();
  return log;
}

/** Facts about the files that need no reading: all but the last are whole. */
function knownOf(disk: Disk, path: string): KnownLog | undefined {
  const files = disk.list(path).flatMap((name) => parseLogFileName(name) ?? []);
  const last = files.sort((a, b) => a.first - b.first).at(-1);
  if (last === undefined) return undefined;
  return {
    logs: files.map(({ name }) => ({ name, bytes: 0 })),
    last: { commit: last.first - 1, file: last.number, offset: 0 },
    nextLog: last.number + 1,
  };
}
