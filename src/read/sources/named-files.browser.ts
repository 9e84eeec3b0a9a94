/** Files besides the input: a browser has none of them. Options that name one raise the error of a missing file. */

export function fileExists(): boolean {
  return false;
}

export function isFolder(path: string): boolean {
  throw missing(path);
}

export function filesIn(): string[] {
  return [];
}

export function isSameFile(): boolean {
  return false;
}

export function readNamedBytes(path: string): Uint8Array {
  throw missing(path);
}

export function readNamedText(path: string): string {
  throw missing(path);
}

export class NamedFile {
  constructor(path: string) {
    throw missing(path);
  }
}

function missing(path: string): Error {
  return Object.assign(new Error(`a browser opens no paths (${path})`), { code: 'ENOENT' });
}
