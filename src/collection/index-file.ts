/**
 * The file of a signature index: a header, named parts exactly as they are in memory, and a table of them at the end, so that it
 * can be written from beginning to end. docs/index-format.md describes it byte by byte. A file that was cut off, changed or written by another version is
 * refused with a reason before any of it is used.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { NeardupError, systemReason } from '../errors.ts';
import { atomicFile, lockFolder } from '../write/index.ts';

export const INDEX_VERSION = 2;
const MAGIC = 'neardup\x1a';
const END_MAGIC = 'neardup\n';
const HEADER_BYTES = 64;
const ENTRY_BYTES = 32;
const TRAILER_BYTES = 32;
const ALIGNMENT = 64;
const VERIFIED_AT_ONCE = 1 << 22;
/** The name of the file in the folder of a saved index. */
const FILE_NAME = 'signatures.ndx';
/** The type of an index in its header. Type 3 was `sketches`: such an index is read, and its signatures are put into clusters. */
const KINDS: readonly (IndexKind | undefined)[] = [undefined, 'scan', 'slices', 'clusters', 'clusters'];

export type IndexKind = 'scan' | 'slices' | 'clusters';

export interface IndexFacts {
  readonly kind: IndexKind;
  /** Bits of a signature, and number of signatures. */
  readonly width: number;
  readonly count: number;
}

/** A part of an index, under a name of up to eight characters. */
export interface IndexPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A part that is too large to be in memory at once. */
export interface StreamedPart {
  readonly name: string;
  readonly chunks: Iterable<Uint8Array>;
}

/** Where the bytes go, in order. */
export interface IndexOutput {
  write(chunk: Uint8Array): void | Promise<void>;
}

/** The index in a folder, open for reading. */
export function openIndexIn(folder: string): IndexFile {
  return new IndexFile(join(folder, FILE_NAME));
}

/** Bytes of the index in a folder. */
export function indexBytesIn(folder: string): number {
  return statSync(join(folder, FILE_NAME)).size;
}

/** Makes the folder of an index, and keeps other writers out of it while `write` runs. */
export async function whileLocked<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new NeardupError('WRITE_FAILED', `${folder}: no folder for the index can be made there.`, {
      cause,
    });
  }
  const unlock = lockFolder(folder);
  try {
    return await write();
  } finally {
    unlock();
  }
}

/** Saves an index to a folder. It appears complete or not at all; one that was there before stays until then. */
export async function saveIndexIn(
  folder: string,
  facts: IndexFacts,
  parts: Iterable<IndexPart | StreamedPart>,
): Promise<void> {
  const output = await atomicFile(join(folder, FILE_NAME));
  try {
    await writeIndexParts(output, facts, parts);
    await output.commit();
  } finally {
    await output.abort();
  }
}

export async function writeIndexParts(
  output: IndexOutput,
  facts: IndexFacts,
  parts: Iterable<IndexPart | StreamedPart>,
): Promise<void> {
  let position = 0;
  const put = async (bytes: Uint8Array) => {
    await output.write(bytes);
    position += bytes.length;
  };
  await put(header(facts));
  const entries: Buffer[] = [];
  for (const part of parts) {
    await put(new Uint8Array((ALIGNMENT - (position % ALIGNMENT)) % ALIGNMENT));
    const start = position;
    let crc = 0;
    for (const chunk of 'bytes' in part ? [part.bytes] : part.chunks) {
      crc = crc32(chunk, crc);
      await put(chunk);
    }
    entries.push(entry(part.name, start, position - start, crc));
  }
  const table = Buffer.concat(entries);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeBigUInt64LE(BigInt(position), 0);
  trailer.writeUInt32LE(entries.length, 8);
  trailer.writeUInt32LE(crc32(table), 12);
  trailer.writeBigUInt64LE(BigInt(position + table.length + TRAILER_BYTES), 16);
  trailer.write(END_MAGIC, 24, 'latin1');
  await put(table);
  await put(trailer);
}

/** An index file that is open for reading. */
export class IndexFile {
  readonly facts: IndexFacts;
  private readonly path: string;
  private readonly file: number;
  private readonly entries = new Map<string, { position: number; length: number; crc: number }>();

  /** Opens a file and checks header and table; the parts are checked as they are read. */
  constructor(path: string) {
    this.path = path;
    try {
      this.file = openSync(path, 'r');
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'NO_INDEX' : 'BAD_INDEX';
      throw new NeardupError(code, `${path}: ${systemReason(cause)}.`, { cause });
    }
    try {
      const size = fstatSync(this.file).size;
      this.facts = this.readHeader(size);
      this.readTable(size);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** A whole part, with its checksum verified. */
  get(name: string): Uint8Array {
    const { position, length, crc } = this.entryOf(name);
    const bytes = this.bytes(position, length);
    if (crc32(bytes) !== crc) throw this.damaged(name);
    return bytes;
  }

  /** Verifies the checksum of a part that is read in pieces later. */
  verify(name: string): void {
    const { position, length, crc } = this.entryOf(name);
    let found = 0;
    for (let done = 0; done < length; done += VERIFIED_AT_ONCE) {
      found = crc32(this.bytes(position + done, Math.min(VERIFIED_AT_ONCE, length - done)), found);
    }
    if (found !== crc) throw this.damaged(name);
  }

  /** Bytes out of the middle of a part, without a check. */
  slice(name: string, from: number, length: number): Uint8Array {
    return this.bytes(this.entryOf(name).position + from, length);
  }

  /** Length of a part. */
  lengthOf(name: string): number {
    return this.entryOf(name).length;
  }

  close(): void {
    closeSync(this.file);
  }

  private entryOf(name: string) {
    const found = this.entries.get(name);
    if (found === undefined) throw this.bad(`it has no part \`${name}\``);
    return found;
  }

  private readHeader(size: number): IndexFacts {
    const head = Buffer.from(this.bytes(0, Math.min(size, HEADER_BYTES)));
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw this.bad('it is not a neardup index');
    if (size < HEADER_BYTES + TRAILER_BYTES) throw this.cutOff();
    const version = head.readUInt32LE(8);
    if (version !== INDEX_VERSION) {
      throw this.bad(
        `it has version ${version} of the format, and this neardup reads version ${INDEX_VERSION}`,
      );
    }
    const kind = KINDS[head.readUInt32LE(12)];
    if (head.readUInt32LE(24) !== crc32(head.subarray(0, 24)) || kind === undefined) {
      throw this.bad('its header is damaged: the checksum does not match');
    }
    return { kind, width: head.readUInt32LE(16), count: head.readUInt32LE(20) };
  }

  private readTable(size: number): void {
    const trailer = Buffer.from(this.bytes(size - TRAILER_BYTES, TRAILER_BYTES));
    const start = Number(trailer.readBigUInt64LE(0));
    const count = trailer.readUInt32LE(8);
    const whole =
      trailer.toString('latin1', 24) === END_MAGIC &&
      Number(trailer.readBigUInt64LE(16)) === size &&
      start + count * ENTRY_BYTES + TRAILER_BYTES === size;
    if (!whole) throw this.cutOff();
    const table = Buffer.from(this.bytes(start, count * ENTRY_BYTES));
    if (crc32(table) !== trailer.readUInt32LE(12)) {
      throw this.bad('its table of parts is damaged: the checksum does not match');
    }
    for (let at = 0; at < table.length; at += ENTRY_BYTES) {
      const name = table.toString('latin1', at, at + 8).replace(/\0+$/, '');
      const position = Number(table.readBigUInt64LE(at + 8));
      const length = Number(table.readBigUInt64LE(at + 16));
      // one that is not exact as a number is far beyond the end
      if (position + length > start) throw this.bad(`its part \`${name}\` is not in the file`);
      this.entries.set(name, { position, length, crc: table.readUInt32LE(at + 24) });
    }
  }

  private bytes(position: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const part = Math.min(length - done, 1 << 30);
      const got = readSync(this.file, bytes, done, part, position + done);
      if (got === 0) throw this.cutOff();
      done += got;
    }
    return bytes;
  }

  private cutOff(): NeardupError {
    return this.bad('it is incomplete: its end is missing');
  }

  private damaged(name: string): NeardupError {
    return this.bad(`its part \`${name}\` is damaged: the checksum does not match`);
  }

  /** An error that says why the file cannot be used. */
  bad(reason: string): NeardupError {
    return new NeardupError('BAD_INDEX', `${this.path} cannot be used: ${reason}.`);
  }
}

function header({ kind, width, count }: IndexFacts): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(MAGIC, 0, 'latin1');
  head.writeUInt32LE(INDEX_VERSION, 8);
  head.writeUInt32LE(KINDS.lastIndexOf(kind), 12);
  head.writeUInt32LE(width, 16);
  head.writeUInt32LE(count, 20);
  head.writeUInt32LE(crc32(head.subarray(0, 24)), 24);
  return head;
}

function entry(name: string, position: number, length: number, crc: number): Buffer {
  const bytes = Buffer.alloc(ENTRY_BYTES);
  bytes.write(name, 0, 8, 'latin1');
  bytes.writeBigUInt64LE(BigInt(position), 8);
  bytes.writeBigUInt64LE(BigInt(length), 16);
  bytes.writeUInt32LE(crc, 24);
  return bytes;
}
