/** One lane of a join: the memory that one thread works in, and the rounds that are done there, one after the other. */

import { MAX_CHUNK_BITS } from '../engines/join.ts';
import type { Engine } from '../engines.ts';
import type { JoinPlan, Round } from './join-memory.ts';
import { JoinSpace } from './join-space.ts';
import type { Pieces } from './pieces.ts';
import type { Tables } from './table-choice.ts';

export class JoinLane {
  private readonly space: JoinSpace;
  private readonly buffer: number;
  private readonly records: number;
  private readonly chunks: number;

  constructor(
    private readonly engine: Engine,
    private readonly pieces: Pieces,
    private readonly tables: Tables,
    plan: JoinPlan,
  ) {
    const { heap } = engine;
    this.buffer = pieces.allocateBuffer();
    this.records = heap.allocate(plan.recordBytes);
    this.chunks = heap.allocate(4 << MAX_CHUNK_BITS);
    this.space = new JoinSpace(engine, plan.workBytes);
  }

  /** The pairs found so far, `PAIR_WORDS` numbers each. */
  get found(): readonly Uint32Array[] {
    return this.space.found;
  }

  async run(round: Round): Promise<void> {
    await this.scatter(round);
    await this.space.run('joinPart', {
      records: this.records,
      ends: this.chunks,
      maxDistance: this.tables.maxDistance,
      blocks: this.tables.blocks,
      first: round.first,
      shift: round.shift,
      chunk: round.low,
      lastChunk: round.high,
      largest: round.largest,
    });
  }

  release(): void {
    const { heap } = this.engine;
    for (const block of [this.buffer, this.records, this.chunks]) heap.release(block);
    this.space.release();
  }

  /** Brings the fingerprints of a round to their chunks. Afterwards `chunks` holds where each chunk ends. */
  private async scatter({ low, high, counts, shift, bits, only }: Round): Promise<void> {
    const { engine, chunks, records } = this;
    let start = 0;
    for (let chunk = 0; chunk < counts.length; chunk++) {
      engine.heap.u32[(chunks >>> 2) + chunk] = start;
      if (chunk >= low && chunk < high) start += counts[chunk];
    }
    await this.pieces.each(this.buffer, async (values, count, firstId) => {
      await engine.run({
        kind: 'joinScatter',
        values,
        count,
        firstId,
        shift,
        bits,
        low,
        high,
        only,
        next: chunks,
        records,
      });
    });
  }
}
