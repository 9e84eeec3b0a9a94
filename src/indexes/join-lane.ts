/** One lane of a join: the memory that one thread works in, and the rounds that are done there, one after the other. */

import { JoinPart, MAX_CHUNK_BITS, PAIR_BYTES } from '../engines/join.ts';
import type { Engine } from '../engines.ts';
import { FIRST_PAIRS, type JoinPlan, type Round } from './join-memory.ts';
import type { Pieces } from './pieces.ts';
import type { Tables } from './table-choice.ts';

export class JoinLane {
  /** The pairs found so far, `PAIR_WORDS` numbers each. */
  readonly found: Uint32Array[] = [];
  private readonly buffer: number;
  private readonly records: number;
  private readonly work: number;
  private readonly chunks: number;
  private readonly part: number;
  private out: number;
  private capacity = FIRST_PAIRS;

  constructor(
    private readonly engine: Engine,
    private readonly pieces: Pieces,
    private readonly tables: Tables,
    plan: JoinPlan,
  ) {
    const { heap } = engine;
    this.buffer = pieces.allocateBuffer();
    this.records = heap.allocate(plan.recordBytes);
    this.work = heap.allocate(plan.workBytes);
    this.chunks = heap.allocate(4 << MAX_CHUNK_BITS);
    this.part = heap.allocate(4 * JoinPart.length);
    this.out = heap.allocate(PAIR_BYTES * this.capacity);
  }

  async run(round: Round): Promise<void> {
    await this.scatter(round);
    this.fill(round);
    for (let done = false; !done; ) {
      ({ done } = await this.engine.run({ kind: 'joinPart', part: this.part }));
      this.drain();
      if (!done) this.makeRoom();
    }
  }

  release(): void {
    const { heap } = this.engine;
    for (const block of [this.buffer, this.records, this.work, this.chunks, this.part, this.out])
      heap.release(block);
  }

  /** Brings the fingerprints of a round to their chunks. Afterwards `chunks` holds where each chunk ends. */
  private async scatter({ low, high, counts, shift, bits }: Round): Promise<void> {
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
        next: chunks,
        records,
      });
    });
  }

  private fill(round: Round): void {
    const { maxDistance, blocks } = this.tables;
    this.set('records', this.records);
    this.set('ends', this.chunks);
    this.set('maxDistance', maxDistance);
    this.set('blocks', blocks);
    this.set('first', round.first);
    this.set('shift', round.shift);
    this.set('chunk', round.low);
    this.set('lastChunk', round.high);
    this.set('work', this.work);
    this.set('largest', round.largest);
    this.set('out', this.out);
    this.set('capacity', this.capacity);
  }

  private drain(): void {
    const at = this.out >>> 2;
    const written = this.get('written');
    if (written > 0) this.found.push(this.engine.heap.u32.slice(at, at + (PAIR_BYTES / 4) * written));
  }

  /** When one chunk alone has more pairs than there is room for, there must be more room. */
  private makeRoom(): void {
    const wanted = this.get('wanted');
    if (wanted <= this.capacity) return;
    const { heap } = this.engine;
    heap.release(this.out);
    this.capacity = Math.ceil(wanted * 1.25);
    this.out = heap.allocate(PAIR_BYTES * this.capacity);
    this.set('out', this.out);
    this.set('capacity', this.capacity);
  }

  private set(field: keyof typeof JoinPart, value: number): void {
    this.engine.heap.u32[(this.part >>> 2) + JoinPart[field]] = value;
  }

  private get(field: keyof typeof JoinPart): number {
    return this.engine.heap.u32[(this.part >>> 2) + JoinPart[field]];
  }
}
