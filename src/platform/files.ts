/** Files that a user or the system names besides the input: thesauri, dictionaries, lists. Most are small and are read as a whole. */

import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FileParts } from '../platform.ts';

export function fileExists(...path: readonly string[]): boolean {
  return existsSync(join(...path));
}

/** Throws the system's error if there is no file at this path. */
export function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/** Paths of the files in a folder, in the order of their names; none if there is no such folder. */
export function folderFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

/** Whether two paths name the same existing file. */
export function isSameFile(a: string, b: string): boolean {
  return existsSync(a) && resolve(a) === resolve(b);
}

export function readNamedBytes(path: string): Uint8Array {
  return readFileSync(path);
}

export function readNamedText(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** A file of which small parts are read. */
export class NamedFile {
  private readonly file: number;

  constructor(path: string) {
    this.file = openSync(path, 'r');
  }

  /** As many bytes from `position` on as there are, up to `most`. */
  read(position: number, most: number): Uint8Array {
    const bytes = new Uint8Array(most);
    return bytes.subarray(0, readSync(this.file, bytes, 0, most, position));
  }

  close(): void {
    closeSync(this.file);
  }
}

export async function openParts(path: string): Promise<FileParts> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const from = start < 0 ? Math.max(0, size + start) : start;
      const buffer = new ArrayBuffer(Math.max(0, Math.min(end, size) - from));
      await handle.read(new Uint8Array(buffer), 0, buffer.byteLength, from);
      return buffer;
    },
    close: () => handle.close(),
  };
}

/** Changes when the file is written to or replaced. The time of writing can be set back, the time of the change cannot. */
export function fileState(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}

/** When a file was written last, in milliseconds since 1970. */
export function writtenTime(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
