/** Texts in chunks of memory or in a file of the browser: how to get one onto the heap, on any thread. */
import { readChunks, type TextChunks } from './memory-texts.browser.ts';
import { openTextFile, readTextFile } from './text-files.browser.ts';

export { longestText } from './longest-text.ts';

/** What `Spool.file` is in a browser. It can be sent to a worker. */
type TextsKey = TextChunks | { readonly name: string };

/** Opens the file on the thread of a job. */
export async function openTexts({ file }: { file?: unknown }): Promise<void> {
  if (file !== undefined && 'name' in (file as TextsKey)) await openTextFile((file as { name: string }).name);
}

/** Reads a text and ends it with a NUL, as the kernels expect. */
export function readText(
  file: unknown,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
): void {
  readFully(file, into, at, length, position);
  into[at + length] = 0;
}

export function readFully(
  file: unknown,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
): void {
  const key = file as TextsKey;
  if ('name' in key) readFile(key.name, into, at, length, position);
  else readChunks(key, into, at, length, position);
}

function readFile(name: string, into: Uint8Array, at: number, length: number, position: number): void {
  // a file is not read into shared memory
  const target = into.buffer instanceof ArrayBuffer ? into.subarray(at, at + length) : new Uint8Array(length);
  const got = readTextFile(name, target, position);
  if (got < length) throw new Error(`spool: expected ${length} bytes at ${position}, got ${got}`);
  if (target.buffer !== into.buffer) into.set(target, at);
}
