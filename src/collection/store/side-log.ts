/**
 * A log beside that of the documents, of the same form, in a folder of its own: which shards were deduplicated, what watches found. It has
 * no manifest: its files are read from their beginnings.
 */
import { join } from 'node:path';
import type { Disk } from './disk.ts';
import { DocumentLog, type LogOptions } from './log.ts';

export async function openSideLog(
  disk: Disk,
  folder: string,
  name: string,
  isWriter: boolean,
  options: LogOptions,
): Promise<DocumentLog> {
  const path = join(folder, name);
  if (isWriter) await disk.makeFolder(path);
  const log = new DocumentLog(disk, path, undefined, options);
  if (isWriter) await log.startWriting();
  return log;
}
