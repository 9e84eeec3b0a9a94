/**
 * Records (lines, rows, array elements) that may reach over chunks. What all splitters share: a record inside one
 * chunk is a view of it, a longer one is put together, and never more than the allowed length is held.
 */

/** One record as it stands in the source. */
export interface RawRecord {
  /** The bytes, without what separates records; undefined where there are more than allowed. */
  readonly bytes: Buffer | undefined;
  /** Number of bytes, also where they were not kept. */
  readonly length: number;
  /** 1-based line on which it begins. */
  readonly line: number;
}

export class RecordBuffer {
  readonly #max: number;
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param max The longest record that is kept, in bytes. */
  constructor(max: number) {
    this.#max = max;
  }

  /** True where nothing of the next record was seen. */
  get empty(): boolean {
    return this.#length === 0;
  }

  /** Takes a part of a record that goes on in the next chunk. */
  add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#max) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** Takes the last part and gives the whole record; what comes next belongs to another one. */
  finish(last: Buffer, line: number): RawRecord {
    const length = this.#length + last.length;
    let bytes: Buffer | undefined;
    if (length <= this.#max) {
      bytes = this.#length === 0 ? last : Buffer.concat([...this.#pieces, last], length);
    }
    this.#pieces = [];
    this.#length = 0;
    return { bytes, length, line };
  }
}

/** The same bytes as a Buffer, whose searches are faster than those of a plain Uint8Array. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
