/**
 * The reviews of a collection, in memory and in a file of JSON lines that is read once. A line is on the disk when `write` resolves. The file is written anew when
 * most of its lines no longer count. Every line has a checksum: one that is not as it was written is left out and counted, and the others count.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../index.ts';
import { ServiceError } from './problems.ts';
import { replaceFile } from './replace-file.ts';
import { openLine, sealLine } from './sealed-lines.ts';
import type { Review, ReviewedPair } from './service-answers.ts';

/** A review of a pair, in place of an older one, or that it has none any more. */
export type ReviewEntry = Review | { readonly remove: ReviewedPair };

export interface ReviewLimits {
  /** Bytes of all reviews. */
  readonly most: number;
  /** Bytes that lines which no longer count may have beside as many as those that do. */
  readonly slack: number;
}

const LIMITS: ReviewLimits = { most: 64 << 20, slack: 1 << 20 };
/** Characters that are written together. */
const PIECE = 1 << 20;

export class ReviewFile {
  /** Numbers of lines that are not as they were written. */
  readonly damaged: number[] = [];
  private readonly known = new Map<string, { readonly review: Review; readonly bytes: number }>();
  /** Bytes of the lines that count, and of the file. */
  private counting = 0;
  private size = 0;
  /** The last line of the file may have no end. */
  private isCut = false;
  private last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly limits: ReviewLimits,
  ) {}

  static async open(path: string, limits = LIMITS): Promise<ReviewFile> {
    const file = new ReviewFile(path, limits);
    const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (handle) await file.read(handle).finally(() => handle.close());
    return file;
  }

  /** In the order of their pairs' first ones. */
  *reviews(): Generator<Review> {
    for (const { review } of this.known.values()) yield review;
  }

  has(pair: ReviewedPair): boolean {
    return this.known.has(pairKey(pair));
  }

  /** Entries are written one after the other. */
  write(entry: ReviewEntry): Promise<void> {
    const done = this.last.then(async () => {
      const line = `${sealLine(entry).line}\n`;
      const bytes = Buffer.byteLength(line);
      if (!('remove' in entry) && this.counting - this.bytesOf(entry) + bytes > this.limits.most)
        throw new ServiceError(
          'TOO_MANY_REVIEWS',
          `Expected reviews of at most ${this.limits.most} bytes, got more.`,
        );
      await this.append(line);
      this.apply(entry, bytes);
      if (this.size <= 2 * this.counting + this.limits.slack) return;
      await replaceFile(this.path, this.pieces());
      this.size = this.counting;
    });
    this.last = done.catch(() => {});
    return done;
  }

  private async append(line: string): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const file = await open(this.path, 'a', 0o600);
    try {
      // the rest of a line that was cut off becomes a line of its own, which is damaged
      const text = this.isCut ? `\n${line}` : line;
      this.isCut = true;
      await file.appendFile(text);
      await file.datasync();
      this.isCut = false;
      if (this.size === 0) await syncFolder(dirname(this.path));
      this.size += Buffer.byteLength(text);
    } finally {
      await file.close();
    }
  }

  private *pieces(): Generator<string> {
    let piece = '';
    for (const review of this.reviews()) {
      piece += `${sealLine(review).line}\n`;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }

  private async read(file: FileHandle): Promise<void> {
    const { size } = await file.stat();
    this.size = size;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    this.isCut = size > 0 && buffer.toString() !== '\n';
    let number = 0;
    for await (const line of file.readLines({ start: 0, encoding: 'latin1' })) {
      number++;
      const opened = openLine(line);
      if (opened === undefined) this.damaged.push(number);
      else this.apply(opened.entry as ReviewEntry, line.length + 1);
    }
  }

  private apply(entry: ReviewEntry, bytes: number): void {
    const key = pairKey('remove' in entry ? entry.remove : entry);
    this.counting -= this.bytesOf('remove' in entry ? entry.remove : entry);
    if ('remove' in entry) {
      this.known.delete(key);
      return;
    }
    this.known.set(key, { review: entry, bytes });
    this.counting += bytes;
  }

  private bytesOf(pair: ReviewedPair): number {
    return this.known.get(pairKey(pair))?.bytes ?? 0;
  }
}

/** A pair is the same in either order. It is known by its ids, and by its texts if they are named: next year's `essay-1.txt` is another one. */
function pairKey({ a, b, texts }: ReviewedPair): string {
  const sides = [
    [a, texts?.a],
    [b, texts?.b],
  ];
  return JSON.stringify(sides.map((side) => JSON.stringify(side)).sort());
}
