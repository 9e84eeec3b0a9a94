/**
 * The join: all pairs of fingerprints that differ in few bits, as three kernels.
 *
 * The 64 bits are cut into blocks (`engines/scalar/join/blocks.ts`), and pairs are found by the first block in which they agree: `count`
 * fingerprints by the highest bits of that block, `scatter` them into chunks by these bits, and join the chunks,
 * a part at a time (`part`).
 */
import type { Address } from '../heap.ts';
import type { JoinScatterCall } from '../layouts/calls.ts';
import type { ArgumentsOf } from '../structs.ts';

export interface JoinKernels {
  /** Counts values (u64[count]) by the `bits` bits from `shift` on; adds to `counts`, u32[1 << bits]. */
  joinCount(values: Address, count: number, shift: number, bits: number, counts: Address): void;

  /**
   * Writes the values whose `bits` bits are in `[low, high)` as records into their chunks. `next`, u32[1 << bits], tells for
   * every chunk which of `records` is its next to be written, and is moved on. The first value's id is `firstId`.
   * `quarter`: -1 for the value as it is; otherwise it is rotated: the sibling of this quarter (u16), the quarter (u16), the other half (u32).
   */
  joinScatter(call: ArgumentsOf<JoinScatterCall>): void;

  /**
   * Finds the near pairs of one chunk after the other, as the `JoinPart` at `part` says, until all are done (1) or the
   * next chunk's pairs do not fit, or might not (0); they are then as many as `wanted` says, and the call can be repeated.
   */
  joinPart(part: Address): number;
}
