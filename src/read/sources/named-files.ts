/** Files besides the input that a user or the system names: thesauri, dictionaries, lists. They are small and are read as a whole. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export function fileExists(...path: readonly string[]): boolean {
  return existsSync(join(...path));
}

/** Throws the system's error if there is no file at this path. */
export function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

/** Paths of the files in a folder, in the order of their names; none if there is no such folder. */
export function filesIn(folder: string): string[] {
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
