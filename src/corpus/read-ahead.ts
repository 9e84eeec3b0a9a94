/** Reads parts of a spool that mostly follow each other, in one place or in several: a window of the file is read at once. */
import { readFully, type Spool } from '../platform/spool.ts';

const WINDOW = 1 << 18;

interface Window {
  readonly bytes: Uint8Array;
  from: number;
  used: number;
}

export class ReadAhead {
  /** The one that was used last is the first. */
  private readonly windows: Window[] = [];

  /** @param places Places of the spool that are read in turn; they share the memory of one window. */
  constructor(
    private readonly spool: Pick<Spool, 'bytes' | 'file' | 'read'>,
    private readonly places = 1,
  ) {}

  /** Bytes of the file, valid until the next call. */
  read(position: number, length: number): Uint8Array {
    for (let i = 0; i < this.windows.length; i++) {
      const { bytes, from, used } = this.windows[i];
      if (position < from || position + length > from + used) continue;
      if (i > 0) this.windows.unshift(...this.windows.splice(i, 1));
      return bytes.subarray(position - from, position - from + length);
    }
    // a long part is no window for others
    const most = WINDOW / this.places;
    if (length > most / 4) return this.spool.read(position, length);
    const window = this.nextWindow(most);
    window.used = 0;
    const wanted = Math.min(most, this.spool.bytes - position);
    readFully(this.spool.file, window.bytes, 0, wanted, position);
    window.used = wanted;
    window.from = position;
    return window.bytes.subarray(0, length);
  }

  /** Memory is used again: windows that are thrown away pile up faster than they are collected. */
  private nextWindow(bytes: number): Window {
    const isFull = this.windows.length === this.places;
    const window = isFull ? this.windows.pop()! : { bytes: new Uint8Array(bytes), from: 0, used: 0 };
    this.windows.unshift(window);
    return window;
  }
}
