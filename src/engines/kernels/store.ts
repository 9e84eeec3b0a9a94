/** A store of fingerprints in a wasm instance and memory of its own (`assembly/store`). */
import { Heap } from '../heap.ts';
import { compileKernels } from '../wasm/kernels.ts';

export interface FingerprintStore {
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

export { STORE_HITS } from '../layouts/store.ts';

export async function openStore(): Promise<{ store: FingerprintStore; heap: Heap }> {
  const heap = new Heap();
  const instance = await WebAssembly.instantiate(await compileKernels(), { env: { memory: heap.memory } });
  // the compiler gives an instance no types
  return { store: instance.exports as unknown as FingerprintStore, heap };
}
