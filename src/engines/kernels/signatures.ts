/** Kernels that make, search and cluster long signatures. */
export interface SignatureKernels {
  /**
   * Adds one to `counts`, u32[2^20], for every distinct term of every document of a canonical batch, at the highest 20 bits of the
   * term's hash: how many documents have it. Terms that share a place share the count.
   */
  termCounts(text: number, offsets: number, count: number, counts: number): void;

  /**
   * TopSig signatures of `width` bits (a multiple of 64 up to 4096) of every document of a canonical batch into `out`, and, if
   * `masks` is not 0, which bits are known (their sum is not zero). `weights`, u8[2^20], has the weight of every term, at the
   * place at which `termCounts` counts it.
   */
  topsig(
    text: number,
    offsets: number,
    count: number,
    width: number,
    weights: number,
    out: number,
    masks: number,
  ): void;

  /** Finds the k nearest signatures by comparing all, as the `SignatureSearch` at `search` says. */
  scanSignatures(search: number): void;

  /** Lists the signatures by their bits [start, start + bits): list v is `ids[ends[v], ends[v + 1])`, u32[2^bits + 1]. */
  buildSlice(
    signatures: number,
    count: number,
    bytes: number,
    start: number,
    bits: number,
    ends: number,
    ids: number,
  ): void;

  /** Finds near signatures through slice lists (paper B); `search` is a `SignatureSearch`. */
  searchSlices(search: number): void;

  /** Finds near signatures in the lists whose centroids are nearest; `search` is a `SignatureSearch`. */
  searchLists(search: number): void;

  /**
   * Moves every centroid to the middle of its signatures: a bit is one if more than half of the signatures have it. Per centroid, the first `MOST_MEMBERS` count. `work` has `majorityWorkBytes` bytes.
   */
  majorityCentroids(
    signatures: number,
    bytes: number,
    assigned: number,
    count: number,
    centroids: number,
    centroidCount: number,
    work: number,
  ): void;

  /**
   * The nearest centroid (u32) of each of `count` signatures from `first` on, the first of equally near ones. Only centroids whose first
   * `PREFIX_BYTES` are within `margin` bits of the nearest in them are compared in full. `work` has `assignWorkBytes` bytes.
   */
  assignLists(
    signatures: number,
    bytes: number,
    first: number,
    count: number,
    centroids: number,
    centroidCount: number,
    margin: number,
    work: number,
    out: number,
  ): void;

  /**
   * Lets each of `count` signatures from `first` on choose the nearest among the neighbors of the centroid in `assigned` (u32), which it
   * replaces: centroid c has `neighborCount` neighbors at `neighbors`, u32[centroids][neighborCount].
   */
  refineLists(
    signatures: number,
    bytes: number,
    first: number,
    count: number,
    centroids: number,
    neighbors: number,
    neighborCount: number,
    assigned: number,
  ): void;
}
