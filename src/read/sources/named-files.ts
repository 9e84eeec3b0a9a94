/** Files beside the input that a user or the system names: thesauri, dictionaries, lists. They are small and read whole, at once. */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

export function fileExists(...path: readonly string[]): boolean {
  return existsSync(join(...path));
}

/** Throws what the system says if there is nothing under this path. */
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

/** Whether two paths name one file, and it is there. */
export function isSameFile(a: string, b: string): boolean {
  return existsSync(a) && resolve(a) === resolve(b);
}

export function readNamedBytes(path: string): Uint8Array {
  return readFileSync(path);
}

export function readNamedText(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8');
}

/** A file of which a little is read here and there. */
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
