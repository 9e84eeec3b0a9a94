/** The bytes of a source, from the start, put where the caller wants them: straight from the file where that can be. */
import type { Source, StoredBytes } from '../../read.ts';
import { jsonCharset, jsonChunks } from '../charsets/charset-stream.ts';
import { isCompressed } from './decompress.ts';

export interface RawInput {
  /** About how many bytes there are; undefined where nobody knows. */
  readonly size?: number;
  /** The descriptor of the file that is read as it is stored, where there is one. */
  readonly file?: number;
  /**
   * Where the next bytes stand in the source as stored; undefined where it is not read as it is stored. Where there is a file
   * it can be set.
   */
  position?: number;
  /** Puts the next bytes at `target[offset]`, at most `length`. Returns how many: 0 at the end. */
  read(target: Uint8Array, offset: number, length: number): Promise<number>;
  close(): Promise<void>;
}

/** A JSON source as UTF-8 without byte order mark. What is compressed or UTF-16 goes through the usual stream. */
export async function openJsonInput(source: Source): Promise<RawInput> {
  return (await openDirect(source)) ?? streamInput(jsonChunks(source));
}

const HEAD = 4096;

async function openDirect(source: Source): Promise<RawInput | undefined> {
  const stored = await source.openStored?.();
  if (stored === undefined) return undefined;
  const head = Buffer.alloc(HEAD);
  const length = stored.read(head, 0, HEAD, 0);
  const { charset, skip } = jsonCharset(head.subarray(0, length));
  if (isCompressed(head.subarray(0, length)) || charset !== 'utf-8') {
    await stored.close();
    return undefined;
  }
  return new DirectInput(source.size, stored, skip);
}

class DirectInput implements RawInput {
  readonly file: number | undefined;

  constructor(
    readonly size: number,
    private readonly stored: StoredBytes,
    public position: number,
  ) {
    this.file = stored.file;
  }

  async read(target: Uint8Array, offset: number, length: number): Promise<number> {
    const got = this.stored.read(target, offset, length, this.position);
    this.position += got;
    return got;
  }

  close(): Promise<void> {
    return this.stored.close();
  }
}

function streamInput(chunks: AsyncIterable<Uint8Array>): RawInput {
  const stream = chunks[Symbol.asyncIterator]();
  let waiting: Uint8Array = new Uint8Array(0);
  return {
    async read(target, offset, length) {
      while (waiting.length === 0) {
        const next = await stream.next();
        if (next.done) return 0;
        waiting = next.value;
      }
      const now = waiting.subarray(0, length);
      target.set(now, offset);
      waiting = waiting.subarray(now.length);
      return now.length;
    },
    async close() {
      await stream.return?.();
    },
  };
}
