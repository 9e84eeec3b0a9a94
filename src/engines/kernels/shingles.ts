/** Kernels that compare texts by their shingles, and sentences by their words. */
import type { Address } from '../heap.ts';
import type { BandKeysCall } from '../layouts/calls.ts';
import type { ArgumentsOf } from '../structs.ts';

export interface ShingleKernels {
  /**
   * The distinct shingles of one canonical text, as ascending u64 at `out` (room for `shingleRoom(length, shape)`, twice over:
   * the second half is work space). `shape` is from `shingleShape`. A text shorter than a shingle is one; an empty text
   * has none. The byte after the text is a separator (up to 0x20). `seedLow` and `seedHigh` are the seed of the fast checksum: it
   * changes the values, never which values are equal. Returns their number.
   */
  shingles(
    text: Address,
    length: number,
    shape: number,
    seedLow: number,
    seedHigh: number,
    out: Address,
  ): number;

  /** How many values two ascending u64 lists have in common. */
  intersect(a: Address, aCount: number, b: Address, bCount: number): number;

  /**
   * The band keys of every document of a canonical batch into `out`, u64[count * bands]: `rows` min-hashes of its shingles
   * each; `bands` is a multiple of 4, `bands * rows` up to 256. Documents without words all have the same keys. `work`: room for twice `shingleRoom` of the longest document; 0 for shingles of words
   * with the fast checksum, which need none. See `duplicates/candidates/bands.ts`.
   */
  bandKeys(call: ArgumentsOf<BandKeysCall>): void;

  /** Counts shingles by their `bits` highest bits into `counters`, u8[1 << bits], up to 128. Threads may share them. */
  countShingles(values: Address, count: number, counters: Address, bits: number): void;

  /** Writes shingles, u64[count], to `out`, those counted least first, then as they came. Returns how many were counted once. */
  rankShingles(values: Address, count: number, counters: Address, bits: number, out: Address): number;

  /**
   * How many of a text's distinct shingles may have been met in texts before it, and never fewer than were; from now on its own are met too.
   * `filter` has a bit for every hash that was met, `mask` + 1 bits in all, a power of two. Shingles of one text do not count for each other.
   */
  meetShingles(values: Address, count: number, filter: Address, mask: number): number;

  /** Finds the cells of a comparison matrix that count, as the `MatrixTile` at `tile` says. See `engines/layouts/matrix-tile.ts`. */
  matrixTile(tile: Address): void;
}
