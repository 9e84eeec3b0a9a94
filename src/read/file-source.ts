/** Files as sources: read in chunks from the start, decompressed on the way. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Source } from '../read.ts';
import { decompress } from './decompress.ts';

/** Large enough that the way through the thread pool does not count, small enough to stay in the cache. */
const CHUNK = 256 * 1024;

export function fileSource(name: string, path: string, size: number): Source {
  return new ChunkSource(name, size, () => fileChunks(path, size), path);
}

/** A source over an open file, which stays open: for files that have no name any more. */
export function handleSource(name: string, handle: FileHandle, size: number): Source {
  return new ChunkSource(name, size, () => handleChunks(handle, size));
}

/** Stored chunks, counted and decompressed on the way. */
class ChunkSource implements Source {
  readonly name: string;
  readonly size: number;
  readonly path?: string;
  consumed = 0;
  private readonly chunks: () => AsyncIterable<Uint8Array>;

  constructor(name: string, size: number, chunks: () => AsyncIterable<Uint8Array>, path?: string) {
    this.name = name;
    this.size = size;
    this.chunks = chunks;
    this.path = path;
  }

  open(): AsyncIterable<Uint8Array> {
    this.consumed = 0;
    return decompress(this.counted());
  }

  private async *counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.chunks()) {
      this.consumed += chunk.length;
      yield chunk;
    }
  }
}

async function* fileChunks(path: string, size: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    yield* handleChunks(handle, size);
  } finally {
    await handle.close();
  }
}

/** Every chunk is new memory, so that views of it stay valid for as long as somebody holds them. */
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
