/** Kernels that make, search and cluster long signatures. */
import type { Address } from '../heap.ts';
import type {
  AssignListsCall,
  BuildSliceCall,
  MajorityCentroidsCall,
  RefineListsCall,
  TopsigCall,
} from '../layouts/calls.ts';
import type { ArgumentsOf } from '../structs.ts';

export interface SignatureKernels {
  /**
   * Adds one to `counts`, u32[2^20], for every distinct term of every document of a canonical batch, at the highest 20 bits of the
   * term's hash: how many documents have it. Terms that share a place share the count.
   */
  termCounts(text: Address, offsets: Address, count: number, counts: Address): void;

  /**
   * TopSig signatures of `width` bits (a multiple of 64 up to 4096) of every document of a canonical batch into `out`, and, if
   * `masks` is not 0, which bits are known (their sum is not zero). `weights`, u8[2^20], has the weight of every term, at the
   * place at which `termCounts` counts it.
   */
  topsig(call: ArgumentsOf<TopsigCall>): void;

  /** Finds the k nearest signatures by comparing all, as the `SignatureSearch` at `search` says. */
  scanSignatures(search: Address): void;

  /** Lists the signatures by their bits [start, start + bits): list v is `ids[ends[v], ends[v + 1])`, u32[2^bits + 1]. */
  buildSlice(call: ArgumentsOf<BuildSliceCall>): void;

  /** Finds near signatures through slice lists (paper B); `search` is a `SignatureSearch`. */
  searchSlices(search: Address): void;

  /** Finds near signatures in the lists whose centroids are nearest; `search` is a `SignatureSearch`. */
  searchLists(search: Address): void;

  /**
   * Moves every centroid to the middle of its signatures: a bit is one if more than half of the signatures have it. Per centroid, the first `MOST_MEMBERS` count. `work` has `majorityWorkBytes` bytes.
   */
  majorityCentroids(call: ArgumentsOf<MajorityCentroidsCall>): void;

  /**
   * The nearest centroid (u32) of each of `count` signatures from `first` on, the first of equally near ones. Only centroids whose first
   * `PREFIX_BYTES` are within `margin` bits of the nearest in them are compared in full. `work` has `assignWorkBytes` bytes.
   */
  assignLists(call: ArgumentsOf<AssignListsCall>): void;

  /**
   * Lets each of `count` signatures from `first` on choose the nearest among the neighbors of the centroid in `assigned` (u32), which it
   * replaces: centroid c has `neighborCount` neighbors at `neighbors`, u32[centroids][neighborCount].
   */
  refineLists(call: ArgumentsOf<RefineListsCall>): void;
}
