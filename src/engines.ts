/**
 * Engines: who computes. An engine knows bytes and numbers in one shared memory (the heap), never documents.
 *
 * Every computation is a kernel with two implementations that give the same bits: `scalar` (plain TypeScript, the
 * specification and the fallback) and `wasm` (AssemblyScript, SIMD). `NEARDUP_ENGINE=scalar|wasm` forces one.
 */
import type { Heap } from './engines/heap.ts';
import type { Job, KernelName } from './engines/jobs.ts';

export type EngineName = 'wasm' | 'scalar';

/** What `canonicalize` answers when a text must be brought to Unicode NFC first; see `Kernels.canonicalize`. */
export const NEEDS_NORMALIZATION = -1;

/** What `fused` answers when the batch must be taken in two steps; see `Kernels.fused`. */
export const TWO_STEPS = -2;

/** Bits of `simhash`'s `mode`. */
export const SimhashMode = {
  /** The mixed hash of words (mixed-hash.ts); without it the values are exactly paper A's. */
  mixed: 1,
  /** Count a word once however often it occurs. */
  sets: 2,
  /** A bit whose sum is zero becomes 1 (the example printed in paper A) instead of 0 (its text). */
  tiesToOne: 4,
} as const;

/** Bits of `canonicalize`'s `mode`; the low two bits give the n of character n-grams (1, 2 or 3). */
export const CanonicalMode = {
  ngramMask: 3,
  /** The text is known to be NFC: do not answer NEEDS_NORMALIZATION. */
  normalized: 4,
  /** Keep the ends of sentences, as SENTENCE_END in place of the space. */
  sentences: 8,
} as const;

/**
 * The computations. All pointers are byte addresses in the heap.
 *
 * A *batch* is `text` (UTF-8) with `offsets`: u32[count + 1], relative to `text`. Document i is
 * `[offsets[i], offsets[i + 1] - 1)`, and the byte after it is a NUL that belongs to no document. At least 64 bytes before
 * and after `text` may be read (never written), whatever they hold. A *canonical batch* is a batch whose
 * documents are words separated by single spaces (or SENTENCE_END, where asked for), with none at either end.
 */
export interface Kernels {
  readonly name: EngineName;

  /**
   * Canonical text of a batch. `letters` is the letter table (`engines/tables.ts`), `stops` the address
   * of u32[count], for every document the address of its stop-word table or 0; `stops` itself may be 0.
   * Writes a canonical batch (`out`, `outOffsets`) and the number of words of every document (`words`, u32[count]).
   * `out` must hold `CANONICAL_GROWTH * bytes + 2 * count + 64` bytes.
   * Returns the bytes written, or NEEDS_NORMALIZATION as soon as a character turns up that NFC might change.
   *
   * `places`, if it is not 0, gets where each word that was written begins and ends in `text`: two u32 for each, one document's words
   * after the other's. It must hold `placeBytes` bytes. Places cost speed: they take the slow path for all letters.
   */
  canonicalize(
    text: number,
    offsets: number,
    count: number,
    letters: number,
    stops: number,
    mode: number,
    out: number,
    outOffsets: number,
    words: number,
    places: number,
  ): number;

  /** Simhash of every document of a canonical batch into `out`, u64[count]; a document without words gives 0. */
  simhash(text: number, offsets: number, count: number, mode: number, out: number): void;

  /**
   * `canonicalize` and `simhash` in one pass, without the canonical text: fingerprints (`out`, u64[count]) and numbers of
   * words (`words`, u32[count]) of a batch of raw text. Returns 0, NEEDS_NORMALIZATION, or TWO_STEPS where only the two
   * kernels one after the other can do it; then nothing of the output counts.
   */
  fused(
    text: number,
    offsets: number,
    count: number,
    letters: number,
    stops: number,
    canonicalMode: number,
    simhashMode: number,
    out: number,
    words: number,
  ): number;

  /** A 64-bit hash of every document's bytes into `out`, u64[count]: equal texts have equal hashes. */
  contentHash(text: number, offsets: number, count: number, out: number): void;

  /**
   * The distinct shingles of one canonical text, as ascending u64 at `out` (room for `shingleRoom(length, shape)`, twice over:
   * the second half is work space). `shape` is from `shingleShape`. A text shorter than a shingle is one; an empty text
   * has none. The byte after the text is a separator (up to 0x20). Returns their number.
   */
  shingles(text: number, length: number, shape: number, out: number): number;

  /** How many values two ascending u64 lists have in common. */
  intersect(a: number, aCount: number, b: number, bCount: number): number;

  /**
   * Counts values (u64[count]) by the `bits` bits from `shift` on; adds to `counts`, u32[1 << bits]. See `engines/join.ts`.
   * `only` is 0, or the address of u8[65536]: values count for which it is not 0 at the sibling of the quarter that `shift` is in.
   */
  joinCount(values: number, count: number, shift: number, bits: number, only: number, counts: number): void;

  /** Counts values by `bits` bits of both halves at once, from `shift` on in the low one, to `counts`, u32[2][1 << bits]. */
  joinCountBoth(values: number, count: number, shift: number, bits: number, counts: number): void;

  /**
   * Writes the values whose `bits` bits lie in `[low, high)` as records into their chunks. `next`, u32[1 << bits], tells for
   * every chunk which of `records` is its next to be written, and is moved on. The first value's id is `firstId`. `only`: as above.
   * `quarter`: -1 for the value as it is, or it is turned: the sibling of this quarter (u16), the quarter (u16), the other half (u32).
   */
  joinScatter(
    values: number,
    count: number,
    firstId: number,
    shift: number,
    bits: number,
    low: number,
    high: number,
    only: number,
    next: number,
    records: number,
    quarter: number,
  ): void;

  /**
   * Finds the near pairs of one chunk after the other, as the `JoinPart` at `part` says, until all are done (1) or the
   * next chunk's pairs do not fit, or might not (0); they are then as many as `wanted` says, and the call can be repeated.
   */
  joinPart(part: number): number;

  /**
   * After `joinPart` has done all chunks of a quarter, with `starts`: finds the pairs that differ in one bit of the quarter
   * and agree in its sibling, of each chunk with those before it. Otherwise as `joinPart`.
   */
  joinAcross(part: number): number;

  /**
   * Sorts those of `count` pairs whose first number lies in `[low, high)` by the first and then the second number to their place
   * in `out`, behind those with lower ones, through `room`; both have room for all, and what they have for others stays. `work`: 32 KB.
   */
  joinSort(
    pairs: number,
    count: number,
    low: number,
    high: number,
    room: number,
    out: number,
    work: number,
  ): void;

  /**
   * The band keys of every document of a canonical batch into `out`, u32[count * bands]: `rows` min-hashes of its shingles
   * each, `bands * rows` up to 256. `work`: room for twice `shingleRoom` of the longest document; 0 for shingles of words
   * with the fast checksum, which need none. See `indexes/bands.ts`.
   */
  bandKeys(
    text: number,
    offsets: number,
    count: number,
    shape: number,
    bands: number,
    rows: number,
    work: number,
    out: number,
  ): void;

  /** Counts shingles by their `bits` highest bits into `counters`, u8[1 << bits], up to 128. Threads may share them. */
  countShingles(values: number, count: number, counters: number, bits: number): void;

  /** Writes shingles, u64[count], to `out`, those counted least first, then as they came. Returns how many were counted once. */
  rankShingles(values: number, count: number, counters: number, bits: number, out: number): number;

  /**
   * Adds one to `counts`, u32[2^20], for every distinct term of every document of a canonical batch, at the highest 20 bits of the
   * term's hash: how many documents have it. Terms that share a place share the count.
   */
  termCounts(text: number, offsets: number, count: number, counts: number): void;

  /**
   * TopSig signatures of `width` bits (a multiple of 64 up to 4096) of every document of a canonical batch into `out`, and, where
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

  /** The nearest centroid (u32) of each of the signatures numbered in `list`, or of `count` from `first` on where that is 0. */
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
   * Moves every centroid to the middle of the signatures assigned to it: a bit is one where more than half of them have it. `count`
   * is below 65,536; `work` has room for 16 * centroidCount * bytes + 4 * centroidCount bytes.
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

  /** Finds texts and ids in JSON lines, as the `JsonlScan` at `scan` says. See `engines/jsonl.ts`. */
  scanJsonl(scan: number): void;

  /** Finds the cells of a comparison matrix that count, as the `MatrixTile` at `tile` says. See `engines/matrix.ts`. */
  matrixTile(tile: number): void;

  /**
   * Simhash in which words have weights, of every document of a canonical batch into `out`, u64[count]; 0 where nothing has weight.
   * `weights`, u8[2^20], has the weight of every word, 0 to 5, at the place at which `termCounts` counts it. Of `mode`,
   * `sets` and `tiesToOne` count; the value of a word is always the mixed one.
   */
  weightedSimhash(
    text: number,
    offsets: number,
    count: number,
    weights: number,
    mode: number,
    out: number,
  ): void;

  /**
   * Puts the stem of every word in its place. `tables` is the address of u32[count]: for every document the address of its
   * stem table (`engines/stem-table.ts`), or 0 where words stay. Words over 255 bytes stay.
   * Writes a canonical batch (`out`, `outOffsets`) that is no longer than `text`; `out` must hold 64 bytes more. What separates
   * words stays.
   * Returns the bytes written; or, where words were not in their table, minus the number of those listed at `missing`
   * (24 bytes each: hash u64, start in `text` u32, length u32, table u32), and then what was written means nothing. At most
   * `room` are listed: put them into the tables and call again.
   */
  stemWords(
    text: number,
    offsets: number,
    count: number,
    tables: number,
    out: number,
    outOffsets: number,
    missing: number,
    room: number,
  ): number;

  /**
   * Puts the words of one region in the place of those of another: a batch like the given one and no longer, into `out`
   * (room for 64 bytes more) and `outOffsets`. `table` is described in `engines/regional-words.ts`.
   * Returns the bytes written, or 0 if there are no such words, and then `out` means nothing.
   *
   * `moves`, if it is not 0, gets how the places in `out` and `text` differ: u32 how many moves, u32 0, then for each word that
   * became shorter where it ends in `out` and in `text`. Behind it, both run side by side up to the next one. It must hold
   * `moveBytes` bytes.
   */
  regionalWords(
    text: number,
    offsets: number,
    count: number,
    table: number,
    out: number,
    outOffsets: number,
    moves: number,
  ): number;
}

/** Bytes for the places of the words of a batch: a word takes two bytes of the text or more, but for the last of a document. */
export function placeBytes(bytes: number, count: number): number {
  return 4 * bytes + 8 * count;
}

/** Bytes for the moves of a batch: a word that becomes shorter has two characters or more, of three bytes each. */
export function moveBytes(bytes: number): number {
  return 8 + 8 * Math.ceil(bytes / 6);
}

/** The most bytes of canonical text that one byte of text can become (three-byte characters as trigrams: 10/3). */
export const CANONICAL_GROWTH = 3.5;

/** Kernels with a heap and a pool of workers to run them on. */
export interface Engine {
  /** As reports name it: `wasm, 2 threads`. */
  readonly name: string;
  readonly threads: number;
  readonly heap: Heap;
  /** The kernels on the calling thread. */
  readonly kernels: Kernels;
  /** Runs a job of a room on a free worker (with one thread: here and now). Jobs may finish in any order. */
  run<A, R>(job: Job<A, R>, args: A): Promise<R>;
  /** Calls one kernel there. */
  call<K extends KernelName>(kernel: K, ...args: Parameters<Kernels[K]>): Promise<ReturnType<Kernels[K]>>;
  close(): Promise<void>;
}
