/** Digests in a browser: SHA-256, since its own function wants all bytes at once and does not return at once. */
import { badOption } from '../errors.ts';
import type { Digested } from '../platform.ts';

export function digested(chunks: AsyncIterable<Uint8Array>): Digested {
  const hash = new Sha256();
  let found: BigUint64Array | undefined;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
    found = new BigUint64Array(hash.digest().buffer, 0, 2);
  }
  return { chunks: read(), digest: () => found };
}

export function textHash(text: Uint8Array): Uint8Array {
  const hash = new Sha256();
  hash.update(text);
  return hash.digest().subarray(0, 16);
}

export function textHashNumbers(text: Uint8Array): readonly [bigint, bigint] {
  const [low, high] = new BigUint64Array(textHash(text).buffer, 0, 2);
  return [low, high];
}

/** Browsers have no MD5 and SHA-1 that return at once. */
export function digest64(name: 'md5' | 'sha1', _bytes: Uint8Array): bigint {
  throw badOption('checksum', 'crc32 or mixed with the scalar engine in a browser', name);
}

const BLOCK = 64;
/** The fractions of the cube roots (K) and square roots (start) of the first primes, as FIPS 180-4 defines them. */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const K = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** Exported for its test. */
export class Sha256 {
  private readonly state = Int32Array.from(START);
  private readonly words = new Int32Array(64);
  private readonly block = new Uint8Array(BLOCK);
  private length = 0;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const used = this.length % BLOCK;
      const some = bytes.subarray(at, at + BLOCK - used);
      if (some.length === BLOCK) this.compress(some);
      else this.block.set(some, used);
      this.length += some.length;
      at += some.length;
      if (used > 0 && this.length % BLOCK === 0) this.compress(this.block);
    }
  }

  digest(): Uint8Array<ArrayBuffer> {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setBigUint64(0, BigInt(this.length) * 8n);
    const padding = new Uint8Array(1 + ((2 * BLOCK - 9 - (this.length % BLOCK)) % BLOCK));
    padding[0] = 0x80;
    this.update(padding);
    this.update(new Uint8Array(bits.buffer));
    const digest = new DataView(new ArrayBuffer(32));
    this.state.forEach((word, i) => void digest.setInt32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  private compress(block: Uint8Array): void {
    const { words, state } = this;
    for (let i = 0; i < 16; i++) {
      words[i] = (block[4 * i] << 24) | (block[4 * i + 1] << 16) | (block[4 * i + 2] << 8) | block[4 * i + 3];
    }
    for (let i = 16; i < 64; i++) {
      const early = words[i - 15];
      const late = words[i - 2];
      const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
      const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
      words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const first = (h + mixed + ((e & f) ^ (~e & g)) + K[i] + words[i]) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
      [h, g, f, e] = [g, f, e, (d + first) | 0];
      [d, c, b, a] = [c, b, a, (first + second) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] + word) | 0;
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
