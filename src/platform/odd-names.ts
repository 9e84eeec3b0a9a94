/**
 * Files whose names are not UTF-8, such as those of old archives. Paths are strings everywhere, and a string cannot lead to such a file:
 * it is read by the bytes of its name.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface OddFile {
  /** As shown to the user: bytes that are no UTF-8 are written `\\xE9`. */
  readonly name: string;
  readonly path: Buffer;
}

/** A name whose bytes are not UTF-8, so that it can be read, and is no other name. */
export function shownName(bytes: Buffer): string {
  let shown = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((each) => isUtf8(bytes.subarray(at, at + each)));
    shown +=
      length === undefined
        ? `\\x${bytes[at].toString(16).toUpperCase().padStart(2, '0')}`
        : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return shown;
}

/** Finds a file that was named on the command line: its name has come as a string, with U+FFFD for bytes that are no UTF-8. */
export async function oddFile(name: string, path: string): Promise<OddFile | undefined> {
  if (!basename(path).includes('\ufffd')) return undefined;
  const names = await readdir(dirname(path), { encoding: 'buffer' }).catch(() => []);
  const found = names.filter((each) => each.toString() === basename(path));
  // two names that look the same: neither was named
  if (found.length !== 1) return undefined;
  const bytes = Buffer.concat([Buffer.from(join(dirname(path), '/')), found[0]]);
  if (!(await stat(bytes)).isFile()) return undefined;
  return { name: name.slice(0, name.lastIndexOf('/') + 1) + shownName(found[0]), path: bytes };
}

function isUtf8(bytes: Buffer): boolean {
  return bytes.length > 0 && Buffer.from(bytes.toString()).equals(bytes);
}
