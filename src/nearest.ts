/**
 * Signature indexes: which signatures are nearest to this one? Long signatures (TopSig, 1024 bits), the k nearest by
 * Hamming distance; equally far ones by position.
 *
 * | index      | finds                                          | memory per million of 1024 bits | for                      |
 * |------------|------------------------------------------------|---------------------------------|--------------------------|
 * | `scan`     | exactly the nearest                            | 128 MB                          | the oracle; up to 20,000 |
 * | `slices`   | paper B's signature slice lists                | 401 MB                          | comparing with the paper |
 * | `clusters` | nearly the nearest, in the nearest lists only  | 265 MB                          | the default              |
 *
 * With exact settings all find the same; `nearest/indexes/contract.cases.ts` checks that. docs/search.md has their quality
 * and speed.
 */
import type { Engine } from './engines.ts';
import { ClusterIndex } from './nearest/indexes/clusters.ts';
import { ScanIndex } from './nearest/indexes/scan.ts';
import type { SignatureStore } from './nearest/indexes/signature-store.ts';
import { SliceIndex } from './nearest/indexes/slices.ts';

/** A signature found. */
export interface Neighbor {
  /** Position in the order of `add`. */
  readonly position: number;
  /** Differing bits. */
  readonly distance: number;
}

export type SignatureIndexKind = 'scan' | 'slices' | 'clusters';

export interface SearchSettings {
  /**
   * How much of the true result is wanted, as recall@10 (docs/search.md), 0.7 to 1: the other settings are chosen from
   * it. 1 is exact.
   */
  readonly quality?: number;
  /** Compare only these bits, all signatures: for queries too short to know all bits. */
  readonly mask?: Uint8Array;
  /** `clusters`: look into this many lists. */
  readonly listProbes?: number;
  /** `slices`: compare at most this many signatures bit by bit. */
  readonly candidates?: number;
  /** `slices`: visit lists within this many bits (i in paper B) … */
  readonly expand?: number;
  /** … but do not add signatures first seen beyond this many (j in paper B). @default expand */
  readonly cutoff?: number;
}

export interface BuildSettings {
  /** `slices`: bits of a slice. @default by the size of the collection, as paper B advises: 16 at a million, one more for every doubling */
  readonly sliceBits?: number;
  /** `clusters`: signatures in a list, on average. @default by the size of the collection: 64 up to 262,144, 256 from 1,048,576 on */
  readonly listSize?: number;
}

/** A named piece of an index, as it is in memory and in a file. */
export interface IndexPart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Where stored parts come from: a map, or a file. */
export interface PartSource {
  get(name: string): Uint8Array | undefined;
}

export interface SignatureIndex {
  readonly kind: SignatureIndexKind;
  /** Its name in reports: `clusters, 3,906 lists`. */
  readonly name: string;
  readonly store: SignatureStore;
  /** Memory of the signatures and the index in bytes, without the work space of searches. */
  readonly bytes: number;
  /** Builds the index of the store's signatures, on all threads. */
  build(): Promise<void>;
  /** Adds the signatures appended to the store since. */
  update(): Promise<void>;
  /** The k nearest to one signature, on the calling thread. */
  nearest(query: Uint8Array, k: number, settings?: SearchSettings): Neighbor[];
  /** The k nearest to each of many (one after the other in `queries`), on all threads. */
  nearestAll(queries: Uint8Array, k: number, settings?: SearchSettings): Promise<Neighbor[][]>;
  /** The data to store, besides the signatures, for `restore`. */
  parts(): IndexPart[];
  /** Restores the index from `parts`, for the same signatures. Parts that cannot belong to this index are refused (`BAD_INDEX`). */
  restore(parts: PartSource): void;
  /** Releases its memory, but not the store. */
  close(): void;
}

/** Up to this many signatures, comparing all is as fast as any index. */
const SCAN_UP_TO = 20_000;

/** An empty index over a store: `build` it, or `restore` it. `auto` chooses by the size of the store. */
export function newSignatureIndex(
  engine: Engine,
  store: SignatureStore,
  kind: SignatureIndexKind | 'auto' = 'auto',
  settings: BuildSettings = {},
): SignatureIndex {
  switch (kind === 'auto' ? (store.size <= SCAN_UP_TO ? 'scan' : 'clusters') : kind) {
    case 'scan':
      return new ScanIndex(engine, store);
    case 'slices':
      return new SliceIndex(engine, store, settings);
    case 'clusters':
      return new ClusterIndex(engine, store, settings);
  }
}
