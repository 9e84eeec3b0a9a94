/** Files as sources: read in chunks from the start, and decompressed. */
import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { OpenFile, Source } from '../../read.ts';
import { CODEC_BYTES, decompress, isCompressed } from './decompress.ts';

/** Large enough to make the thread pool's overhead negligible, small enough to stay in the cache. */
const CHUNK = 256 * 1024;

export function fileSource(name: string, path: string, size: number): Source {
  return new FileSource(
    name,
    size,
    { open: () => open(path, 'r'), release: (handle) => handle.close() },
    path,
  );
}

/** A source for an open file, which stays open: for files that no longer have a name. */
export function handleSource(name: string, handle: FileHandle, size: number): Source {
  return new FileSource(name, size, { open: async () => handle, release: async () => {} });
}

/** How a source opens its file, and what it does when it has read it. */
interface Access {
  open(): Promise<FileHandle>;
  release(handle: FileHandle): Promise<void>;
}

class FileSource implements Source {
  readonly name: string;
  readonly size: number;
  readonly path?: string;
  consumed = 0;
  private readonly access: Access;

  constructor(name: string, size: number, access: Access, path?: string) {
    this.name = name;
    this.size = size;
    this.access = access;
    this.path = path;
  }

  open(): AsyncIterable<Uint8Array> {
    this.consumed = 0;
    return decompress(this.chunks());
  }

  async readEnd(length: number): Promise<Uint8Array | undefined> {
    const handle = await this.access.open();
    const readAt = (position: number, most: number) => {
      const target = new Uint8Array(most);
      return target.subarray(0, readSync(handle.fd, target, 0, most, position));
    };
    try {
      if (isCompressed(readAt(0, CODEC_BYTES))) return undefined;
      const wanted = Math.min(length, this.size);
      return readAt(this.size - wanted, wanted);
    } finally {
      await this.access.release(handle);
    }
  }

  async openFile(): Promise<OpenFile> {
    const handle = await this.access.open();
    this.consumed = 0;
    let users = 1;
    return {
      // synchronously: for bytes in the page cache, going to another thread and back costs more than reading them
      read: (target, offset, length, position) => {
        const read = readSync(handle.fd, target, offset, length, position);
        this.consumed = position + read;
        return read;
      },
      keepOpen: () => {
        users++;
      },
      close: async () => {
        users--;
        if (users === 0) await this.access.release(handle);
      },
    };
  }

  /** Stored chunks, which are counted. */
  private async *chunks(): AsyncGenerator<Uint8Array> {
    const handle = await this.access.open();
    try {
      for await (const chunk of handleChunks(handle, this.size)) {
        this.consumed += chunk.length;
        yield chunk;
      }
    } finally {
      await this.access.release(handle);
    }
  }
}

/** Every chunk is new memory, so that views of it stay valid as long as they are held. */
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
