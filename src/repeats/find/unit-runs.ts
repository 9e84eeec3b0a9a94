/** The paragraphs, lines or sentences of all texts as runs of words, in a temporary file. */
import { Spool } from '../../platform/spool.ts';
import type { UnitRuns } from './find-repeats.ts';

/** Numbers of a record: document, first word, and the word after the last. */
const WIDTH = 3;
const BLOCK = WIDTH * (1 << 14);

export class UnitRunFile {
  count = 0;
  private readonly spool: Spool;
  private readonly blocks: { position: number; bytes: number }[] = [];
  private readonly waiting = new Uint32Array(BLOCK);
  private used = 0;

  constructor(temp: string | undefined) {
    this.spool = new Spool(temp);
  }

  /** Adds runs in the order of the corpus. */
  add(document: number, from: number, to: number): void {
    if (this.used === BLOCK) {
      const bytes = new Uint8Array(this.waiting.buffer);
      this.blocks.push({ position: this.spool.append(bytes), bytes: bytes.length });
      this.used = 0;
    }
    this.waiting.set([document, from, to], this.used);
    this.used += WIDTH;
    this.count++;
  }

  get runs(): UnitRuns {
    return { [Symbol.iterator]: () => this.read() };
  }

  close(): void {
    this.spool.close();
  }

  private *read(): Generator<readonly [number, number, number]> {
    for (const { position, bytes } of this.blocks) {
      const { buffer, byteOffset } = this.spool.read(position, bytes);
      yield* records(new Uint32Array(buffer, byteOffset, bytes / 4));
    }
    yield* records(this.waiting.subarray(0, this.used));
  }
}

function* records(numbers: Uint32Array): Generator<readonly [number, number, number]> {
  for (let at = 0; at < numbers.length; at += WIDTH) yield [numbers[at], numbers[at + 1], numbers[at + 2]];
}
