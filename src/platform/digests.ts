/** Digests: SHA-256 of files and texts, MD5 and SHA-1 of shingles. */

import { createHash, hash } from 'node:crypto';
import type { Digested } from '../platform.ts';

export function digested(chunks: AsyncIterable<Uint8Array>): Digested {
  const whole = createHash('sha256');
  let found: BigUint64Array | undefined;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      whole.update(chunk);
      yield chunk;
    }
    found = new BigUint64Array(Uint8Array.from(whole.digest()).buffer, 0, 2);
  }
  return { chunks: read(), digest: () => found };
}

const bytes = new Uint8Array(16);
const numbers = new BigUint64Array(bytes.buffer);

/**
 * The hash of a canonical text that stands for the text: 128 bits of SHA-256. Collections, and stages that run on many machines, take texts
 * with one hash for equal and never compare them, so it must be one that cannot be forged.
 */
export function textHash(text: Uint8Array): Uint8Array {
  return hash('sha256', text, 'buffer').subarray(0, 16);
}

/** `textHash` as two numbers. */
export function textHashNumbers(text: Uint8Array): readonly [bigint, bigint] {
  // a string is made in half the time of a buffer
  const digest = hash('sha256', text, 'binary');
  for (let i = 0; i < bytes.length; i++) bytes[i] = digest.charCodeAt(i);
  return [numbers[0], numbers[1]];
}

/** The first 64 bits of MD5 or SHA-1 as a big-endian number, for researchers: the twin of `assembly/checksums`. */
export function digest64(name: 'md5' | 'sha1', bytes: Uint8Array): bigint {
  return createHash(name).update(bytes).digest().readBigUInt64BE();
}
