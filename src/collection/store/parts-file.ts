/**
 * A file of named parts, exactly as they are in memory, with a table of parts at the end, so that it can be written front to back.
 * A file that was cut off, changed or written by another version is refused with a reason before it is used.
 *
 * All numbers are little-endian. The file begins with 64 bytes: the magic, the version (u32), three unused u32, and the CRC-32 of these 24 bytes.
 * The parts follow, each at a multiple of 64, with a CRC-32 (u32) after it for every 4096 bytes of it. The table of parts has 32 bytes for each:
 * its name (8 bytes, padded with zeros), position and length (u64), the CRC-32 of its checksums, and four unused bytes. The last 32 bytes hold the
 * position of the table (u64), the number of parts (u32), the CRC-32 of the table, the length of the file (u64), and the end magic.
 */
import { crc32 } from 'node:zlib';
import { NeardupError, systemReason } from '../../errors.ts';
import { pause } from '../../platform/host.ts';
import type { Disk, DiskFile } from './disk.ts';

const MAGIC = 'neardup\x1a';
const END_MAGIC = 'neardup\n';
const HEADER_BYTES = 64;
const ENTRY_BYTES = 32;
const TRAILER_BYTES = 32;
const ALIGNMENT = 64;
const VERSION = 3;
/** Every block of a part has a checksum of its own, so that bytes out of the middle can be verified. */
const BLOCK = 4096;
/** Milliseconds after which other work of the thread gets its turn. */
const TURN = 10;

/** A part, under a name of up to eight characters. */
export interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A part that is too large to be in memory at once. */
export interface StreamedPart {
  readonly name: string;
  readonly chunks: Iterable<Uint8Array>;
}

/** Where the bytes go, in order. */
export interface PartsOutput {
  write(chunk: Uint8Array): void | Promise<void>;
}

export async function writeParts(output: PartsOutput, parts: Iterable<Part | StreamedPart>): Promise<void> {
  let position = 0;
  let turn = performance.now();
  const put = async (bytes: Uint8Array) => {
    await output.write(bytes);
    position += bytes.length;
  };
  await put(headerBytes());
  const entries: Buffer[] = [];
  for (const part of parts) {
    await put(new Uint8Array((ALIGNMENT - (position % ALIGNMENT)) % ALIGNMENT));
    const start = position;
    const checksums = new BlockChecksums();
    for (const chunk of 'bytes' in part ? [part.bytes] : part.chunks) {
      checksums.add(chunk);
      await put(chunk);
      // small writes do not wait for the disk
      if (performance.now() - turn < TURN) continue;
      await pause();
      turn = performance.now();
    }
    const length = position - start;
    await put(checksums.stored());
    entries.push(entry(part.name, start, length, checksums.value));
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

interface Entry {
  readonly position: number;
  readonly length: number;
  readonly crc: number;
  /** Checksums of the blocks, and which blocks have been verified, once bytes out of the middle were asked for. */
  blocks?: { readonly checksums: Buffer; readonly verified: Uint8Array };
}

/** A typed array. */
type NumbersOf<A> = { new (buffer: ArrayBufferLike): A; readonly BYTES_PER_ELEMENT: number };

/** A file of parts that is open for reading. */
export class PartsFile {
  private readonly file: DiskFile;
  private readonly entries = new Map<string, Entry>();

  /** Opens a file and checks header and table; the parts are checked as they are read. */
  constructor(
    private readonly path: string,
    disk: Disk,
  ) {
    try {
      this.file = disk.open(path, 'read');
    } catch (cause) {
      throw new NeardupError('BAD_COLLECTION', `${path}: ${systemReason(cause)}.`, { cause });
    }
    try {
      const size = this.file.size();
      this.checkHeader(size);
      this.readTable(size);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** A whole part, with its checksum verified. */
  get(name: string): Uint8Array {
    const { position, length } = this.entryOf(name);
    const bytes = this.bytes(position, length);
    const checker = new BlockChecksums();
    checker.add(bytes);
    this.confirm(name, checker);
    return bytes;
  }

  /** A whole part as numbers, with its checksum verified. */
  numbers<A extends ArrayBufferView>(name: string, kind: NumbersOf<A>): A {
    const bytes = this.get(name);
    if (bytes.length % kind.BYTES_PER_ELEMENT !== 0) throw this.bad(`its part \`${name}\` is cut off`);
    return new kind(bytes.buffer);
  }

  /** Bytes out of the middle of a part, verified the first time. */
  slice(name: string, from: number, length: number): Uint8Array {
    const found = this.entryOf(name);
    // lengths that come from another part may be forged; written like this, the check refuses NaN as well
    if (!(from >= 0 && length >= 0 && from + length <= found.length))
      throw this.bad(`its part \`${name}\` is shorter than another one says`);
    if (length === 0) return new Uint8Array(0);
    const { checksums, verified } = this.blocksOf(name, found);
    const first = Math.floor(from / BLOCK);
    const last = Math.floor((from + length - 1) / BLOCK);
    let known = true;
    for (let block = first; block <= last; block++) known &&= verified[block] === 1;
    if (known) return this.bytes(found.position + from, length);
    const start = first * BLOCK;
    const bytes = this.bytes(found.position + start, Math.min((last + 1) * BLOCK, found.length) - start);
    for (let block = first; block <= last; block++) {
      const at = block * BLOCK - start;
      if (crc32(bytes.subarray(at, at + BLOCK)) !== checksums.readUInt32LE(block * 4))
        throw this.damaged(name);
      verified[block] = 1;
    }
    return bytes.subarray(from - start, from - start + length);
  }

  /** Length of a part. */
  lengthOf(name: string): number {
    return this.entryOf(name).length;
  }

  close(): void {
    this.file.close();
  }

  private confirm(name: string, checker: BlockChecksums): void {
    checker.stored();
    if (checker.value !== this.entryOf(name).crc) throw this.damaged(name);
  }

  private blocksOf(name: string, found: Entry) {
    if (found.blocks === undefined) {
      const count = Math.ceil(found.length / BLOCK);
      const checksums = Buffer.from(this.bytes(found.position + found.length, count * 4).buffer);
      if (crc32(checksums) !== found.crc) throw this.damaged(name);
      found.blocks = { checksums, verified: new Uint8Array(count) };
    }
    return found.blocks;
  }

  private entryOf(name: string): Entry {
    const found = this.entries.get(name);
    if (found === undefined) throw this.bad(`it has no part \`${name}\``);
    return found;
  }

  private checkHeader(size: number): void {
    const head = Buffer.from(this.bytes(0, Math.min(size, HEADER_BYTES)));
    if (head.toString('latin1', 0, MAGIC.length) !== MAGIC)
      throw this.bad('it is not a file of a collection');
    if (size < HEADER_BYTES + TRAILER_BYTES) throw this.cutOff();
    const version = head.readUInt32LE(8);
    if (version !== VERSION) {
      throw this.bad(`it has version ${version} of the format, and this neardup reads version ${VERSION}`);
    }
    if (head.readUInt32LE(24) !== crc32(head.subarray(0, 24))) {
      throw this.bad('its header is damaged: the checksum does not match');
    }
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
    if (this.file.read(bytes, position) < length) throw this.cutOff();
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
    return new NeardupError('BAD_COLLECTION', `${this.path} cannot be used: ${reason}.`);
  }
}

/** Checksums of the bytes of a part, given in any pieces. */
class BlockChecksums {
  /** The checksum in the table. */
  value = 0;
  private readonly blocks: number[] = [];
  private crc = 0;
  private inBlock = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + BLOCK - this.inBlock);
      this.crc = crc32(piece, this.crc);
      this.inBlock += piece.length;
      at += piece.length;
      if (this.inBlock === BLOCK) this.endBlock();
    }
  }

  /** The bytes to write after the part, once it is complete. */
  stored(): Uint8Array {
    if (this.inBlock > 0) this.endBlock();
    const bytes = Buffer.alloc(this.blocks.length * 4);
    this.blocks.forEach((crc, i) => {
      bytes.writeUInt32LE(crc, i * 4);
    });
    this.value = crc32(bytes);
    return bytes;
  }

  private endBlock(): void {
    this.blocks.push(this.crc);
    this.crc = 0;
    this.inBlock = 0;
  }
}

function headerBytes(): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(MAGIC, 0, 'latin1');
  head.writeUInt32LE(VERSION, 8);
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
