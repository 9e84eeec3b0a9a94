/** Small records in a temporary file: many are written and read at a time. */
import { ReadAhead } from '../corpus/index.ts';
import { Spool } from '../platform/spool.ts';

/** Bytes that are written at once. */
const BLOCK = 1 << 18;

export class RecordFile {
  private readonly spool: Spool;
  private readonly ahead: ReadAhead;
  private readonly waiting = new Uint8Array(BLOCK);
  private used = 0;

  constructor(temp: string | undefined) {
    this.spool = new Spool(temp);
    this.ahead = new ReadAhead(this.spool);
  }

  /** Appends bytes and returns their position. */
  append(bytes: Uint8Array): number {
    if (this.used + bytes.length > BLOCK) this.flush();
    if (bytes.length > BLOCK) return this.spool.append(bytes);
    this.waiting.set(bytes, this.used);
    this.used += bytes.length;
    return this.spool.bytes + this.used - bytes.length;
  }

  /** A copy of the bytes of a record, read with those after it: for records that are asked for in about their order. */
  read(position: number, length: number): Uint8Array {
    return this.waitingBytes(position, length) ?? this.ahead.read(position, length).slice();
  }

  close(): void {
    this.spool.close();
  }

  /** A record is never divided between the file and the bytes that wait. */
  private waitingBytes(position: number, length: number): Uint8Array | undefined {
    const at = position - this.spool.bytes;
    return at < 0 ? undefined : this.waiting.slice(at, at + length);
  }

  private flush(): void {
    if (this.used === 0) return;
    this.spool.append(this.waiting.subarray(0, this.used));
    this.used = 0;
  }
}
