/**
 * Atomic files: an output appears under its final name complete or not at all. Bytes go to a temporary name in the
 * same folder (a rename must not cross file systems) and take the final one on commit.
 */

import { realpathSync, renameSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { NeardupError } from '../errors.ts';
import { addressScheme } from '../remote-address.ts';
import type { AtomicFile } from '../write.ts';
import { type Encoder, encoderFor } from './compress.ts';
import { checkLinks } from './foreign-links.ts';
import { removeLeftovers, temporaryName } from './leftovers.ts';
import { remoteOutput } from './remote-output.ts';
import { syncFolder } from './sync-folder.ts';
import { addUnfinished, settleUnfinished } from './unfinished.ts';
import { writeFailed } from './write-failed.ts';

export { temporaryName } from './leftovers.ts';
export { abortAll } from './unfinished.ts';

/** Bytes are handed to the system in blocks of this size. */
const BLOCK = 262_144;

export interface AtomicFileOptions {
  /** Compress with gzip. @default by the ending of the path: `.gz` and `.zst` are compressed */
  readonly gzip?: boolean;
}

export async function atomicFile(path: string, options: AtomicFileOptions = {}): Promise<AtomicFile> {
  if (addressScheme(path) !== undefined) return remoteOutput(path, options.gzip);
  let temporary: string | undefined;
  try {
    const places = placesOf(path);
    temporary = places.temporary;
    // noted before it exists: a signal may arrive while it is being made
    if (temporary !== undefined) addUnfinished(temporary);
    const handle = await open(temporary ?? places.final, temporary === undefined ? 'w' : 'wx');
    const encoder = await encoderFor(path, options.gzip);
    return new BufferedFile(path, places, handle, encoder);
  } catch (error) {
    if (temporary !== undefined) settleUnfinished(temporary);
    throw writeFailed(path, error);
  }
}

/** Where to write in the end and at first. */
interface Places {
  readonly final: string;
  /** Left out for a device or pipe (`/dev/null`): that cannot be replaced, so it is written directly. */
  readonly temporary?: string;
}

function placesOf(path: string): Places {
  checkLinks(path);
  const existing: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw Object.assign(new Error(path), { code: 'EISDIR' });
  if (existing !== undefined && !existing.isFile()) return { final: path };
  // a link stays a link: its target is replaced
  const final = existing === undefined ? path : realpathSync(path);
  removeLeftovers(final);
  return { final, temporary: temporaryName(final) };
}

type State = 'open' | 'preparing' | 'prepared' | 'committed' | 'aborted';

class BufferedFile implements AtomicFile {
  readonly path: string;
  private readonly final: string;
  private readonly temporary: string | undefined;
  private readonly handle: FileHandle;
  private readonly encoder: Encoder | undefined;
  private state: State = 'open';
  private block: Buffer = Buffer.allocUnsafe(BLOCK);
  private used = 0;
  /** A block that was written, to be filled again. */
  private spare: Buffer | undefined;
  /** All blocks before it, written one after the other. Never rejects: an error is in `failure`. */
  private written: Promise<void> = Promise.resolve();
  private failure: NeardupError | undefined;
  private closing: Promise<void> | undefined;

  constructor(path: string, places: Places, handle: FileHandle, encoder: Encoder | undefined) {
    this.path = path;
    this.final = places.final;
    this.temporary = places.temporary;
    this.handle = handle;
    this.encoder = encoder;
  }

  write(chunk: string | Uint8Array): void | Promise<void> {
    this.expectOpen();
    if (this.failure !== undefined) throw this.failure;
    // at most three bytes for each UTF-16 code unit: short strings are encoded in place
    if (typeof chunk === 'string' && chunk.length * 3 <= BLOCK - this.used) {
      this.used += this.block.write(chunk, this.used);
      return;
    }
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let waiting: Promise<void> | undefined;
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + BLOCK - this.used);
      this.block.set(part, this.used);
      this.used += part.length;
      done += part.length;
      if (this.used === BLOCK) waiting = this.sendBlock();
    }
    return waiting;
  }

  async prepare(): Promise<void> {
    if (this.state === 'prepared') return;
    this.expectOpen();
    this.state = 'preparing';
    try {
      this.sendBlock();
      await this.written;
      if (this.failure !== undefined) throw this.failure;
      if (this.encoder !== undefined) await this.put(await this.encoder.end());
      if (this.temporary !== undefined) await this.handle.sync();
      await this.close();
    } catch (error) {
      await this.abort();
      throw writeFailed(this.path, error);
    }
    if (this.state === 'preparing') this.state = 'prepared';
  }

  async commit(): Promise<void> {
    await this.prepare();
    try {
      this.rename();
      this.state = 'committed';
    } catch (error) {
      await this.abort();
      throw writeFailed(this.path, error);
    }
    // the file is there and whole; if its folder cannot be synced, that changes nothing now
    if (this.temporary !== undefined) await syncFolder(dirname(this.final)).catch(() => {});
  }

  async abort(): Promise<void> {
    if (this.state === 'committed') return;
    this.state = 'aborted';
    await this.written;
    this.encoder?.close();
    await this.close().catch(() => {});
    if (this.temporary === undefined) return;
    settleUnfinished(this.temporary);
    await rm(this.temporary, { force: true }).catch(() => {});
  }

  /** Hands over the block that is full; the promise is for the one before, so that filling and writing overlap. */
  private sendBlock(): Promise<void> {
    const { block, used, written: before } = this;
    this.block = this.spare ?? Buffer.allocUnsafe(BLOCK);
    this.spare = undefined;
    this.used = 0;
    this.written = before
      .then(() => this.encodeAndPut(block.subarray(0, used)))
      .then(() => {
        this.spare = block;
      })
      .catch((error) => {
        this.failure ??= writeFailed(this.path, error);
      });
    const waiting = before.then(() => {
      if (this.failure !== undefined) throw this.failure;
    });
    waiting.catch(() => {}); // a caller that does not wait gets the error at the next write, or on commit
    return waiting;
  }

  private async encodeAndPut(block: Uint8Array): Promise<void> {
    if (this.failure !== undefined || this.state === 'aborted') return;
    await this.put(this.encoder === undefined ? block : await this.encoder.encode(block));
  }

  private async put(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.handle.write(bytes, done, bytes.length - done);
      done += bytesWritten;
    }
  }

  /** Synchronous: a signal is handled before it or after it, never in between. */
  private rename(): void {
    if (this.temporary === undefined) return;
    if (!settleUnfinished(this.temporary)) {
      throw new NeardupError('INTERRUPTED', `Writing \`${this.path}\` was interrupted.`);
    }
    renameSync(this.temporary, this.final);
  }

  private close(): Promise<void> {
    this.closing ??= this.handle.close();
    return this.closing;
  }

  private expectOpen(): void {
    if (this.state !== 'open') throw new Error(`atomicFile: \`${this.path}\` is ${this.state}`);
  }
}
