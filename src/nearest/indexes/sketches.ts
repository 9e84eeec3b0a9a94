/**
 * Search in two stages: all sketches (the first 192 bits of every signature) are compared, and those signatures in full whose
 * sketches are nearest. It knows nothing of clusters, so its quality does not depend on the data having any.
 */

import type { IndexPart } from '../../collection/index.ts';
import { BLOCK_SIGNATURES, NO_SIGNATURE, sketchWorkBytes } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';

import type { BuildSettings, Neighbor, PartSource, SearchSettings, SignatureIndex } from '../../nearest.ts';
import { sketchEffort } from './quality.ts';
import { SCAN_PLAN } from './scan.ts';
import { SearchLanes, type SearchPlan } from './search-lanes.ts';
import type { SignatureStore } from './signature-store.ts';
import { SketchBlocks } from './sketch-blocks.ts';

export class SketchIndex implements SignatureIndex {
  readonly kind = 'sketches';
  readonly store: SignatureStore;
  private readonly lanes: SearchLanes;
  private readonly sketches: SketchBlocks;
  private sketched = 0;

  constructor(engine: Engine, store: SignatureStore, settings: BuildSettings = {}) {
    this.store = store;
    this.lanes = new SearchLanes(engine, store);
    this.sketches = new SketchBlocks(engine, store, settings.sketchBits);
  }

  get name(): string {
    return `sketches of ${8 * this.sketches.sketchBytes} bits`;
  }

  get bytes(): number {
    return this.store.size * this.store.bytes + this.sketches.bytes;
  }

  async build(): Promise<void> {
    const { size } = this.store;
    const slots = new Uint32Array(BLOCK_SIGNATURES * Math.ceil(size / BLOCK_SIGNATURES)).fill(NO_SIGNATURE);
    for (let i = 0; i < size; i++) slots[i] = i;
    await this.sketches.fill(slots);
    this.sketched = size;
  }

  async update(): Promise<void> {
    for (; this.sketched < this.store.size; this.sketched++) {
      if (this.sketched === BLOCK_SIGNATURES * this.sketches.blocks) this.sketches.addBlock();
      this.sketches.put(this.sketched, this.sketched);
    }
  }

  nearest(query: Uint8Array, k: number, settings: SearchSettings = {}): Neighbor[] {
    return this.lanes.one(query, k, this.plan(k, settings), settings.mask);
  }

  nearestAll(queries: Uint8Array, k: number, settings: SearchSettings = {}): Promise<Neighbor[][]> {
    return this.lanes.many(queries, k, this.plan(k, settings));
  }

  parts(): IndexPart[] {
    const { sketches, slots } = this.sketches.views();
    return [
      { name: 'sketches', bytes: sketches },
      { name: 'slots', bytes: slots },
    ];
  }

  restore(parts: PartSource): void {
    this.sketches.restore(parts.get('sketches'), parts.get('slots'));
    this.sketched = this.store.size;
  }

  close(): void {
    this.sketches.release();
    this.lanes.close();
  }

  private plan(k: number, settings: SearchSettings): SearchPlan {
    if (settings.quality === 1 || settings.mask !== undefined) return SCAN_PLAN;
    const { sketches, sketchBytes, blocks, slots } = this.sketches;
    const candidates = sketchEffort(k, settings);
    return {
      kernel: 'searchSketches',
      fields: { sketches, sketchBytes, blocks, slots, candidates },
      workBytes: sketchWorkBytes(0, blocks),
    };
  }
}
