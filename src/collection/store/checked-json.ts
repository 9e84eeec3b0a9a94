/** Small JSON files with a checksum: the object on the first line, its CRC-32 on the second. Replaced as a whole or not at all. */
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Disk } from './disk.ts';

/** How a file is named while it is written. Files with this ending are leftovers once the writer has gone. */
export const UNFINISHED = '.unfinished';

/** Replaces a file. When the promise resolves, the new one is on the disk under its name. */
export async function writeCheckedJson(disk: Disk, path: string, content: unknown): Promise<void> {
  const line = Buffer.from(`${JSON.stringify(content)}\n`);
  const bytes = Buffer.concat([line, Buffer.from(`{"crc32":${crc32(line)}}\n`)]);
  await replaceFile(disk, path, async (write) => write(bytes));
}

/** Undefined if there is no such file, or if it is not exactly as it was written. */
export function readCheckedJson(disk: Disk, path: string): unknown {
  if (!disk.list(dirname(path)).includes(basename(path))) return undefined;
  const file = disk.open(path, 'read');
  try {
    const bytes = Buffer.alloc(file.size());
    if (file.read(bytes, 0) < bytes.length) return undefined;
    const end = bytes.indexOf(10) + 1;
    const line = bytes.subarray(0, end);
    const check = `{"crc32":${crc32(line)}}\n`;
    return bytes.toString('latin1', end) === check ? JSON.parse(line.toString()) : undefined;
  } finally {
    file.close();
  }
}

/** Writes a file under another name, and gives it its own when it is on the disk: file, name, folder. */
export async function replaceFile(
  disk: Disk,
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}${UNFINISHED}`;
  await disk.remove(unfinished);
  const file = disk.open(unfinished, 'create');
  let position = 0;
  try {
    await fill(async (bytes) => {
      await file.write(bytes, position);
      position += bytes.length;
    });
    await file.sync();
  } catch (error) {
    await disk.remove(unfinished).catch(() => {});
    throw error;
  } finally {
    file.close();
  }
  await disk.rename(unfinished, path);
  await disk.syncFolder(dirname(join(path)));
}
