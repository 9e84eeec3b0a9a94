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
  for (let got = -1; done < length && got !== 0; done += got) {
    got = readSync(file, into, at + done, length - done, position + done);
  }
  if (done < length) throw new Error(`spool: expected ${length} bytes at ${position}, got ${done}`);
}
