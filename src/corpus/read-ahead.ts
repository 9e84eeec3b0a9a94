/** Reads parts of a spool that mostly follow each other: a window of the file is read at once. */
import type { Spool } from '../platform/spool.ts';

const WINDOW = 1 << 18;

export class ReadAhead {
  private window: Uint8Array = new Uint8Array(0);
  private from = 0;

  constructor(private readonly spool: Pick<Spool, 'bytes' | 'read'>) {}

  /** Bytes of the file, valid until the next call. */
  read(position: number, length: number): Uint8Array {
    const at = position - this.from;
    if (at >= 0 && at + length <= this.window.length) return this.window.subarray(at, at + length);
    // a long part is no window for others
    if (length > WINDOW / 4) return this.spool.read(position, length);
    this.window = this.spool.read(position, Math.min(WINDOW, this.spool.bytes - position));
    this.from = position;
    return this.window.subarray(0, length);
  }
}
