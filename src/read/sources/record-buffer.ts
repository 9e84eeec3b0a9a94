/**
 * Records (lines, rows, array elements) that may span chunks. All splitters share this: a record inside one
 * chunk is a view of it, a longer one is assembled, and never more than the allowed length is held.
 */

import { joinBytes } from '../../platform/join-bytes.ts';

/** One record as it is in the source. */
export interface RawRecord {
  /** The bytes without the separator; undefined if there are more than allowed. */
  readonly bytes: Uint8Array | undefined;
  /** Number of bytes, even if they were not kept. */
  readonly length: number;
  /** 1-based line on which it begins. */
  readonly line: number;
  /** Whether a line ended with CR LF. */
  readonly crlf?: boolean;
}

export class RecordBuffer {
  readonly #max: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  /** @param max The longest record that is kept, in bytes. */
  constructor(max: number) {
    this.#max = max;
  }

  /** True if nothing of the next record was seen. */
  get empty(): boolean {
    return this.#length === 0;
  }

  /** Adds bytes of a record that continues in the next chunk. */
  add(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > this.#max) this.#chunks = [];
    else if (bytes.length > 0) this.#chunks.push(bytes);
  }

  /** Adds the last bytes and returns the whole record. The next bytes belong to another one. */
  finish(last: Uint8Array, line: number): RawRecord {
    const length = this.#length + last.length;
    let bytes: Uint8Array | undefined;
    if (length <= this.#max) {
      bytes = this.#length === 0 ? last : joinBytes([...this.#chunks, last]);
    }
    this.#chunks = [];
    this.#length = 0;
    return { bytes, length, line };
  }
}
