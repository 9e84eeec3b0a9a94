/** Texts in chunks of memory or in a file of the browser: how to get one onto the heap, on any thread. */
import { readChunks, type TextChunks } from './memory-texts.browser.ts';
import { openTextFile, readTextFile } from './text-files.browser.ts';

export { longestText } from './longest-text.ts';

/** What `Spool.file` is in a browser. It can be sent to a worker. */
export interface TextsKey extends TextChunks {
  /** The file of the texts that are not in memory, if there is one, and the position of the first of them. */
  readonly name?: string;
  readonly from: number;
}

/** Opens the file on the thread of a job, if anything is in it. */
export async function openTexts({ file }: { file?: unknown }): Promise<void> {
  const { name, from = Number.POSITIVE_INFINITY } = (file ?? {}) as Partial<TextsKey>;
  if (name !== undefined && from < Number.POSITIVE_INFINITY) await openTextFile(name);
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
  const held = Math.max(0, Math.min(length, key.from - position));
  readChunks(key, into, at, held, position);
  if (held < length) readFile(key.name!, into, at + held, length - held, position + held - key.from);
}

function readFile(name: string, into: Uint8Array, at: number, length: number, position: number): void {
  // a file is not read into shared memory
  const target = into.buffer instanceof ArrayBuffer ? into.subarray(at, at + length) : new Uint8Array(length);
  const got = readTextFile(name, target, position);
  if (got < length) throw new Error(`spool: expected ${length} bytes at ${position}, got ${got}`);
  if (target.buffer !== into.buffer) into.set(target, at);
}
