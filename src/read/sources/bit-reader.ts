/** The bits of compressed chunks, for formats whose codes do not end at bytes. */
import { joinBytes } from '../../platform/join-bytes.ts';

/** More than a compressed block can have: 900,000 symbols of 20 bits, and its tables. */
const AHEAD = 2_400_000;

/** Bits from the highest on. `more` fetches bytes; taking bits never waits. */
export class BitReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #ended = false;
  #held = 0;
  #count = 0;

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  async more(): Promise<boolean> {
    const left = this.#bytes.length - this.#at;
    if (left < AHEAD && !this.#ended) {
      const parts: Uint8Array[] = [this.#bytes.subarray(this.#at)];
      let length = left;
      while (length < 2 * AHEAD && !this.#ended) {
        const next = await this.#chunks.next();
        if (next.done) this.#ended = true;
        else {
          parts.push(next.value);
          length += next.value.length;
        }
      }
      this.#bytes = joinBytes(parts);
      this.#at = 0;
    }
    return this.#bytes.length > this.#at;
  }

  /** Up to 24 bits. Raises RangeError at the end. */
  take(count: number): number {
    while (this.#count < count) {
      if (this.#at >= this.#bytes.length) throw new RangeError('end of data');
      this.#held = ((this.#held << 8) | this.#bytes[this.#at++]) & 0xffffffff;
      this.#count += 8;
    }
    this.#count -= count;
    return (this.#held >>> this.#count) & ((1 << count) - 1);
  }

  take32(): number {
    return this.take(16) * 65_536 + this.take(16);
  }

  /** To the next whole byte. */
  align(): void {
    this.#count -= this.#count % 8;
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
