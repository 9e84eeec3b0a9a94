/** Texts that lie in a file: how to get one onto the heap, and the room its shingles take. */
import { readSync } from 'node:fs';

/** The most shingles a text of this many bytes can have: one a word, and a word takes two bytes with its space. */
export function shingleRoom(bytes: number): number {
  return (bytes >>> 1) + 2;
}

export function readFully(
  file: number,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
): void {
  let done = 0;
  while (done < length) {
    const got = readSync(file, into, at + done, length - done, position + done);
    if (got === 0) throw new Error(`spool: expected ${length} bytes at ${position}, got ${done}`);
    done += got;
  }
}
