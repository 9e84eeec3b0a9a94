/** Files as they are stored: read in chunks from the start, or at any position. */

import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { OpenStoredFile, StoredFile } from '../platform.ts';

export function storedFile(name: string, path: string, size: number): StoredFile {
  return {
    name,
    size,
    path,
    async open() {
      const handle = await open(path, 'r');
      return openStored(handle, size, () => handle.close());
    },
  };
}

/** A file that stays open: for files that no longer have a name. */
export function openedFile(name: string, handle: FileHandle, size: number): StoredFile {
  return { name, size, open: async () => openStored(handle, size, async () => {}) };
}

function openStored(handle: FileHandle, size: number, close: () => Promise<void>): OpenStoredFile {
  return {
    chunks: () => handleChunks(handle, size),
    // synchronously: for bytes in the page cache, going to another thread and back costs more than reading them
    read: (target, offset, length, position) => readSync(handle.fd, target, offset, length, position),
    close,
  };
}

/** Large enough to make the thread pool's overhead negligible, small enough to stay in the cache. */
const CHUNK = 256 * 1024;

async function* handleChunks(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  // small files get small buffers; one byte more than expected, so that a short read shows the end at once
  let length = Math.min(size + 1, CHUNK);
  for (let position = 0; ; ) {
    const buffer = Buffer.allocUnsafeSlow(length);
    const { bytesRead } = await handle.read(buffer, 0, length, position);
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    if (bytesRead < length) return;
    position += bytesRead;
    length = CHUNK;
  }
}
