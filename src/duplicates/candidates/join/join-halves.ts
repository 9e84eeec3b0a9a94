/**
 * All pairs at distance 3 by halves: fingerprints are sorted by one quarter of each half, all threads together, and pairs that
 * differ in that quarter are found from bucket to bucket, so that its sibling need not be sorted by.
 */

import { PACKED, RECORD_BYTES, startBytes } from '../../../engines/kernels/join.ts';
import type { Engine } from '../../../engines.ts';
import { chunkBits } from './chunk-bits.ts';

import { ChunkShare, shareBytes } from './chunk-share.ts';
import { type HalvesPlan, workBytesOf } from './join-memory.ts';
import { dealOut, largeFirst } from './join-shares.ts';
import { JoinSpace } from './join-space.ts';
import type { Pieces } from './pieces.ts';

/** Fingerprints that are left: those in crowded buckets of a quarter, to be joined by its sibling. */
export interface Crowd {
  readonly sibling: number;
  /** u8[65536]: which buckets are crowded. */
  readonly buckets: Uint8Array;
}

export interface HalvesResult {
  readonly found: Uint32Array[];
  readonly crowds: readonly Crowd[];
}

const QUARTERS = [1, 3];
const BUCKETS = 65_536;

/** The pairs found, and the crowds still to be joined; undefined if the largest chunk is too large. */
export async function joinHalves(
  engine: Engine,
  pieces: Pieces,
  plan: HalvesPlan,
): Promise<HalvesResult | undefined> {
  const { heap } = engine;
  const blocks: number[] = [];
  const allocate = (bytes: number) => {
    blocks.push(heap.allocate(bytes));
    return blocks[blocks.length - 1];
  };
  const spaces: JoinSpace[] = [];
  try {
    const halves = new Halves(engine, pieces, plan, allocate);
    const largest = await halves.count();
    const workBytes = workBytesOf(plan, largest);
    if (workBytes === undefined) return undefined;
    for (let i = 0; i < engine.threads; i++) spaces.push(new JoinSpace(engine, workBytes, largest));
    const crowds: Crowd[] = [];
    for (const half of [0, 1]) {
      const buckets = await halves.join(half, spaces, largest);
      if (buckets.includes(1)) crowds.push({ sibling: QUARTERS[half] - 1, buckets });
    }
    return { found: spaces.flatMap((space) => space.found), crowds };
  } finally {
    for (const space of spaces) space.release();
    for (const block of blocks) heap.release(block);
  }
}

class Halves {
  private readonly bits: number;
  private readonly slices: { start: number; count: number }[] = [];
  private readonly buffers: number[];
  /** u32[slices][halves][chunks]: how many there are, then where the next one goes. */
  private readonly counts: number;
  private readonly share: number;
  private readonly ends: number;
  private readonly records: number;
  private readonly starts: number;
  private readonly folds: number;
  private readonly crowded: number;

  constructor(
    private readonly engine: Engine,
    private readonly pieces: Pieces,
    private readonly plan: HalvesPlan,
    allocate: (bytes: number) => number,
  ) {
    this.bits = plan.chunkBits;
    for (let start = 0; start < pieces.count; start += plan.slice)
      this.slices.push({ start, count: Math.min(plan.slice, pieces.count - start) });
    // where all is held a slice more for each thread is on its way while it is at one
    this.buffers = Array.from({ length: engine.threads * (pieces.areHeld ? 2 : 1) }, () =>
      allocate(pieces.areHeld ? 0 : 8 * plan.slice),
    );
    this.counts = allocate(4 * this.slices.length * 2 * this.chunks);
    this.share = allocate(shareBytes(this.chunks));
    this.ends = allocate(4 * this.chunks);
    this.records = allocate(RECORD_BYTES * pieces.count);
    this.starts = allocate(this.chunks * startBytes(16 - this.bits, plan.groupBits));
    this.folds = allocate((BUCKETS / 8) * 2 ** plan.foldBits);
    this.crowded = allocate(BUCKETS);
  }

  /** Reads the input, and counts the chunks of both halves. Returns how many fingerprints the largest has. */
  async count(): Promise<number> {
    const { engine, bits } = this;
    const first = this.counts >>> 2;
    engine.heap.u32.fill(0, first, first + this.slices.length * 2 * this.chunks);
    await this.eachSlice('load', async (slice, values, { count }) => {
      const counts = this.countsOf(slice, 0);
      await engine.call('joinCountBoth', values, count, this.shift(0), bits, counts);
    });
    return Math.max(...[0, 1].map((half) => this.toPlaces(half)));
  }

  /** Finds the pairs that differ in at most one bit of a half, but for those in two crowded buckets. Returns which are crowded. */
  async join(half: number, spaces: readonly JoinSpace[], largest: number): Promise<Uint8Array> {
    const { engine, plan } = this;
    await this.scatter(half);
    const fields = {
      records: this.records,
      ends: this.ends,
      maxDistance: 3,
      blocks: 4,
      first: QUARTERS[half],
      shift: this.shift(half),
      largest,
      starts: this.starts,
      groupBits: plan.groupBits,
      folds: this.folds,
      foldBits: plan.foldBits,
      crowded: this.crowded,
    };
    const ends = engine.heap.u32.subarray(this.ends >>> 2, (this.ends >>> 2) + this.chunks);
    const order = largeFirst(0, this.chunks, (chunk) => ends[chunk] - (chunk === 0 ? 0 : ends[chunk - 1]));
    const chunks = new ChunkShare(engine.heap, this.share, order);
    await chunks.run(spaces, 'joinPart', fields);
    this.crowdNeighbors();
    await chunks.run(spaces, 'joinAcross', fields);
    return engine.heap.u8.slice(this.crowded, this.crowded + BUCKETS);
  }

  /**
   * The neighbors of a bucket with very many items in one group count as crowded, too: otherwise each of these items would be
   * compared with the neighbors' items of that group.
   */
  private crowdNeighbors(): void {
    const crowded = this.engine.heap.u8.subarray(this.crowded, this.crowded + BUCKETS);
    const before = crowded.slice();
    for (let at = before.indexOf(PACKED); at !== -1; at = before.indexOf(PACKED, at + 1)) {
      crowded[at] = 1;
      for (let bit = 1; bit < BUCKETS; bit *= 2) crowded[at ^ bit] = 1;
    }
  }

  private get chunks(): number {
    return 1 << this.bits;
  }

  private countsOf(slice: number, half: number): number {
    return this.counts + 4 * (2 * slice + half) * this.chunks;
  }

  private shift(half: number): number {
    return chunkBits(QUARTERS[half], 4, this.bits).shift;
  }

  /** Counts become places: slice after slice within a chunk, so that the order of fingerprints stays. */
  private toPlaces(half: number): number {
    const { u32 } = this.engine.heap;
    let sum = 0;
    let largest = 0;
    for (let chunk = 0; chunk < this.chunks; chunk++) {
      const before = sum;
      for (const slice of this.slices.keys()) {
        const at = (this.countsOf(slice, half) >>> 2) + chunk;
        const count = u32[at];
        u32[at] = sum;
        sum += count;
      }
      largest = Math.max(largest, sum - before);
    }
    return largest;
  }

  private async scatter(half: number): Promise<void> {
    const { engine, bits, records } = this;
    await this.eachSlice('at', async (slice, values, { start, count }) => {
      const [low, high, only] = [0, this.chunks, 0];
      const chunking = [this.shift(half), bits, low, high, only] as const;
      const next = this.countsOf(slice, half);
      await engine.call('joinScatter', values, count, start, ...chunking, next, records, QUARTERS[half]);
    });
    // the last slice ends where its chunks do
    const last = this.countsOf(this.slices.length - 1, half) >>> 2;
    engine.heap.u32.copyWithin(this.ends >>> 2, last, last + this.chunks);
  }

  /** Visits every slice of the input, several at a time. `fetch` brings it: `load` the first time, then `at`. */
  private async eachSlice(
    fetch: 'load' | 'at',
    visit: (slice: number, values: number, range: { start: number; count: number }) => Promise<void>,
  ): Promise<void> {
    await dealOut(this.slices.entries(), this.buffers, async (buffer, [slice, range]) =>
      visit(slice, await this.pieces[fetch](buffer, range.start, range.count), range),
    );
  }
}
