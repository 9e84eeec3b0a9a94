/**
 * Large files in pieces of whole lines that are not read here: only the ends of the pieces are looked for, and the thread that
 * scans a piece reads it right before. So bytes do not go through the caches of two processors, and this thread has little to do.
 */
import type { BulkTarget, RawLines, UnreadLines } from '../../read.ts';
import type { RawInput } from '../sources/raw-input.ts';
import { wholeLines } from './whole-lines.ts';

const LF = 0x0a;
/** Files of fewer chunks are read here: at the end of a file there is a moment of waiting until all its pieces are read. */
const MANY = 16;
/** Bytes before the end of a chunk in which the end of a line is looked for first. */
const LOOK = 4096;

type Lines = Omit<RawLines, 'format'>;

/**
 * Gives what `wholeLines` gives. It reads the end of the file, lines that are longer than a chunk with all that comes after
 * them, and what others could not read.
 */
export async function* linesInFile(
  input: RawInput,
  target: BulkTarget,
  maxLine: number,
): AsyncGenerator<Lines> {
  const { file, size, position: start } = input;
  let next = start ?? 0;
  if (file !== undefined && size !== undefined) {
    const pieces = new Pieces(file);
    try {
      while (size - next > (next === start ? MANY * target.chunk : target.chunk) && !pieces.failed) {
        const end = await lastLineEnd(input, next, next + target.chunk);
        if (end === undefined) break;
        yield pieces.piece(target, next, end, next === start);
        next = end;
      }
    } finally {
      await pieces.over();
    }
    input.position = Math.min(next, pieces.failedAt);
  }
  const isFirst = input.position === start;
  for await (const lines of wholeLines(input, target, maxLine)) {
    yield { ...lines, first: lines.first && isFirst };
  }
}

/** What was given out of a file, and how far it can be relied on. */
class Pieces {
  failedAt = Number.POSITIVE_INFINITY;
  private readonly work = new Set<Promise<void>>();

  constructor(private readonly file: number) {}

  get failed(): boolean {
    return this.failedAt !== Number.POSITIVE_INFINITY;
  }

  /** When all work on these pieces is done, whether it succeeded or not. */
  async over(): Promise<void> {
    await Promise.all(this.work);
  }

  private wait(work: Promise<unknown>): void {
    const over = work.then(
      () => {},
      () => {},
    );
    this.work.add(over);
    over.then(() => this.work.delete(over));
  }

  piece({ heap, chunk }: BulkTarget, position: number, end: number, first: boolean): Lines {
    const bytes = end - position;
    // as much for each, so that it can be used again
    const block = heap.allocate(chunk + 1);
    // scans want one before the lines
    heap.u8[block] = LF;
    const release = () => heap.release(block);
    return { lines: block + 1, bytes, position, first, unread: this.unread(position), release };
  }

  private unread(position: number): UnreadLines {
    const pieces = this;
    return {
      file: this.file,
      until: (done) => pieces.wait(done),
      fail() {
        pieces.failedAt = Math.min(pieces.failedAt, position);
      },
      get failed() {
        return pieces.failedAt <= position;
      },
    };
  }
}

/** Where the last line ends that ends in this part of a file. Undefined where none does, or the part cannot be read. */
async function lastLineEnd(input: RawInput, from: number, to: number): Promise<number | undefined> {
  for (let length = LOOK; ; length *= 8) {
    const start = Math.max(from, to - length);
    const part = await readPart(input, start, to);
    const end = part?.lastIndexOf(LF) ?? -1;
    if (end !== -1) return start + end + 1;
    if (part === undefined || start === from) return undefined;
  }
}

async function readPart(input: RawInput, from: number, to: number): Promise<Buffer | undefined> {
  const part = Buffer.allocUnsafe(to - from);
  input.position = from;
  try {
    for (let done = 0; done < part.length; ) {
      const got = await input.read(part, done, part.length - done);
      if (got === 0) return undefined;
      done += got;
    }
    return part;
  } catch {
    // told when it is read for good
    return undefined;
  }
}
