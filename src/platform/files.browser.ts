/** Files besides the input: a browser has none. Options that name one raise the error of a missing file. */
import type { FileParts } from '../platform.ts';

export function fileExists(..._path: readonly string[]): boolean {
  return false;
}

export function isFolder(path: string): boolean {
  throw missing(path);
}

export function folderFiles(_folder: string): string[] {
  return [];
}

export function isSameFile(_a: string, _b: string): boolean {
  return false;
}

export function readNamedBytes(path: string): Uint8Array {
  throw missing(path);
}

export function readNamedText(...path: readonly string[]): string {
  throw missing(path.join('/'));
}

export class NamedFile {
  constructor(path: string) {
    throw missing(path);
  }

  read(_position: number, most: number): Uint8Array {
    return new Uint8Array(most);
  }

  close(): void {}
}

export async function openParts(path: string): Promise<FileParts> {
  throw missing(path);
}

export function fileState(_path: string): string {
  return '';
}

export function writtenTime(_path: string): number | undefined {
  return undefined;
}

function missing(path: string): Error {
  return Object.assign(new Error(`a browser opens no paths (${path})`), { code: 'ENOENT' });
}
