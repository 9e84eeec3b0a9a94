/** The spool: a temporary file with the canonical texts, so that they can be compared without being held in memory. */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NeardupError, systemReason } from '../errors.ts';
import { option, wording } from '../wording.ts';

export class Spool {
  private readonly path: string;
  private opened: number | undefined;
  private size = 0;

  /** Must have finished before the spools of a run are made. Node opens a file at once. */
  static async prepare(_count = 1): Promise<void> {}

  /** The file is made when it is first needed. */
  constructor(folder = tmpdir()) {
    const random = Math.random().toString(36).slice(2, 10);
    this.path = join(folder, `neardup-${process.pid}-${random}.spool`);
  }

  /** The descriptor: workers read from it at positions of their own. */
  get file(): number {
    this.opened ??= this.open();
    return this.opened;
  }

  get bytes(): number {
    return this.size;
  }

  /** Appends bytes and returns their position. */
  append(bytes: Uint8Array): number {
    const { file } = this;
    const position = this.size;
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, position + done);
    } catch (cause) {
      throw new NeardupError('WRITE_FAILED', `${this.path}: ${systemReason(cause)}.`, {
        cause,
        advice: wording`Temporary files may need several times as much disk as the input: choose another folder with ${option('temp')}.`,
      });
    }
    this.size += bytes.length;
    return position;
  }

  read(position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const got = readSync(this.file, bytes, done, length - done, position + done);
      if (got === 0) throw new Error(`spool: ${this.path} ends before ${position + length}`);
      done += got;
    }
    return bytes;
  }

  close(): void {
    if (this.opened === undefined) return;
    closeSync(this.opened);
    rmSync(this.path, { force: true });
  }

  private open(): number {
    let file: number;
    try {
      file = openSync(this.path, 'wx+', 0o600);
    } catch (cause) {
      throw new NeardupError('WRITE_FAILED', `${this.path}: ${systemReason(cause)}.`, {
        cause,
        advice: wording`Choose another folder for temporary files with ${option('temp')}.`,
        option: 'temp',
      });
    }
    // if the system allows it, the name is removed at once: then nothing is left when the process dies
    try {
      rmSync(this.path);
    } catch {
      // Windows keeps open files; close() removes it
    }
    return file;
  }
}

/** Opens the file on the thread of a job. In Node, a descriptor is open on all threads. */
export const openTexts: ((texts: { readonly file?: number }) => Promise<void>) | undefined = undefined;

/** Reads a text and ends it with a NUL, as the kernels expect. */
export function readTextInto(
  file: number,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
): void {
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
