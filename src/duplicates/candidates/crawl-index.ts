/**
 * The index for crawlers and feeds: "have I seen this?", asked of every new document, at distance 3. Static tables by quarters of
 * the fingerprint, with chains for later additions, merged when the chains hold an eighth as many (`assembly/store`).
 *
 * Memory: 34 bytes a fingerprint from some millions on, and 3 MB; at most some 110 million fingerprints. An `add` takes
 * longer than others when it merges: about 10 ms for every million stored.
 */

import type { FingerprintIndex, Hit, IndexOptions } from '../../duplicates.ts';
import { compileKernels, Heap } from '../../engines/index.ts';
import { STORE_HITS } from '../../engines/layouts/store.ts';
import { badOption, NeardupError } from '../../errors.ts';
import { byDistance } from './hit-order.ts';
import { checkedDistance } from './table-choice.ts';

export class CrawlIndex implements FingerprintIndex {
  readonly name = 'quarter tables, 4 × 16 + 16 bits';
  size = 0;

  private constructor(
    private readonly store: FingerprintStore,
    private readonly heap: Heap,
  ) {}

  /** `maxDistance` can only be 3; there are 4 tables. */
  static async open(options: IndexOptions = {}): Promise<CrawlIndex> {
    const advice = 'Use PermutedTables for other distances or numbers of tables.';
    const { tables = 4 } = options;
    if (checkedDistance(options) !== 3) throw badOption('maxDistance', '3', options.maxDistance, advice);
    if (tables !== 4) throw badOption('tables', '4', tables, advice);
    const { store, heap } = await openStore();
    return new CrawlIndex(store, heap);
  }

  /** Bytes of memory in use. */
  get bytes(): number {
    return this.store.storeBytes() >>> 0;
  }

  add(fingerprint: bigint): number {
    try {
      const position = this.store.storeAdd(fingerprint);
      this.size++;
      return position >>> 0;
    } catch (cause) {
      throw new NeardupError('OUT_OF_MEMORY', `The index is full, with ${this.size} fingerprints.`, {
        cause,
        advice: 'Begin another index, and ask both.',
      });
    }
  }

  query(fingerprint: bigint): Hit[] {
    const count = this.store.storeQuery(fingerprint, 0) >>> 0;
    const hits: Hit[] = [];
    if (count === 0) return hits;
    this.read(Math.min(count, STORE_HITS), hits);
    while (hits.length < count) {
      this.store.storeQuery(fingerprint, hits.length);
      this.read(Math.min(count - hits.length, STORE_HITS), hits);
    }
    return hits.sort(byDistance);
  }

  remove(position: number): boolean {
    if (!Number.isInteger(position) || position < 0 || this.store.storeRemove(position) === 0) return false;
    this.size--;
    return true;
  }

  private read(count: number, into: Hit[]): void {
    const { u32 } = this.heap;
    const at = this.store.storeHits() >>> 2;
    for (let i = at; i < at + 2 * count; i += 2) into.push({ position: u32[i], distance: u32[i + 1] });
  }
}

/** A store of fingerprints in a wasm instance and memory of its own (`assembly/store`). */
interface FingerprintStore {
  /** Adds a fingerprint and returns its number. */
  storeAdd(value: bigint): number;
  /** 1 if it was stored. */
  storeRemove(id: number): number;
  /**
   * Writes at most `STORE_HITS` hits, from number `skip` on, to `storeHits()`: number and distance, u32 each.
   * Returns how many there are in all.
   */
  storeQuery(value: bigint, skip: number): number;
  storeHits(): number;
  /** Bytes of memory in use. */
  storeBytes(): number;
}

async function openStore(): Promise<{ store: FingerprintStore; heap: Heap }> {
  const heap = new Heap();
  const instance = await WebAssembly.instantiate(await compileKernels(), { env: { memory: heap.memory } });
  // the compiler gives an instance no types
  return { store: instance.exports as unknown as FingerprintStore, heap };
}
