/** Texts that a caller holds, prepared like those of every batch: canonical, with band keys, on the heap. */

import type { BatchLimits } from '../corpus.ts';
import { type Address, plus } from '../engines/index.ts';
import { escapedBytes } from '../engines/layouts/batches.ts';
import type { Engine } from '../engines.ts';
import { textHashNumbers } from '../platform/digests.ts';
import { BATCH_LIMITS, BatchBuilder, type TextBatch } from './batch-builder.ts';
import { type PreparedBatch, prepareBatch, type Steps } from './prepare-batch.ts';

export interface TextToPrepare {
  readonly text: string;
  readonly lang?: string;
}

/** A canonical text on the heap. */
export interface HeapText {
  readonly address: Address;
  readonly length: number;
}

/** So few bytes of text are prepared on this thread: a worker would answer later. */
const BYTES_HERE = 1 << 16;

/** The results, by the number of the text; they are on the heap until `release`. */
export class PreparedTexts {
  /** The batch of every text, as it was given and as it is prepared, and its number there. */
  private readonly places: {
    readonly given: TextBatch;
    readonly batch: PreparedBatch;
    readonly i: number;
  }[] = [];
  /** The hashes that were asked for. */
  private readonly contents: (readonly [bigint, bigint])[] = [];
  /** A block of the heap for a text in JSON, and its bytes. */
  private json: Address = 0;
  private jsonBytes = 0;

  private constructor(
    private readonly steps: Steps,
    given: readonly TextBatch[],
    private readonly batches: readonly PreparedBatch[],
  ) {
    for (const [b, batch] of batches.entries()) {
      for (let i = 0; i < batch.count; i++) this.places.push({ given: given[b], batch, i });
    }
  }

  static async of(
    texts: readonly TextToPrepare[],
    steps: Steps,
    limits?: BatchLimits,
  ): Promise<PreparedTexts> {
    const size = texts.reduce((sum, { text }) => sum + text.length, 0);
    const own = size < BYTES_HERE ? { ...steps, engine: here(steps.engine) } : steps;
    const builder = new BatchBuilder(steps.engine.heap, limits ?? BATCH_LIMITS);
    const packed = texts.flatMap(({ text, lang }) => builder.add(text, lang));
    const last = builder.finish();
    if (last !== undefined) packed.push(last);
    const settled = await Promise.allSettled(packed.map((batch) => prepareBatch(batch, own)));
    const batches = settled.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const failed = settled.find((result) => result.status === 'rejected');
    if (failed === undefined) return new PreparedTexts(steps, packed, batches);
    for (const batch of batches) batch.release();
    throw failed.reason;
  }

  get length(): number {
    return this.places.length;
  }

  text(number: number): HeapText {
    const { batch, i } = this.places[number];
    return textAt(batch, i, this.steps.engine);
  }

  /**
   * The text as it was given, as the inside of a JSON string in UTF-8, with the bytes that `JSON.stringify` gives if it is well-formed.
   * Lent until the next call.
   */
  jsonText(number: number): Uint8Array {
    const { given, i } = this.places[number];
    const { heap, kernels } = this.steps.engine;
    const { address, length } = textAt(given, i, this.steps.engine);
    if (escapedBytes(length) > this.jsonBytes) {
      if (this.json !== 0) heap.release(this.json);
      this.jsonBytes = escapedBytes(2 * length);
      this.json = heap.allocate(this.jsonBytes);
    }
    const bytes = kernels.escapeJson(address, length, this.json);
    return heap.u8.subarray(this.json, this.json + bytes);
  }

  words(number: number): number {
    const { batch, i } = this.places[number];
    return this.steps.engine.heap.u32[batch.words / 4 + i];
  }

  /** The hash of the canonical text, in two halves. Two texts that have it in common are taken for one text and never compared. */
  content(number: number): readonly [bigint, bigint] {
    this.contents[number] ??= this.contentOf(number);
    return this.contents[number];
  }

  private contentOf(number: number): readonly [bigint, bigint] {
    const { address, length } = this.text(number);
    return textHashNumbers(this.steps.engine.heap.u8.subarray(address, address + length));
  }

  /** The low halves of the band keys. @param keys Receives them; it may be longer. */
  bandKeys(number: number, keys = new Uint32Array(this.steps.bands?.bands ?? 0)): Uint32Array {
    const { batch, i } = this.places[number];
    const bands = this.steps.bands?.bands ?? 0;
    const { u32 } = this.steps.engine.heap;
    const from = batch.bandKeys / 4 + 2 * bands * i;
    for (let band = 0; band < bands; band++) keys[band] = u32[from + 2 * band];
    return keys;
  }

  /** The low and the high half of every band key. */
  wholeBandKeys(number: number): Uint32Array {
    const { batch, i } = this.places[number];
    const bands = this.steps.bands?.bands ?? 0;
    const from = batch.bandKeys / 4 + 2 * bands * i;
    return this.steps.engine.heap.u32.slice(from, from + 2 * bands);
  }

  /** Everything that a question about a text needs. */
  query(number: number) {
    return {
      ...this.text(number),
      words: this.words(number),
      keys: this.bandKeys(number),
      content: () => this.content(number),
    };
  }

  release(): void {
    for (const batch of this.batches) batch.release();
    if (this.json !== 0) this.steps.engine.heap.release(this.json);
    this.json = 0;
    this.jsonBytes = 0;
  }
}

function textAt(
  { text, offsets }: Pick<TextBatch, 'text' | 'offsets'>,
  i: number,
  { heap: { u32 } }: Engine,
): HeapText {
  const start = u32[offsets / 4 + i];
  return { address: plus(text, start), length: u32[offsets / 4 + i + 1] - start - 1 };
}

/** The engine, with all jobs run on the calling thread. */
export function here(engine: Engine): Engine {
  return { ...engine, run: async (job, args) => job.run(args, engine.kernels, engine.heap) };
}
