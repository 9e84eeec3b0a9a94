/**
 * The spool in a browser: memory, and in a worker a file of the page's private file system (OPFS) for the texts that do not fit. The page
 * itself cannot read such a file at once: there, all texts are in memory, up to a limit.
 */
import { NeardupError, systemReason } from '../errors.ts';
import { MemoryTexts, readChunks, type TextChunks } from './memory-texts.browser.ts';
import { createTextFile, openTextFile, readTextFile, type TextFile } from './private-files.browser.ts';

/** Texts beyond this many bytes go to the file: it is as fast, except in private windows, where every access goes through another process. */
const IN_MEMORY = 256 << 20;

/** Files that are open and not used yet. */
const spare: TextFile[] = [];

export class Spool {
  private size = 0;
  private readonly memory = new MemoryTexts();
  private readonly spilled = spare.pop();
  private readonly key: { from: number } & TextsKey = {
    ...this.memory.key,
    from: Number.POSITIVE_INFINITY,
    name: this.spilled?.name,
  };

  /** Opens files for this many spools, which takes a while; without them they are in memory. */
  static async prepare(count = 1): Promise<void> {
    while (spare.length < count) {
      const file = await createTextFile();
      if (file === undefined) return;
      spare.push(file);
    }
  }

  /** @param inMemory Bytes of texts in memory, if there is a file for the others. */
  constructor(
    _folder?: string,
    private readonly inMemory = IN_MEMORY,
  ) {}

  /** What workers get the texts by: see `TextsKey`. */
  get file(): number {
    return this.key as never;
  }

  get bytes(): number {
    return this.size;
  }

  /** Appends bytes and returns their position. */
  append(bytes: Uint8Array): number {
    const position = this.size;
    try {
      this.write(bytes, position);
    } catch (cause) {
      if (cause instanceof NeardupError) throw cause;
      throw new NeardupError('WRITE_FAILED', `The texts could not be stored: ${systemReason(cause)}.`, {
        cause,
        advice: 'The browser gives a page a part of the disk: free some space, or compare fewer documents.',
      });
    }
    this.size += bytes.length;
    return position;
  }

  read(position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    readFully(this.file, bytes, 0, length, position);
    return bytes;
  }

  close(): void {
    this.memory.close();
    this.spilled?.close();
  }

  private write(bytes: Uint8Array, position: number): void {
    if (this.spilled !== undefined && position + bytes.length > this.inMemory) {
      this.key.from = Math.min(this.key.from, position);
      this.spilled.write(bytes, position - this.key.from);
    } else this.memory.write(bytes, position);
  }
}

/** What `Spool.file` is in a browser. It can be sent to a worker. */
export interface TextsKey extends TextChunks {
  /** The file of the texts that are not in memory, if there is one, and the position of the first such text. */
  readonly name?: string;
  readonly from: number;
}

/** Opens the file on the thread of a job, if anything is in it. */
export async function openTexts({ file }: { file?: unknown }): Promise<void> {
  const { name, from = Number.POSITIVE_INFINITY } = (file ?? {}) as Partial<TextsKey>;
  if (name !== undefined && from < Number.POSITIVE_INFINITY) await openTextFile(name);
}

/** Reads a text and ends it with a NUL, as the kernels expect. */
export function readTextInto(
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
