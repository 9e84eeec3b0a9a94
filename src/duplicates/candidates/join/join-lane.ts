/** One lane of a join: the memory that a thread works in, and the rounds that are done there, one after the other. */

import type { Address } from '../../../engines/index.ts';
import type { Engine } from '../../../engines.ts';
import type { Tables } from '../table-choice.ts';
import { goesByQuarters, MAX_CHUNK_BITS } from './chunk-bits.ts';
import type { JoinPlan, Round } from './join-memory.ts';
import { JoinSpace } from './join-space.ts';
import type { Pieces } from './pieces.ts';

export class JoinLane {
  private readonly space: JoinSpace;
  private readonly buffer: Address;
  private readonly records: Address;
  private readonly chunks: Address;

  constructor(
    private readonly engine: Engine,
    private readonly pieces: Pieces,
    private readonly tables: Tables,
    plan: JoinPlan,
  ) {
    const blocks = engine.heap.allocateAll([pieces.bufferBytes, plan.recordBytes, 4 << MAX_CHUNK_BITS]);
    [this.buffer, this.records, this.chunks] = blocks;
    try {
      this.space = new JoinSpace(engine, plan.workBytes, plan.largest);
    } catch (error) {
      for (const block of blocks) engine.heap.release(block);
      throw error;
    }
  }

  /** The pairs found so far, `PAIR_WORDS` numbers each. */
  get found(): readonly Uint32Array[] {
    return this.space.found;
  }

  async run(round: Round): Promise<void> {
    await this.scatter(round);
    const { low, high, first, shift, largest } = round;
    const { maxDistance, blocks } = this.tables;
    const fields = { records: this.records, ends: this.chunks, maxDistance, blocks, first, shift, largest };
    await this.space.run({ ...fields, chunk: low, lastChunk: high });
  }

  release(): void {
    for (const block of [this.buffer, this.records, this.chunks]) this.engine.heap.release(block);
    this.space.release();
  }

  /** Brings the fingerprints of a round to their chunks. Afterwards `chunks` holds where each chunk ends. */
  private async scatter({ low, high, counts, first, shift, bits }: Round): Promise<void> {
    const { engine, chunks, records } = this;
    const byQuarters = goesByQuarters(engine.kernels.name, this.tables.maxDistance, this.tables.blocks);
    const quarter = byQuarters ? first : -1;
    let start = 0;
    for (let chunk = 0; chunk < counts.length; chunk++) {
      engine.heap.u32[(chunks >>> 2) + chunk] = start;
      if (chunk >= low && chunk < high) start += counts[chunk];
    }
    await this.pieces.each(this.buffer, async (values, count, firstId) => {
      const chunking = { shift, bits, low, high, next: chunks, records, quarter };
      await engine.call('joinScatter', { values, count, firstId, ...chunking });
    });
  }
}
