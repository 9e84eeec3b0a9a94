/**
 * The disk: the few functions through which a collection reads and writes. Tests put in disks that fail, fill up or lose power. What
 * waits for the device is asynchronous. Reading is not, and neither are small writes: they come from and go to the page cache almost always, and
 * cost a tenth that way.
 */
import {
  closeSync,
  fdatasync as fsDatasync,
  ftruncate as fsTruncate,
  fstatSync,
  write as fsWrite,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs';
import { link, rename, rm, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { NeardupError } from '../../errors.ts';
import { makeFolder, syncFolder } from '../../write/index.ts';

export interface DiskFile {
  size(): number;
  /** Reads up to the length of `into`, from a position of the file. Returns how many bytes there were. */
  read(into: Uint8Array, position: number): number;
  /** Writes all bytes at a position. If it fails, some may have been written. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  /** When it resolves, the content is on the device. */
  sync(): Promise<void>;
  close(): void;
}

export interface Disk {
  /** `create` makes a new file and fails if there is one. */
  open(path: string, how: 'read' | 'write' | 'create'): DiskFile;
  /** Names in a folder; none if there is no such folder. */
  list(folder: string): string[];
  /** Makes a folder and those above it, so that their names last. One that is there already is left alone. */
  makeFolder(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file. */
  link(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Removes a file, or a folder and all that is in it. */
  removeAll(path: string): Promise<void>;
  /** When it resolves, new, renamed and removed names of the folder are on the device. */
  syncFolder(path: string): Promise<void>;
  /** Bytes that are free for us, and bytes of the whole file system. */
  space(path: string): Promise<{ readonly free: number; readonly total: number }>;
}

const FLAGS = { read: 'r', write: 'r+', create: 'wx+' } as const;
/** The system writes at most 2 GB at once. */
const WRITTEN_AT_ONCE = 1 << 30;
/** So few bytes are written on this thread. */
const WRITTEN_HERE = 1 << 17;

const datasync = promisify(fsDatasync);
const truncate = promisify(fsTruncate);
const write = promisify(fsWrite);

export const realDisk: Disk = {
  open: (path, how) => new RealFile(openSync(path, FLAGS[how], 0o666)),
  list(folder) {
    try {
      return readdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  },
  makeFolder,
  rename,
  link,
  remove: (path) => rm(path, { force: true }),
  removeAll: (path) => rm(path, { force: true, recursive: true }),
  syncFolder,
  async space(path) {
    const { bavail, blocks, bsize } = await statfs(path);
    return { free: bavail * bsize, total: blocks * bsize };
  },
};

class RealFile implements DiskFile {
  private opened: number | undefined;

  constructor(file: number) {
    this.opened = file;
  }

  /** The system gives the number of a closed file to the next one that is opened: it must not be used. */
  private get file(): number {
    if (this.opened !== undefined) return this.opened;
    throw new NeardupError('CLOSED', 'The collection was closed.');
  }

  size(): number {
    return fstatSync(this.file).size;
  }

  read(into: Uint8Array, position: number): number {
    let done = 0;
    for (let got = -1; done < into.length && got !== 0; done += got) {
      got = readSync(this.file, into, done, into.length - done, position + done);
    }
    return done;
  }

  async write(bytes: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const length = Math.min(WRITTEN_AT_ONCE, bytes.length - done);
      done +=
        length <= WRITTEN_HERE
          ? writeSync(this.file, bytes, done, length, position + done)
          : (await write(this.file, bytes, done, length, position + done)).bytesWritten;
    }
  }

  truncate(length: number): Promise<void> {
    return truncate(this.file, length);
  }

  sync(): Promise<void> {
    return datasync(this.file);
  }

  close(): void {
    if (this.opened !== undefined) closeSync(this.opened);
    this.opened = undefined;
  }
}
