/**
 * Cuts the bytes of a source into blocks of whole lines on the heap, each between two LF as `Kernels.scanJsonl` wants
 * it. Bytes are read to where they stay; only the line that a block cuts in two is copied, to the block after it.
 */
import type { Heap } from '../../engines/index.ts';
import type { BulkTarget, RawLines } from '../../read.ts';
import type { RawInput } from '../sources/raw-input.ts';

const LF = 0x0a;

/**
 * An error of the input comes after the lines that were whole by then.
 *
 * @param maxLine Longer lines are passed over, and only their length is told. Memory stays under twice this plus a chunk.
 */
export async function* wholeLines(
  input: RawInput,
  target: BulkTarget,
  maxLine: number,
): AsyncGenerator<Omit<RawLines, 'format'>> {
  const { heap } = target;
  // one byte more than expected, so that a short file shows its end at once
  const chunk = Math.min(target.chunk, (input.size ?? target.chunk) + 1);
  let block = new Block(heap, chunk, input.position);
  let first = true;
  let failure: { error: unknown } | undefined;
  try {
    for (let ended = false; !ended; ) {
      try {
        ended = !(await block.fill(input));
        if (ended) block.endLine();
      } catch (error) {
        failure = { error };
        ended = true;
      }
      if (block.whole > 0) {
        const full = block;
        block = full.rest(Math.max(chunk, 2 * (full.bytes - full.whole)));
        const { lines, whole, position } = full;
        yield { lines, bytes: whole, position, first, release: () => full.release() };
        first = false;
      } else if (!ended && block.bytes > maxLine) {
        const tooLong = await block.passLine(input);
        yield { lines: 0, bytes: 0, first, tooLong, release: () => {} };
        first = false;
      } else if (!ended) {
        const small = block;
        block = small.rest(2 * small.bytes);
        small.release();
      }
    }
    if (failure) throw failure.error;
  } finally {
    block.release();
  }
}

/** Room for lines, after an LF and with room for another. */
class Block {
  readonly lines: number;
  /** Bytes read, and how many of them are whole lines. */
  bytes = 0;
  whole = 0;
  /** Where they begin in the input. */
  position: number | undefined;
  private readonly heap: Heap;
  private readonly capacity: number;

  constructor(heap: Heap, capacity: number, position: number | undefined) {
    this.position = position;
    this.heap = heap;
    this.capacity = capacity;
    this.lines = 1 + heap.allocate(capacity + 2);
    heap.u8[this.lines - 1] = LF;
  }

  release(): void {
    this.heap.release(this.lines - 1);
  }

  /** Reads until the block is full. False where the input ended before that. */
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

  /** Ends the last line where the source does not. */
  endLine(): void {
    if (this.bytes > this.whole) this.heap.u8[this.lines + this.bytes++] = LF;
    this.whole = this.bytes;
  }

  /** Goes on to the end of the line that fills the block, without keeping it. Returns its length. */
  async passLine(input: RawInput): Promise<number> {
    let length = this.bytes;
    this.bytes = 0;
    for (;;) {
      const got = await this.read(input, 0);
      if (got === 0) return length;
      const end = this.view(0, got).indexOf(LF);
      length += end === -1 ? got : end;
      if (end === -1) continue;
      this.heap.u8.copyWithin(this.lines, this.lines + end + 1, this.lines + got);
      this.bytes = got - end - 1;
      if (input.position !== undefined) this.position = input.position - this.bytes;
      this.whole = 1 + this.view(0, this.bytes).lastIndexOf(LF);
      return length;
    }
  }

  /** A block that begins with what comes after the whole lines of this one. */
  rest(capacity: number): Block {
    const position = this.position === undefined ? undefined : this.position + this.whole;
    const next = new Block(this.heap, capacity, position);
    next.bytes = this.bytes - this.whole;
    this.heap.u8.copyWithin(next.lines, this.lines + this.whole, this.lines + this.bytes);
    return next;
  }

  private read(input: RawInput, from: number): Promise<number> {
    return input.read(this.heap.u8, this.lines + from, this.capacity - from);
  }

  private view(from: number, length: number): Buffer {
    return Buffer.from(this.heap.memory.buffer, this.lines + from, length);
  }
}
