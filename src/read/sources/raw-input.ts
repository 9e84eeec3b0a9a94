/** The bytes of a JSON source from the start, read to where the caller wants them: straight from the file if possible. */
import type { OpenFile, Source } from '../../read.ts';
import { jsonCharset, jsonChunks } from '../charsets/charset-stream.ts';
import { isCompressed } from './decompress.ts';

export interface RawInput {
  /** About how many bytes there are, if that is known. */
  readonly size?: number;
  /** The file that has these bytes as they are, if there is one, and the position of the next bytes in it. */
  readonly file?: OpenFile;
  readonly position?: number;
  /** Puts the next bytes at `target[offset]`, at most `length`. Returns how many: 0 at the end. */
  read(target: Uint8Array, offset: number, length: number): Promise<number>;
  close(): Promise<void>;
}

/** A JSON source as UTF-8 without byte order mark. If it is compressed or UTF-16, its chunks are decoded on the way. */
export async function openJsonInput(source: Source): Promise<RawInput> {
  return (await openFileInput(source)) ?? streamInput(jsonChunks(source));
}

const HEAD = 4096;

async function openFileInput(source: Source): Promise<RawInput | undefined> {
  const file = await source.openFile?.();
  if (file === undefined) return undefined;
  let input: FileInput | undefined;
  try {
    const buffer = new Uint8Array(HEAD);
    const head = buffer.subarray(0, file.read(buffer, 0, HEAD, 0));
    const { charset, skip } = jsonCharset(head);
    if (!isCompressed(head) && charset === 'utf-8') input = new FileInput(source.size, file, skip);
    return input;
  } finally {
    if (input === undefined) await file.close();
  }
}

class FileInput implements RawInput {
  constructor(
    readonly size: number,
    readonly file: OpenFile,
    public position: number,
  ) {}

  async read(target: Uint8Array, offset: number, length: number): Promise<number> {
    const got = this.file.read(target, offset, length, this.position);
    this.position += got;
    return got;
  }

  close(): Promise<void> {
    return this.file.close();
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
