/**
 * Records of a few numbers, divided into parts by one of them and kept in a temporary file: equal keys are in one part, and one part at a time
 * is looked at.
 */
import { Spool } from '../../platform/spool.ts';

/** Bytes of a part that wait in memory. */
const BLOCK = 1 << 15;

export class PartedRecords {
  /** Where the record that was asked for last begins in its block. */
  at = 0;
  private readonly spool: Spool;
  private readonly blocks: { position: number; bytes: number }[][];
  private readonly waiting: (Uint32Array | undefined)[];
  private readonly used: Uint32Array;
  private readonly room: number;

  /** @param width Numbers of a record. */
  constructor(
    readonly parts: number,
    private readonly width: number,
    folder?: string,
  ) {
    this.spool = new Spool(folder);
    this.blocks = Array.from({ length: parts }, () => []);
    this.waiting = new Array(parts).fill(undefined);
    this.used = new Uint32Array(parts);
    this.room = width * Math.max(1, Math.floor(BLOCK / (4 * width)));
  }

  get bytes(): number {
    return this.spool.bytes;
  }

  /** The block that takes the next record of a part, which must be filled at once: the numbers from `at` on. */
  take(part: number): Uint32Array {
    if (this.used[part] === this.room) this.flush(part);
    this.waiting[part] ??= new Uint32Array(this.room);
    this.at = this.used[part];
    this.used[part] += this.width;
    return this.waiting[part]!;
  }

  /** The records of a part in their order, some at a time. */
  *read(part: number): Generator<Uint32Array> {
    for (const { position, bytes } of this.blocks[part]) {
      const block = this.spool.read(position, bytes);
      yield new Uint32Array(block.buffer, block.byteOffset, bytes / 4);
    }
    const waiting = this.waiting[part];
    if (waiting !== undefined) yield waiting.subarray(0, this.used[part]);
  }

  close(): void {
    this.spool.close();
  }

  private flush(part: number): void {
    const block = this.waiting[part]!;
    const bytes = 4 * this.used[part];
    const position = this.spool.append(new Uint8Array(block.buffer, block.byteOffset, bytes));
    this.blocks[part].push({ position, bytes });
    this.used[part] = 0;
  }
}
