/** Texts that lie in a file: how to get one onto the heap. */
import { readSync } from 'node:fs';

/** Reads a text and ends it with a NUL, as the kernels want it. */
export function readText(file: number, into: Uint8Array, at: number, length: number, position: number): void {
  readFully(file, into, at, length, position);
  into[at + length] = 0;
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
