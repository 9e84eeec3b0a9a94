/** Takes the shingles of texts one after the other, and tells of each text how many of its shingles texts before it have. */
import type { Corpus, PreparedBatch } from '../../corpus/index.ts';
import type { VerifyOptions } from '../../duplicates.ts';
import type { Address } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { textShape } from '../../fingerprint/index.ts';
import { shingleSpace } from '../candidates/each-text.ts';
import { cut } from '../candidates/rare-shingles.ts';
import { meetJob } from './meet-job.ts';

/**
 * Bits of the filter: one for two to four bytes of text. A shingle takes some 7 bytes and most are in the common part, so few bits are set,
 * and the filter of most crowds fits the cache.
 */
const BYTES_A_BIT = 4;
const LEAST_BITS = 2 ** 16;
/** 32 MB. */
const MOST_BITS = 2 ** 28;

export class MetTexts {
  private readonly filter: Address;
  private readonly bits: number;

  /** @param bytes Of all texts together, about. */
  constructor(
    private readonly corpus: Corpus,
    private readonly engine: Engine,
    private readonly options: VerifyOptions,
    bytes: number,
  ) {
    this.bits = 2 ** Math.ceil(Math.log2(Math.min(MOST_BITS, Math.max(LEAST_BITS, bytes / BYTES_A_BIT))));
    this.filter = engine.heap.allocate(this.bits / 8);
    engine.heap.u8.fill(0, this.filter, this.filter + this.bits / 8);
  }

  /**
   * Takes the texts of documents, ascending. Texts of lines are made for this only, and do not go to the spool. Returns for each its distinct
   * shingles, and how many of them texts before it have, at most.
   */
  async take(documents: Uint32Array): Promise<Uint32Array> {
    const { corpus, engine } = this;
    const counts = new Uint32Array(2 * documents.length);
    const spooled = documents.filter((number) => corpus.isSpooled(number));
    let done = 0;
    let next = 0;
    const spooledBelow = (number: number, ranges: number[]) => {
      for (; next < spooled.length && spooled[next] < number; next++)
        ranges.push(corpus.positions.get(spooled[next]), corpus.lengths.get(spooled[next]));
    };
    const meet = async (ranges: number[]) => {
      for (const part of cut({ ranges: Float64Array.from(ranges) })) {
        counts.set(await this.meet(part.ranges), 2 * (done + part.first));
      }
      done += ranges.length / 2;
    };
    const takeBatch = async (numbers: Uint32Array, { text, offsets }: PreparedBatch) => {
      const ranges: number[] = [];
      numbers.forEach((number, i) => {
        spooledBelow(number, ranges);
        // a text on the heap has a negative position
        ranges.push(-(text + engine.heap.u32[offsets / 4 + i]), corpus.lengths.get(number));
      });
      await meet(ranges);
    };
    const missing = documents.filter((number) => !corpus.isSpooled(number));
    if (missing.length > 0) await corpus.makeTexts(missing, takeBatch, 2 * engine.threads);
    const rest: number[] = [];
    spooledBelow(Number.POSITIVE_INFINITY, rest);
    await meet(rest);
    return counts;
  }

  close(): void {
    this.engine.heap.release(this.filter);
  }

  private async meet(ranges: Float64Array): Promise<Uint32Array> {
    const { corpus, engine, options, filter, bits } = this;
    const shape = textShape(options);
    const file = ranges.some((position) => position >= 0) ? corpus.spool.file : undefined;
    const work = engine.heap.allocate(shingleSpace(ranges, shape));
    try {
      return await engine.run(meetJob, {
        ...{ file, ranges, shape, seed: engine.seed, work },
        ...{ filter, mask: bits - 1 },
      });
    } finally {
      engine.heap.release(work);
    }
  }
}
