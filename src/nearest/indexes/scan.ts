/** The exhaustive scan: compares every signature. Nothing to build, nothing to keep, always exact. */
import type { Engine } from '../../engines.ts';
import type { Neighbor, SearchSettings, SignatureIndex } from '../../nearest.ts';
import { SearchLanes, type SearchPlan } from './search-lanes.ts';
import type { SignatureStore } from './signature-store.ts';

export const SCAN_PLAN: SearchPlan = { kernel: 'scanSignatures', fields: {}, workBytes: 64 };

export class ScanIndex implements SignatureIndex {
  readonly kind = 'scan';
  readonly name = 'exhaustive scan';
  readonly store: SignatureStore;
  private readonly lanes: SearchLanes;

  constructor(engine: Engine, store: SignatureStore) {
    this.store = store;
    this.lanes = new SearchLanes(engine, store);
  }

  get bytes(): number {
    return this.store.size * this.store.bytes;
  }

  async build(): Promise<void> {}

  async update(): Promise<void> {}

  nearest(query: Uint8Array, k: number, settings: SearchSettings = {}): Neighbor[] {
    return this.lanes.one(query, k, SCAN_PLAN, settings.mask);
  }

  nearestAll(queries: Uint8Array, k: number): Promise<Neighbor[][]> {
    return this.lanes.many(queries, k, SCAN_PLAN);
  }

  parts(): [] {
    return [];
  }

  restore(): void {}

  close(): void {
    this.lanes.close();
  }
}
