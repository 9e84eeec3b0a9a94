/** The words of a piece of the search index, in blocks (`word-block.ts`): in memory, in a file, and how they are written. */
import { isCount } from '../json-shapes.ts';
import type { PartsFile } from '../store/parts-file.ts';
import { BLOCK_DOCUMENTS, BLOCK_TEXT, type WordBlock, WordBlockBuilder } from './word-block.ts';

/** A block, in memory or in a file. */
export interface StoredBlock {
  /** The first of its documents in the piece, and how many they are. */
  readonly first: number;
  readonly documents: number;
  /** Bytes of the entries. */
  readonly length: number;
  entries(from: number, length: number): Uint8Array;
  samples(): Uint8Array;
  /** The error for damaged content. */
  bad(): Error;
}

/** Numbers of a block in the part `blocks`: documents, bytes of the entries, bytes of the samples. */
const NUMBERS = 3;

/** The blocks of a file. */
export function blocksIn(file: PartsFile, documents: number): StoredBlock[] {
  const numbers = file.numbers('blocks', Float64Array);
  const bad = () => file.bad('its words do not fit');
  const blocks: StoredBlock[] = [];
  let [first, at] = [0, 0];
  for (let i = 0; i + NUMBERS <= numbers.length; i += NUMBERS) {
    const [count, length, samples] = numbers.subarray(i, i + NUMBERS);
    if (![count, length, samples].every(isCount) || count === 0 || count > BLOCK_DOCUMENTS) throw bad();
    const start = at;
    blocks.push({
      first,
      documents: count,
      length,
      entries: (from, bytes) => file.slice('words', start + from, bytes),
      samples: () => file.slice('words', start + length, samples),
      bad,
    });
    first += count;
    at += length + samples;
  }
  if (first !== documents || at !== file.lengthOf('words')) throw bad();
  return blocks;
}

/** The blocks of texts in memory, which follow each other and end at `ends`. */
export function blocksOf(ends: Float64Array, texts: (from: number, length: number) => Uint8Array) {
  const blocks: StoredBlock[] = [];
  const builder = new BlockBuilder();
  let first = 0;
  const store = (block: WordBlock | undefined) => {
    if (block === undefined) return;
    blocks.push({
      ...{ first, documents: block.documents, length: block.entries.length },
      entries: (from, bytes) => block.entries.subarray(from, from + bytes),
      samples: () => block.samples,
      bad: () => new Error('blocksOf: a block does not match its facts'),
    });
    first += block.documents;
  };
  ends.forEach((end, i) => {
    const start = i === 0 ? 0 : ends[i - 1];
    store(builder.add(texts(start, end - start)));
  });
  store(builder.finish());
  return blocks;
}

/** Whether a block with these documents and bytes of text is worth keeping as it is. */
export function isLarge(documents: number, bytes: number): boolean {
  return 2 * documents >= BLOCK_DOCUMENTS || 2 * bytes >= BLOCK_TEXT;
}

/** Cuts documents into blocks. */
export class BlockBuilder {
  private block = new WordBlockBuilder();
  private bytes = 0;

  /** A block, when it is full. */
  add(text: Uint8Array): WordBlock | undefined {
    this.block.add(text);
    this.bytes += text.length;
    const isFull = this.block.documents >= BLOCK_DOCUMENTS || this.bytes >= BLOCK_TEXT;
    return isFull ? this.finish() : undefined;
  }

  /** A block of the rest, if there is one. */
  finish(): WordBlock | undefined {
    const { block } = this;
    if (block.documents === 0) return undefined;
    this.block = new WordBlockBuilder();
    this.bytes = 0;
    return block.finish();
  }
}

/** Writes blocks one after the other, and then their directory. */
export class BlocksWriter {
  private readonly numbers: number[] = [];

  *write(block: WordBlock | undefined): Generator<Uint8Array> {
    if (block === undefined) return;
    this.numbers.push(block.documents, block.entries.length, block.samples.length);
    yield block.entries;
    yield block.samples;
  }

  /** Copies a block as it is. */
  *copy(block: StoredBlock): Generator<Uint8Array> {
    const { documents, length } = block;
    yield* this.write({ documents, entries: block.entries(0, length), samples: block.samples() });
  }

  /** The part `blocks`, when all are written. */
  directory(): Uint8Array {
    return new Uint8Array(Float64Array.from(this.numbers).buffer);
  }
}
