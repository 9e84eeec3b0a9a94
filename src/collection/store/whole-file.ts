/** Files that appear whole or not at all; and small JSON files with a checksum: the object on the first line, its CRC-32 on the second. */
import { basename, dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { NeardupError, systemReason } from '../../errors.ts';
import { parsedJson } from '../json-shapes.ts';
import type { Disk, DiskFile } from './disk.ts';
import { killPoint } from './kill-points.ts';
import { spaceError } from './space-guard.ts';

/** How a file is named while it is written. Files with this ending are leftovers once the writer has gone. */
export const UNFINISHED = '.unfinished';
/** Bytes are handed to the system in pieces of at least this size. */
const PIECE_BYTES = 1 << 20;

/** Replaces a file. When the promise resolves, the new one is on the disk under its name. */
export async function writeCheckedJson(disk: Disk, path: string, content: unknown): Promise<void> {
  const line = Buffer.from(`${JSON.stringify(content)}\n`);
  const bytes = Buffer.concat([line, Buffer.from(`{"crc32":${crc32(line)}}\n`)]);
  await writeFileOnce(disk, path, (write) => write(bytes));
}

/** Undefined if there is no such file, or if it is not exactly as it was written. */
export function readCheckedJson(disk: Disk, path: string): unknown {
  const bytes = readWhole(disk, path);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(10) + 1;
  const line = bytes.subarray(0, end);
  const check = `{"crc32":${crc32(line)}}\n`;
  return bytes.toString('latin1', end) === check ? parsedJson(line.toString()) : undefined;
}

/** The bytes of a small file. Undefined if there is none, or if it became shorter meanwhile. */
export function readWhole(disk: Disk, path: string): Buffer | undefined {
  if (!disk.list(dirname(path)).includes(basename(path))) return undefined;
  const file = disk.open(path, 'read');
  try {
    const bytes = Buffer.alloc(file.size());
    return file.read(bytes, 0) < bytes.length ? undefined : bytes;
  } finally {
    file.close();
  }
}

/**
 * Writes a file under another name, and gives it its own when it is on the disk. When the promise resolves, the name lasts as well. If it fails,
 * the name keeps its old file, if it had one.
 */
export async function writeFileOnce(
  disk: Disk,
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    await disk.remove(unfinished);
    const file = disk.open(unfinished, 'create');
    try {
      const output = new Pieces(file);
      await fill((bytes) => output.write(bytes));
      await output.flush();
      await file.sync();
    } finally {
      file.close();
    }
    killPoint('file unfinished');
    await disk.rename(unfinished, path);
    killPoint('file named');
    await disk.syncFolder(dirname(path));
  } catch (cause) {
    await disk.remove(unfinished).catch(() => {});
    if (cause instanceof NeardupError) throw cause;
    const failed = `Cannot write ${path}: ${systemReason(cause)}.`;
    throw spaceError(path, cause) ?? new NeardupError('WRITE_FAILED', failed, { cause });
  }
}

/** Gathers writes into pieces of some size. */
class Pieces {
  private readonly file: DiskFile;
  private position = 0;
  private waiting: Uint8Array[] = [];
  private bytes = 0;

  constructor(file: DiskFile) {
    this.file = file;
  }

  /** The bytes are copied unless the promise is still pending. */
  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length < PIECE_BYTES) this.waiting.push(Uint8Array.from(bytes));
    else {
      await this.flush();
      this.waiting.push(bytes);
    }
    this.bytes += bytes.length;
    if (this.bytes >= PIECE_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.bytes === 0) return;
    const piece = this.waiting.length === 1 ? this.waiting[0] : Buffer.concat(this.waiting);
    this.waiting = [];
    this.bytes = 0;
    await this.file.write(piece, this.position);
    this.position += piece.length;
  }
}
