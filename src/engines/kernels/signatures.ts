/** Kernels of long signatures: making them, searching them, and clusters of them. */
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

  /** Finds the k nearest signatures by comparing all, as the `SignatureSearch` at `search` says; see `engines/signatures.ts`. */
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

  /** Writes `count` blocks of sketches from block `first` on: the first `sketchBytes` bytes of the signatures in `slots`. */
  buildSketches(
    signatures: number,
    bytes: number,
    slots: number,
    first: number,
    count: number,
    sketchBytes: number,
    sketches: number,
  ): void;

  /** Finds near signatures by their sketches, in all blocks or those of the nearest clusters; `search` is a `SignatureSearch`. */
  searchSketches(search: number): void;

  /** The nearest centroid (u32) of each of the signatures numbered in `list`, or of `count` from `first` on if that is 0. */
  nearestCentroids(
    signatures: number,
    bytes: number,
    list: number,
    first: number,
    count: number,
    centroids: number,
    centroidCount: number,
    out: number,
  ): void;

  /**
   * Moves every centroid to the middle of the signatures assigned to it: a bit is one if more than half of them have it. `count`
   * is below 65,536; `work` has `majorityWorkBytes` bytes.
   */
  majorityCentroids(
    signatures: number,
    bytes: number,
    list: number,
    assigned: number,
    count: number,
    centroids: number,
    centroidCount: number,
    work: number,
  ): void;

  /**
   * The nearest list (u32) of each of `count` signatures from `first` on, the first of equally near ones, among the lists of its
   * `probes` (up to 16) nearest groups. Group g has the lists `[groupStarts[g], groupStarts[g + 1])`.
   */
  nearestLists(
    signatures: number,
    bytes: number,
    first: number,
    count: number,
    groups: number,
    groupCentroids: number,
    groupStarts: number,
    listCentroids: number,
    probes: number,
    out: number,
  ): void;
}
