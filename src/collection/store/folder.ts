/**
 * The folder of a collection: settings, log, manifest and derived files together. One process writes at a time, any number read.
 *
 *     news.nd/
 *       collection.json              the settings; written once
 *       MANIFEST                     names all other files; replaced as a whole
 *       log/0000000007-58.jsonl      the documents: the durable truth
 *       derived/0000000012.segment   made from the log; may be deleted
 */
import { join } from 'node:path';
import { NeardupError, systemReason } from '../../errors.ts';
import { closedFolder, type LockOptions, lockFolder } from '../../write/index.ts';
import { BadLog } from './bad-log.ts';
import type { CompactedLog } from './compact.ts';
import { type Disk, realDisk } from './disk.ts';
import { killPoint } from './kill-points.ts';
import { DocumentLog, type LogOptions } from './log.ts';
import {
  type DerivedState,
  MANIFEST,
  MANIFEST_FORMAT,
  type Manifest,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { type Part, PartsFile, type StreamedPart, writeParts } from './parts-file.ts';
import {
  type CollectionFacts,
  hasSettings,
  type NewCollection,
  newFacts,
  readSettings,
  SETTINGS,
  writeSettings,
} from './settings.ts';
import { openSideLog } from './side-log.ts';
import { readWhole, UNFINISHED, writeFileOnce } from './whole-file.ts';

export const LOG = 'log';
export const DERIVED = 'derived';
const NOTHING = Buffer.alloc(0);
/** A writer may replace files while a reader opens them: the reader begins again. */
const READER_ATTEMPTS = 5;

export interface FolderOptions extends LogOptions {
  /** @default the real one */
  readonly disk?: Disk;
  /** Keeps other writers out. @default the lock of `write/` */
  readonly lock?: typeof lockFolder;
}

/** The lock of the one writer. If it is lost, writing ends. */
export interface WriterLock {
  release(): void;
  onLost?: () => void;
}

/** Whether there is a collection in a folder. */
export function hasCollection(path: string, disk: Disk = realDisk): boolean {
  return hasSettings(disk, path);
}

export class CollectionFolder {
  readonly path: string;
  private known: CollectionFacts;
  readonly log: DocumentLog;
  private readonly disk: Disk;
  private readonly logOptions: LogOptions;
  private current: Manifest | undefined;
  private nextDerived: number;
  /** The bytes of settings and manifest when they were found to be the known ones. */
  private seen: readonly Buffer[] | undefined;
  private readonly lock: WriterLock | undefined;

  /** Makes a collection in a folder that has none, and opens it for writing. */
  static async create(
    path: string,
    made: NewCollection,
    options: FolderOptions = {},
  ): Promise<CollectionFolder> {
    const disk = options.disk ?? realDisk;
    await makeFolders(disk, path);
    const lock = await takeLock(path, options);
    try {
      if (hasSettings(disk, path)) {
        throw new NeardupError('BAD_OPTION', `${path} is a collection already.`, {
          advice: 'Choose another folder, or add to that collection.',
        });
      }
      await writeSettings(disk, path, newFacts(made));
      return await CollectionFolder.start(path, disk, options, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Opens a collection for writing. Raises LOCKED if another process does. */
  static async openForWriting(path: string, options: FolderOptions = {}): Promise<CollectionFolder> {
    const disk = options.disk ?? realDisk;
    readSettings(disk, path);
    const lock = await takeLock(path, options);
    try {
      return await CollectionFolder.start(path, disk, options, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Opens a collection for reading, as it is now. Later additions show when it is opened again. */
  static openForReading(path: string, options: FolderOptions = {}): CollectionFolder {
    const disk = options.disk ?? realDisk;
    for (let attempt = 1; ; attempt++) {
      try {
        return new CollectionFolder(path, disk, options, undefined);
      } catch (error) {
        const replaced = (error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof BadLog;
        if (!replaced || attempt === READER_ATTEMPTS) throw error;
      }
    }
  }

  private static async start(
    path: string,
    disk: Disk,
    options: FolderOptions,
    lock: WriterLock,
  ): Promise<CollectionFolder> {
    const folder = new CollectionFolder(path, disk, options, lock);
    try {
      await folder.log.startWriting();
      // the manifest of a process that was killed may be in memory only: nothing that an older one names may go before it lasts
      await disk.syncFolder(path);
      await folder.removeLeftovers();
    } catch (cause) {
      await folder.log.finish();
      throw cause instanceof NeardupError ? cause : closedFolder(path, cause);
    }
    return folder;
  }

  private constructor(path: string, disk: Disk, options: FolderOptions, lock: WriterLock | undefined) {
    this.path = path;
    this.disk = disk;
    this.lock = lock;
    this.logOptions = options;
    this.known = readSettings(disk, path);
    const manifest = readManifest(disk, path);
    this.nextDerived = manifest?.nextDerived ?? 1;
    this.log = new DocumentLog(disk, join(path, LOG), manifest, options);
    this.current = this.log.fitsManifest ? manifest : undefined;
    if (lock !== undefined) {
      const message = `Another machine writes to ${path} now: this process was stopped for too long.`;
      lock.onLost = () => this.log.stopWriting(new NeardupError('LOCKED', message));
    }
  }

  get facts(): CollectionFacts {
    return this.known;
  }

  /** Replaces options that only affect derived files: the log stays as it is. */
  async changeOptions(options: CollectionFacts['options']): Promise<void> {
    this.known = { ...this.known, options };
    await writeSettings(this.disk, this.path, this.known);
  }

  /** The manifest last written. Undefined: there is none, and all derived files have to be made again. */
  get manifest(): Manifest | undefined {
    return this.current;
  }

  /**
   * Whether a writer has replaced the manifest or the settings since this folder was opened: then files that it named may be gone. Raises
   * NO_COLLECTION if there is none any more.
   */
  get isOutdated(): boolean {
    const bytes = [SETTINGS, MANIFEST].map((name) => readWhole(this.disk, join(this.path, name)) ?? NOTHING);
    if (this.seen?.every((each, i) => each.equals(bytes[i])) === true) return false;
    const now = [readSettings(this.disk, this.path), readManifest(this.disk, this.path)];
    const isOutdated = JSON.stringify(now) !== JSON.stringify([this.known, this.current]);
    // as long as these bytes are there, it is not
    if (!isOutdated) this.seen = bytes;
    return isOutdated;
  }

  /**
   * Replaces the manifest. When the promise resolves it is on the disk, and files that only the last one named are gone. If it fails, the last
   * one still holds.
   * @param compacted Copies of log files to use from now on.
   */
  async replaceManifest(derived: DerivedState, compacted: readonly CompactedLog[] = []): Promise<void> {
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      collection: this.facts,
      ...derived,
      ...this.log.known(compacted),
      nextDerived: this.nextDerived,
    };
    killPoint('manifest unwritten');
    await writeManifest(this.disk, this.path, manifest);
    killPoint('manifest written');
    const before = this.current?.derived ?? [];
    this.current = manifest;
    // files that are being written have no name in any manifest yet
    for (const name of before) {
      if (!derived.derived.includes(name)) await this.removeQuietly(this.derivedPath(name));
    }
    for (const { path, file } of this.log.use(compacted)) {
      file.close();
      await this.removeQuietly(path);
    }
    killPoint('old files removed');
  }

  /** Opens a log beside that of the documents, in the folder `name`. The caller closes it. */
  openSideLog(name: string, options: LogOptions = {}): Promise<DocumentLog> {
    return openSideLog(this.disk, this.path, name, this.lock !== undefined, {
      ...this.logOptions,
      ...options,
    });
  }

  /** Whether there is a file or folder of this name in it. */
  has(name: string): boolean {
    return this.disk.list(this.path).includes(name);
  }

  /** The path of a folder in this one. */
  inside(name: string): string {
    return join(this.path, name);
  }

  /** A name for a new derived file. */
  newDerivedName(kind: string): string {
    return `${String(this.nextDerived++).padStart(10, '0')}.${kind}`;
  }

  /** Writes a derived file. It appears complete or not at all; it lasts when the manifest names it. */
  async writeDerived(name: string, parts: Iterable<Part | StreamedPart>): Promise<void> {
    await writeFileOnce(this.disk, this.derivedPath(name), (write) => writeParts({ write }, parts));
  }

  /** Opens a derived file. Raises BAD_COLLECTION if it cannot be used; it can be made again from the log. */
  openDerived(name: string): PartsFile {
    return new PartsFile(this.derivedPath(name), this.disk);
  }

  /** Bytes of the log and of the derived files. */
  get bytes(): number {
    return (this.current?.derived ?? []).reduce((sum, name) => sum + this.derivedBytes(name), this.log.bytes);
  }

  private derivedBytes(name: string): number {
    try {
      const file = this.disk.open(this.derivedPath(name), 'read');
      try {
        return file.size();
      } finally {
        file.close();
      }
    } catch (error) {
      // it was deleted, or a writer has replaced it since
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
  }

  derivedPath(name: string): string {
    return join(this.path, DERIVED, name);
  }

  /** Waits for pending writes, and closes the files. Replace the manifest first, so that opening is quick. */
  async close(): Promise<void> {
    await this.log.finish();
    this.lock?.release();
  }

  /**
   * Removes leftovers of a crash: unfinished files, derived ones that the manifest does not name, and log files whose commits are all in
   * others. No other log file is ever removed.
   */
  private async removeLeftovers(): Promise<void> {
    const named = new Set(this.current?.derived);
    for (const name of this.disk.list(join(this.path, DERIVED))) {
      if (!named.has(name)) await this.removeQuietly(this.derivedPath(name));
    }
    for (const { name } of this.log.replaced) await this.removeQuietly(join(this.path, LOG, name));
    for (const folder of [this.path, join(this.path, LOG)]) {
      for (const name of this.disk.list(folder)) {
        if (name.endsWith(UNFINISHED)) await this.removeQuietly(join(folder, name));
      }
    }
  }

  /** A file that cannot be removed, because it is open on Windows or the disk fails, is left to the next writer. */
  private async removeQuietly(path: string): Promise<void> {
    await this.disk.remove(path).catch(() => {});
  }
}

/** Makes the folders of a collection. */
export async function makeFolders(disk: Disk, path: string): Promise<void> {
  try {
    for (const name of [LOG, DERIVED]) await disk.makeFolder(join(path, name));
  } catch (cause) {
    const message = `${path}: no folder for the collection can be made there: ${systemReason(cause)}.`;
    throw new NeardupError('WRITE_FAILED', message, { cause, advice: 'Choose another path.' });
  }
}

/** Locks the folder as its one writer. */
export async function takeLock(path: string, options: FolderOptions): Promise<WriterLock> {
  const lock: WriterLock = { release: () => {} };
  const lockOptions: LockOptions = { onLost: () => lock.onLost?.() };
  lock.release = await (options.lock ?? lockFolder)(path, lockOptions);
  return lock;
}
