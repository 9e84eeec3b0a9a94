/** Digests of files, by which two files with the same bytes are known. */
import { createHash } from 'node:crypto';

/** A stream that is digested while it is read. */
export interface Digested {
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Half of the SHA-256 of all bytes, as two numbers; undefined if the stream was not read to its end. */
  digest(): BigUint64Array | undefined;
}

export function digested(chunks: AsyncIterable<Uint8Array>): Digested {
  const hash = createHash('sha256');
  let found: BigUint64Array | undefined;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    found = new BigUint64Array(Uint8Array.from(hash.digest()).buffer, 0, 2);
  }
  return { chunks: read(), digest: () => found };
}
