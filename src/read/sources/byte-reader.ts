/** A stream of chunks read as lines and as runs of known length. */

import { toSearch } from '../../platform/bytes.ts';
import { joinBytes } from '../../platform/join-bytes.ts';

export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next line without its end, or undefined at the end of the stream. Of a longer line only `max` bytes are kept. */
  async line(max: number): Promise<Uint8Array | undefined> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const end = this.#chunk.indexOf(0x0a);
      const piece = end === -1 ? this.#chunk : this.#chunk.subarray(0, end);
      if (length < max) pieces.push(piece.subarray(0, max - length));
      length += piece.length;
      if (end !== -1) {
        this.#chunk = this.#chunk.subarray(end + 1);
        break;
      }
      if (!(await this.#next())) {
        if (length === 0) return undefined;
        break;
      }
    }
    const line = pieces.length === 1 ? pieces[0] : joinBytes(pieces);
    return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  }

  /** The next bytes, fewer at the end of the stream. */
  async take(length: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    await this.#walk(length, (piece) => pieces.push(piece));
    return pieces.length === 1 ? pieces[0] : joinBytes(pieces);
  }

  /** Skips bytes. Returns how many there were. */
  skip(length: number): Promise<number> {
    return this.#walk(length, () => {});
  }

  async #walk(length: number, visit: (piece: Uint8Array) => void): Promise<number> {
    let left = length;
    while (left > 0) {
      if (this.#chunk.length === 0 && !(await this.#next())) break;
      const piece = this.#chunk.subarray(0, left);
      visit(piece);
      left -= piece.length;
      this.#chunk = this.#chunk.subarray(piece.length);
    }
    return length - left;
  }

  async #next(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#chunk = next.done ? new Uint8Array(0) : toSearch(next.value);
    return !next.done;
  }
}
