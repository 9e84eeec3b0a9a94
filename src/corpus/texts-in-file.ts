/** Texts in a file that is open: how to get one onto the heap, on any thread. */
import { readSync } from 'node:fs';

export { longestText } from './longest-text.ts';

export interface TextsInFile {
  /** Descriptor, open for reading. */
  readonly file: number;
  /** Position and length of every text: 2 numbers each. */
  readonly ranges: Float64Array;
}

/** Opens the file on the thread of a job. In Node, a descriptor is open on all of them. */
export const openTexts: ((texts: { readonly file?: number }) => Promise<void>) | undefined = undefined;

/** Reads a text and ends it with a NUL, as the kernels expect. */
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
