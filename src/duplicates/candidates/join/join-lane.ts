/** One lane of a join: the memory that a thread works in, or several, and the rounds that are done there, one after the other. */

import type { Engine } from '../../../engines.ts';
import type { Tables } from '../table-choice.ts';
import { goesByQuarters, MAX_CHUNK_BITS } from './chunk-bits.ts';
import { ChunkShare, shareBytes } from './chunk-share.ts';
import type { JoinPlan, Round } from './join-memory.ts';
import { largeFirst } from './join-shares.ts';
import { JoinSpace } from './join-space.ts';
import type { Pieces } from './pieces.ts';

export class JoinLane {
  private readonly spaces: JoinSpace[] = [];
  private readonly buffer: number;
  private readonly records: number;
  private readonly chunks: number;
  private readonly share: number;

  constructor(
    private readonly engine: Engine,
    private readonly pieces: Pieces,
    private readonly tables: Tables,
    plan: JoinPlan,
    spaces: number,
  ) {
    const sizes = [
      pieces.bufferBytes,
      plan.recordBytes,
      4 << MAX_CHUNK_BITS,
      shareBytes(1 << MAX_CHUNK_BITS),
    ];
    [this.buffer, this.records, this.chunks, this.share] = engine.heap.allocateAll(sizes);
    try {
      for (let i = 0; i < spaces; i++) this.spaces.push(new JoinSpace(engine, plan.workBytes, plan.largest));
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** The pairs found so far, `PAIR_WORDS` numbers each. */
  get found(): readonly Uint32Array[] {
    return this.spaces.flatMap((space) => space.found);
  }

  async run(round: Round): Promise<void> {
    await this.scatter(round);
    const { low, high, first, shift, largest, counts } = round;
    const { maxDistance, blocks } = this.tables;
    const fields = { records: this.records, ends: this.chunks, maxDistance, blocks, first, shift, largest };
    const order = largeFirst(low, high, (chunk) => counts[chunk]);
    await new ChunkShare(this.engine.heap, this.share, order).run(this.spaces, 'joinPart', fields);
  }

  release(): void {
    const { heap } = this.engine;
    for (const block of [this.buffer, this.records, this.chunks, this.share]) heap.release(block);
    for (const space of this.spaces) space.release();
  }

  /** Brings the fingerprints of a round to their chunks. Afterwards `chunks` holds where each chunk ends. */
  private async scatter({ low, high, counts, first, shift, bits, only }: Round): Promise<void> {
    const { engine, chunks, records } = this;
    const byQuarters = goesByQuarters(engine.kernels.name, this.tables.maxDistance, this.tables.blocks);
    const quarter = byQuarters ? first : -1;
    let start = 0;
    for (let chunk = 0; chunk < counts.length; chunk++) {
      engine.heap.u32[(chunks >>> 2) + chunk] = start;
      if (chunk >= low && chunk < high) start += counts[chunk];
    }
    await this.pieces.each(this.buffer, async (values, count, firstId) => {
      const chunking = [shift, bits, low, high, only] as const;
      await engine.call('joinScatter', values, count, firstId, ...chunking, chunks, records, quarter);
    });
  }
}
