/**
 * Blocks of JSON lines on the heap, the fast way from a file to documents: a kernel finds texts and ids in them (`Kernels.scanJsonl`).
 * Bytes are read directly to their final place. Only a line that does not fit is copied, to the beginning of the next block.
 */
import { type Address, type Heap, plus } from '../../engines/index.ts';
import { toSearch } from '../../platform/bytes.ts';
import type { OpenFile, Reader, ReadItem, Source } from '../../read.ts';
import type { RawInput } from '../sources/raw-input.ts';

/** Whole lines of one source. The code that receives a block releases it. */
export interface LineBlock {
  readonly source: Source;
  readonly reader: Reader;
  /** The fields with text and id. Their names are plain ASCII without quotes, dots and backslashes. */
  readonly textField: string;
  readonly idField: string;
  /** Lines of more bytes are not for the kernel: `readLine` reads them. */
  readonly maxLine: number;
  /**
   * Reads one line without a kernel. White space gives nothing.
   * @param content Its bytes without LF, or their number if they are too many to be held.
   */
  readLine(content: Uint8Array | number, line: number): ReadItem | undefined;

  /** Address and number of the bytes. The last byte is LF, and so is the byte before the first. */
  readonly address: Address;
  readonly bytes: number;
  /** True for the first block of a source. */
  readonly first: boolean;
  /** The bytes of a line that is too long to be held. Then the block has no other line and no bytes. */
  readonly tooLong?: number;
  /** The file that has these bytes as they are, if there is one, and where they begin in it. */
  readonly file?: OpenFile;
  readonly position?: number;
  release(): void;
}

/** Bytes of a block, unless a line is longer. With 2 MB, `dedup` needs 8 % more CPU time. */
export const BLOCK_BYTES = 3 << 20;

const LF = 0x0a;

type Lines = Pick<LineBlock, 'address' | 'bytes' | 'first' | 'tooLong' | 'position' | 'release'>;

/**
 * Cuts an input into blocks. An error of the input is raised after the lines that were complete by then.
 *
 * @param maxLine Longer lines are skipped and only their length is reported. Memory stays under twice this plus a block.
 */
export async function* cutIntoBlocks(
  input: RawInput,
  heap: Heap,
  blockBytes: number,
  maxLine: number,
): AsyncGenerator<Lines> {
  // one byte more than expected, so that a short file shows its end at once
  const capacity = Math.min(blockBytes, (input.size ?? blockBytes) + 1);
  let open = new OpenBlock(heap, capacity, input.position);
  let first = true;
  let failure: { error: unknown } | undefined;
  try {
    for (let ended = false; !ended; ) {
      try {
        ended = !(await open.fill(input));
        if (ended) open.endLine();
      } catch (error) {
        failure = { error };
        ended = true;
      }
      if (open.whole > 0) {
        const full = open;
        open = full.startNext(Math.max(capacity, 2 * (full.bytes - full.whole)));
        const { address, whole, position } = full;
        yield { address, bytes: whole, position, first, release: () => full.release() };
        first = false;
      } else if (!ended && open.bytes > maxLine) {
        const tooLong = await open.skipLine(input);
        yield { address: 0, bytes: 0, first, tooLong, release: () => {} };
        first = false;
      } else if (!ended) {
        const small = open;
        open = small.startNext(2 * small.bytes);
        small.release();
      }
    }
    if (failure) throw failure.error;
  } finally {
    open.release();
  }
}

/** A block that is being filled: an LF, the lines, and space for one more LF. */
class OpenBlock {
  readonly address: Address;
  /** Bytes read, and bytes of whole lines. */
  bytes = 0;
  whole = 0;

  /** @param position Where the block begins in the input. */
  constructor(
    private readonly heap: Heap,
    private readonly capacity: number,
    public position: number | undefined,
  ) {
    this.address = plus(heap.allocate(capacity + 2), 1);
    heap.u8[this.address - 1] = LF;
  }

  release(): void {
    this.heap.release(plus(this.address, -1));
  }

  /** Reads until the block is full. False if the input ended before that. */
  async fill(input: RawInput): Promise<boolean> {
    while (this.bytes < this.capacity) {
      const got = await this.read(input, this.bytes);
      if (got === 0) return false;
      const end = this.view(this.bytes, got).lastIndexOf(LF);
      if (end !== -1) this.whole = this.bytes + end + 1;
      this.bytes += got;
    }
    return true;
  }

  /** Ends the last line if the source does not. */
  endLine(): void {
    if (this.bytes > this.whole) this.heap.u8[this.address + this.bytes++] = LF;
    this.whole = this.bytes;
  }

  /** Reads to the end of the line that fills the block without keeping it. Returns its length. */
  async skipLine(input: RawInput): Promise<number> {
    let length = this.bytes;
    this.bytes = 0;
    for (;;) {
      const got = await this.read(input, 0);
      if (got === 0) return length;
      const end = this.view(0, got).indexOf(LF);
      length += end === -1 ? got : end;
      if (end === -1) continue;
      this.heap.u8.copyWithin(this.address, this.address + end + 1, this.address + got);
      this.bytes = got - end - 1;
      if (input.position !== undefined) this.position = input.position - this.bytes;
      this.whole = 1 + this.view(0, this.bytes).lastIndexOf(LF);
      return length;
    }
  }

  /** A block that begins with the bytes after the whole lines of this one. */
  startNext(capacity: number): OpenBlock {
    const position = this.position === undefined ? undefined : this.position + this.whole;
    const next = new OpenBlock(this.heap, capacity, position);
    next.bytes = this.bytes - this.whole;
    this.heap.u8.copyWithin(next.address, this.address + this.whole, this.address + this.bytes);
    return next;
  }

  private read(input: RawInput, from: number): Promise<number> {
    return input.read(this.heap.u8, this.address + from, this.capacity - from);
  }

  private view(from: number, length: number): Uint8Array {
    return toSearch(new Uint8Array(this.heap.memory.buffer, this.address + from, length));
  }
}
