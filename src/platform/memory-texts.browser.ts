/** Texts in memory, in chunks that threads share if they can. */
import { NeardupError } from '../errors.ts';

const MEGABYTE = 1 << 20;
const CHUNK = 8 * MEGABYTE;
/** Bytes of texts that are held. */
const MOST = 2 ** 30;

export interface TextChunks {
  readonly chunks: readonly ArrayBufferLike[];
}

export class MemoryTexts {
  private readonly chunks: ArrayBufferLike[] = [];
  /** Sent to a worker, it gives access to the texts. */
  readonly key: TextChunks = { chunks: this.chunks };

  write(bytes: Uint8Array, position: number): void {
    if (position + bytes.length > MOST) {
      throw new NeardupError(
        'OUT_OF_MEMORY',
        `The texts take more than the ${MOST / MEGABYTE} MB that are held.`,
        {
          advice:
            'Call neardup in a worker, where texts go to files of the browser, or compare fewer documents.',
        },
      );
    }
    for (let done = 0; done < bytes.length; ) {
      const at = position + done;
      const some = bytes.subarray(done, done + CHUNK - (at % CHUNK));
      new Uint8Array(this.chunk(Math.floor(at / CHUNK))).set(some, at % CHUNK);
      done += some.length;
    }
  }

  close(): void {
    this.chunks.length = 0;
  }

  private chunk(number: number): ArrayBufferLike {
    if (number === this.chunks.length) {
      this.chunks.push(crossOriginIsolated ? new SharedArrayBuffer(CHUNK) : new ArrayBuffer(CHUNK));
    }
    return this.chunks[number];
  }
}

/** Reads `length` bytes at `position` to `into[at]`. */
export function readChunks(
  { chunks }: TextChunks,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
): void {
  for (let done = 0; done < length; ) {
    const from = (position + done) % CHUNK;
    const some = Math.min(length - done, CHUNK - from);
    into.set(new Uint8Array(chunks[Math.floor((position + done) / CHUNK)], from, some), at + done);
    done += some;
  }
}
