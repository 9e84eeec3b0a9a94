/**
 * Inverted signature slice lists (paper B: Chappell, Geva, Zuccon). The neighborhood i there is `expand` here, the cut-off j
 * is `cutoff`, and the candidates that are re-ranked are `candidates`. All lists are two arrays, loaded as they are stored.
 *
 * Signatures that were appended since the lists were built are compared one by one; when they are too many, the lists are
 * built anew.
 */

import { type Address, plus } from '../../engines/index.ts';
import { sliceWorkBytes } from '../../engines/layouts/signature-search.ts';
import type { Engine } from '../../engines.ts';
import { badOption } from '../../errors.ts';
import type {
  BuildSettings,
  IndexPart,
  Neighbor,
  PartSource,
  SearchSettings,
  SignatureIndex,
} from '../../nearest.ts';
import { slicePartsOf } from './check-parts.ts';
import { cutSlices, optimisticBounds, sliceEndsLength } from './cut-slices.ts';
import { sliceEffort } from './quality.ts';
import { SCAN_PLAN } from './scan.ts';
import { SearchLanes, type SearchPlan } from './search-lanes.ts';
import type { SignatureStore } from './signature-store.ts';

/** The lists are rebuilt when the signatures outside them exceed this share of those in them, and this number. */
const UNLISTED_SHARE = 1 / 8;
const UNLISTED_LEAST = 4096;
/** The memory of an engine. */
const MOST_MEGABYTES = 4096;

export class SliceIndex implements SignatureIndex {
  readonly kind = 'slices';
  readonly store: SignatureStore;
  private readonly engine: Engine;
  private readonly lanes: SearchLanes;
  private readonly wanted: number | undefined;
  private cut = { slices: 0, wide: 0, bits: 0 };
  private listed = 0;
  private ends: Address = 0;
  private ids: Address = 0;
  /** For every neighborhood: the values within it, and the bounds by score, on the heap. */
  private readonly neighborhoods = new Map<number, { variants: Address; count: number; bounds: Address }>();

  constructor(engine: Engine, store: SignatureStore, settings: BuildSettings = {}) {
    const { sliceBits } = settings;
    if (sliceBits !== undefined && !(Number.isInteger(sliceBits) && sliceBits >= 2 && sliceBits <= 26)) {
      throw badOption('sliceBits', 'an integer from 2 to 26', sliceBits);
    }
    this.engine = engine;
    this.store = store;
    this.wanted = sliceBits;
    this.lanes = new SearchLanes(engine, store);
  }

  get name(): string {
    const { slices, wide, bits } = this.cut;
    const widths = wide === slices ? `${bits}` : `${bits} and ${bits - 1}`;
    return `slice lists, ${slices} slices of ${widths} bits`;
  }

  get bytes(): number {
    return (
      this.store.size * this.store.bytes + 4 * (sliceEndsLength(this.cut) + this.cut.slices * this.listed)
    );
  }

  async build(): Promise<void> {
    this.release();
    const { store, engine } = this;
    const { heap } = engine;
    this.cut = cutSlices(store.width, this.wanted ?? sliceBitsFor(store.size));
    this.listed = store.size;
    this.refuseTooLarge();
    this.ends = heap.allocate(4 * sliceEndsLength(this.cut));
    this.ids = heap.allocate(4 * this.cut.slices * this.listed);
    // every slice has lists of its own, so threads need nothing of each other
    const signatures = { signatures: store.address, count: store.size, bytes: store.bytes };
    const jobs = [...this.slices()].map(({ start, bits, ends, ids }) =>
      engine.call('buildSlice', { ...signatures, start, bits, ends, ids }),
    );
    await Promise.all(jobs);
  }

  async update(): Promise<void> {
    const unlisted = this.store.size - this.listed;
    if (unlisted > Math.max(UNLISTED_LEAST, this.listed * UNLISTED_SHARE)) await this.build();
  }

  nearest(query: Uint8Array, k: number, settings: SearchSettings = {}): Neighbor[] {
    if (settings.mask !== undefined) return this.lanes.one(query, k, SCAN_PLAN, settings.mask);
    return this.lanes.one(query, k, this.plan(k, settings));
  }

  nearestAll(queries: Uint8Array, k: number, settings: SearchSettings = {}): Promise<Neighbor[][]> {
    return this.lanes.many(queries, k, this.plan(k, settings));
  }

  parts(): IndexPart[] {
    const { u8 } = this.engine.heap;
    const facts = Uint32Array.of(this.cut.bits, this.listed);
    return [
      { name: 'slices', bytes: new Uint8Array(facts.buffer) },
      { name: 'ends', bytes: u8.subarray(this.ends, this.ends + 4 * sliceEndsLength(this.cut)) },
      { name: 'lists', bytes: u8.subarray(this.ids, this.ids + 4 * this.cut.slices * this.listed) },
    ];
  }

  restore(parts: PartSource): void {
    const { bits, listed, ends, lists } = slicePartsOf(parts, this.store);
    this.release();
    this.cut = cutSlices(this.store.width, bits);
    this.listed = listed;
    this.ends = this.engine.heap.place(ends);
    this.ids = this.engine.heap.place(lists);
  }

  close(): void {
    this.release();
    this.lanes.close();
  }

  /** Refuses slices so wide that their lists cannot be held: each bit more doubles them. */
  private refuseTooLarge(): void {
    const { wanted, store, listed } = this;
    const megabytes = (bits: number) => {
      const cut = cutSlices(store.width, bits);
      return Math.round((4 * (sliceEndsLength(cut) + cut.slices * listed)) / 2 ** 20);
    };
    if (wanted === undefined || megabytes(wanted) < MOST_MEGABYTES) return;
    let widest = wanted;
    while (widest > 2 && megabytes(widest) >= MOST_MEGABYTES) widest--;
    const lists = `lists of ${wanted} bits take ${megabytes(wanted).toLocaleString('en')} MB`;
    throw badOption('sliceBits', `at most ${widest} (${lists}, 4,096 MB at most)`, wanted);
  }

  /** Position, bits and lists of every slice. */
  private *slices() {
    let start = 0;
    let ends = this.ends;
    for (let slice = 0; slice < this.cut.slices; slice++) {
      const bits = slice < this.cut.wide ? this.cut.bits : this.cut.bits - 1;
      yield { start, bits, ends, ids: plus(this.ids, 4 * slice * this.listed) };
      start += bits;
      ends = plus(ends, 4 * (2 ** bits + 1));
    }
  }

  private plan(k: number, settings: SearchSettings): SearchPlan {
    const effort = sliceEffort(k, settings);
    if (effort === undefined) return SCAN_PLAN;
    const expand = Math.min(effort.expand, this.cut.bits);
    const { variants, count, bounds } = this.neighborhood(expand);
    return {
      kernel: 'searchSlices',
      fields: {
        ends: this.ends,
        ids: this.ids,
        listed: this.listed,
        slices: this.cut.slices,
        wideSlices: this.cut.wide,
        sliceBits: this.cut.bits,
        variants,
        variantCount: count,
        expand,
        cutoff: Math.min(effort.cutoff, expand),
        candidates: effort.candidates,
        bounds,
      },
      workBytes: sliceWorkBytes(this.store.size, effort.candidates),
    };
  }

  private neighborhood(expand: number) {
    let known = this.neighborhoods.get(expand);
    if (known === undefined) {
      const { heap } = this.engine;
      const values = valuesWithin(this.cut.bits, expand);
      const bounds = heap.place(optimisticBounds(this.cut, expand));
      known = { variants: heap.place(values), count: values.length, bounds };
      this.neighborhoods.set(expand, known);
    }
    return known;
  }

  private release(): void {
    const { heap } = this.engine;
    for (const { variants, bounds } of this.neighborhoods.values()) {
      heap.release(variants);
      heap.release(bounds);
    }
    this.neighborhoods.clear();
    if (this.ends !== 0) heap.release(this.ends);
    if (this.ids !== 0) heap.release(this.ids);
    this.ends = 0;
    this.ids = 0;
  }
}

/** Paper B: 16 bits for a million, one more each time the collection doubles. */
export function sliceBitsFor(signatures: number): number {
  return Math.max(8, Math.min(26, Math.round(Math.log2(Math.max(1, signatures))) - 4));
}

/** All values of `bits` bits with at most `most` ones: fewest ones first, then ascending. */
export function valuesWithin(bits: number, most: number): Uint32Array {
  const values: number[] = [];
  for (let ones = 0; ones <= Math.min(bits, most); ones++) {
    if (ones === 0) values.push(0);
    // the next value with the same number of ones (Gosper): carry the lowest run of ones up, and put its rest back at the bottom
    for (let value = 2 ** ones - 1; ones > 0 && value < 2 ** bits; ) {
      values.push(value);
      const low = value & -value;
      const ripple = value + low;
      value = ripple | (((value ^ ripple) / low) >>> 2);
    }
  }
  return Uint32Array.from(values);
}
