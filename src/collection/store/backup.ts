/**
 * Backup: a second collection with the current documents. The writer need not stop meanwhile. Files that never change are
 * linked if the backup is on the same disk, so that it is made at once and takes no space; the log's last file is copied up to
 * its last commit. The backup counts as a collection when everything else is on the disk.
 */
import { join } from 'node:path';
import { NeardupError } from '../../errors.ts';
import { besideWriter, WriterWasFaster } from './beside-writer.ts';
import { type Disk, type DiskFile, realDisk } from './disk.ts';
import { CollectionFolder, DERIVED, LOG, makeFolders } from './folder.ts';
import { writeManifest } from './manifest.ts';
import { hasSettings, writeSettings } from './settings.ts';
import { openSideLog } from './side-log.ts';
import { writeFileOnce } from './whole-file.ts';

export interface BackupOptions {
  /** Copies files even if they could be linked: then damage to one is no damage to the other. */
  readonly copy?: boolean;
  /** Ends the backup and removes its files. */
  readonly signal?: AbortSignal;
  readonly disk?: Disk;
}

/** Logs beside that of the documents, and the collection of the examples of watches. */
const BESIDE = ['shards', 'events'];
const WATCHES = 'watch';
const COPIED_AT_ONCE = 4 << 20;

/** @param to A folder that is empty or not there. */
export async function backUp(
  path: string,
  to: string,
  options: BackupOptions = {},
): Promise<{ readonly commit: number }> {
  const disk = options.disk ?? realDisk;
  if (disk.list(to).length > 0) {
    throw new NeardupError('BAD_OPTION', `${to} is not empty.`, {
      advice:
        'Choose a new folder for the backup. If this one has no collection.json, a backup to it was killed: it can be removed.',
    });
  }
  return besideWriter(async () => {
    try {
      await makeFolders(disk, to);
      if (hasSettings(disk, join(path, WATCHES)))
        await backUp(join(path, WATCHES), join(to, WATCHES), options);
      const covered = await coveredCommit(disk, path);
      // before the documents: a log beside theirs must not know of commits that the backup does not have
      for (const name of BESIDE) await copySideLog(disk, join(path, name), join(to, name));
      return await copyCollection(disk, path, to, covered, options);
    } catch (error) {
      // it was empty
      for (const name of disk.list(to)) await disk.removeAll(join(to, name));
      throw error;
    }
  });
}

/** The commit that the derived files of a collection have. */
async function coveredCommit(disk: Disk, path: string): Promise<number> {
  const folder = CollectionFolder.openForReading(path, { disk });
  const commit = folder.manifest?.covered?.commit ?? 0;
  await folder.close();
  return commit;
}

/** Copies a log beside that of the documents, up to its last commit. */
async function copySideLog(disk: Disk, from: string, to: string): Promise<void> {
  if (disk.list(from).length === 0) return;
  await disk.makeFolder(to);
  const log = await openSideLog(disk, from, '', false, {});
  try {
    const files = log
      .known()
      .logs.map(({ name, bytes }) => ({ path: join(from, name), to: join(to, name), bytes, copy: true }));
    await bringAll(disk, files, undefined);
  } finally {
    await log.finish();
  }
}

async function copyCollection(
  disk: Disk,
  path: string,
  to: string,
  covered: number,
  { copy = false, signal }: BackupOptions,
): Promise<{ commit: number }> {
  const from = CollectionFolder.openForReading(path, { disk });
  try {
    const { manifest, facts, log } = from;
    // entries that the side logs lack would not be looked for in the documents' log
    if ((manifest?.covered?.commit ?? 0) > covered) throw new WriterWasFaster(path);
    const { logs, last, nextLog } = log.known();
    const derived = (manifest?.derived ?? []).map((name) => ({
      path: join(path, DERIVED, name),
      to: join(to, DERIVED, name),
      copy,
    }));
    const ofLog = logs.map(({ name, bytes }, i) => ({
      path: join(path, LOG, name),
      to: join(to, LOG, name),
      bytes,
      // the last file is still written to
      copy: copy || i === logs.length - 1,
    }));
    await bringAll(disk, [...derived, ...ofLog], signal);
    for (const name of [LOG, DERIVED]) await disk.syncFolder(join(to, name));
    if (manifest !== undefined) await writeManifest(disk, to, { ...manifest, logs, last, nextLog });
    await writeSettings(disk, to, facts);
    return { commit: last.commit };
  } finally {
    await from.close();
  }
}

/** A file to bring to the backup. */
interface Brought {
  readonly path: string;
  readonly to: string;
  /** Copy it even if it could be linked. */
  readonly copy: boolean;
  /** Bytes to copy. @default all */
  readonly bytes?: number;
}

/** All files are opened first: those that the writer removes meanwhile can still be copied. */
async function bringAll(
  disk: Disk,
  files: readonly Brought[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const sources: DiskFile[] = [];
  try {
    for (const { path } of files) sources.push(disk.open(path, 'read'));
    for (const [i, file] of files.entries()) await bring(disk, file, sources[i], signal);
  } finally {
    for (const source of sources) source.close();
  }
}

/** Links a file, or copies it if that is asked for, the disk is another, or the name is gone. */
async function bring(
  disk: Disk,
  { path, to, copy, bytes }: Brought,
  source: DiskFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  if (!copy) {
    try {
      return await disk.link(path, to);
    } catch {
      // it is copied
    }
  }
  const end = bytes ?? source.size();
  await writeFileOnce(disk, to, async (write) => {
    for (let at = 0; at < end; at += COPIED_AT_ONCE) {
      signal?.throwIfAborted();
      const piece = Buffer.allocUnsafe(Math.min(COPIED_AT_ONCE, end - at));
      if (source.read(piece, at) < piece.length) {
        throw new NeardupError('BAD_COLLECTION', `${path} became shorter while it was copied.`);
      }
      await write(piece);
    }
  });
}
