/** Room on the heap for what a scan of raw lines finds. It is used again for one scan after the other: all are about as large. */
import { JsonlRecord, JsonlScan } from '../engines/index.ts';
import type { LineFormat } from '../read.ts';
import { Blocks } from './blocks.ts';
import { type ResultRoom, resultRoom, type Steps } from './prepare-batch.ts';

export class ScanRooms {
  private readonly free: ScanRoom[] = [];

  constructor(readonly steps: Steps) {}

  /** Room for the scan of so many bytes of lines. Give it back. */
  take(format: LineFormat, bytes: number): ScanRoom {
    const at = this.free.findIndex((room) => room.suits(format, bytes));
    if (at !== -1) return this.free.splice(at, 1)[0];
    // what is too small now would only be in the way: files may become larger and larger
    this.close();
    return new ScanRoom(this.steps, format, bytes);
  }

  give(room: ScanRoom): void {
    this.free.push(room);
  }

  /** Gives the memory of rooms that are not in use back. */
  close(): void {
    for (const room of this.free.splice(0)) room.blocks.release();
  }
}

/** Lines of fewer bytes than this, on average, need more than one scan. */
const SHORT_LINE = 32;
/** Room that is larger than this many times what is wanted may be wanted by somebody else. */
const MUCH = 4;

export class ScanRoom {
  readonly blocks: Blocks;
  readonly results: ResultRoom;
  /** The scan as it was before it was made: without lines. */
  private readonly fields: Uint32Array;
  /** Its address. */
  private readonly scan: number;
  readonly job: { readonly scan: number } & ResultRoom;

  constructor(
    private readonly steps: Steps,
    private readonly format: LineFormat,
    private readonly bytes: number,
  ) {
    this.blocks = new Blocks(steps.engine.heap);
    try {
      this.fields = this.allocate();
      this.results = resultRoom(this.blocks, steps, bytes, this.fields[JsonlScan.maxRecords]);
      this.scan = this.blocks.place(this.fields);
    } catch (error) {
      this.blocks.release();
      throw error;
    }
    this.job = { scan: this.scan, ...this.results };
  }

  suits({ textName, idName, maxLine }: LineFormat, bytes: number): boolean {
    const { format } = this;
    const isSame = textName === format.textName && idName === format.idName && maxLine === format.maxLine;
    return isSame && bytes <= this.bytes && this.bytes <= MUCH * bytes;
  }

  /** Says which lines shall be scanned. */
  aim(lines: number, bytes: number): void {
    const { u32 } = this.steps.engine.heap;
    u32.set(this.fields, this.scan / 4);
    u32[this.scan / 4 + JsonlScan.lines] = lines;
    u32[this.scan / 4 + JsonlScan.bytes] = bytes;
  }

  /** A copy of the scan as it is now. */
  found(): Uint32Array {
    return this.steps.engine.heap.u32.slice(this.scan / 4, this.scan / 4 + JsonlScan.length);
  }

  private allocate(): Uint32Array {
    const { blocks, bytes } = this;
    const { textName, idName, maxLine } = this.format;
    const maxRecords = Math.ceil(bytes / SHORT_LINE) + 64;
    const fields = new Uint32Array(JsonlScan.length);
    fields[JsonlScan.textName] = blocks.place(Buffer.from(textName));
    fields[JsonlScan.textNameBytes] = Buffer.byteLength(textName);
    fields[JsonlScan.idName] = blocks.place(Buffer.from(idName));
    fields[JsonlScan.idNameBytes] = Buffer.byteLength(idName);
    fields[JsonlScan.maxLine] = maxLine;
    fields[JsonlScan.maxRecords] = maxRecords;
    fields[JsonlScan.records] = blocks.allocate(4 * JsonlRecord.length * maxRecords);
    fields[JsonlScan.text] = blocks.allocate(bytes + 64);
    fields[JsonlScan.offsets] = blocks.allocate(4 * (maxRecords + 1));
    fields[JsonlScan.ids] = blocks.allocate(bytes + 64);
    fields[JsonlScan.idOffsets] = blocks.allocate(4 * (maxRecords + 1));
    fields[JsonlScan.idHashes] = blocks.allocate(4 * maxRecords);
    return fields;
  }
}
