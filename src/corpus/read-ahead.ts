/** Reads parts of a spool that mostly follow each other: a window of the file is read at once. */
import { readFully, type Spool } from '../platform/spool.ts';

const WINDOW = 1 << 18;

export class ReadAhead {
  /** Made when it is needed, and used again: windows that are thrown away pile up faster than they are collected. */
  private window = new Uint8Array(0);
  private from = 0;
  private used = 0;

  constructor(private readonly spool: Pick<Spool, 'bytes' | 'file' | 'read'>) {}

  /** Bytes of the file, valid until the next call. */
  read(position: number, length: number): Uint8Array {
    const at = position - this.from;
    if (at >= 0 && at + length <= this.used) return this.window.subarray(at, at + length);
    // a long part is no window for others
    if (length > WINDOW / 4) return this.spool.read(position, length);
    if (this.window.length === 0) this.window = new Uint8Array(WINDOW);
    this.used = 0;
    const wanted = Math.min(WINDOW, this.spool.bytes - position);
    readFully(this.spool.file, this.window, 0, wanted, position);
    this.used = wanted;
    this.from = position;
    return this.window.subarray(0, length);
  }
}
