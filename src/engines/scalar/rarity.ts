/** Which shingles are rare, in plain TypeScript. The reference for `assembly/rarity.ts`; see `Kernels`. */

import type { Heap } from '../heap.ts';
import type { Twin } from '../kernels.ts';
import { MOST_COUNTED } from '../layouts/modes.ts';

export const countShingles: Twin<'countShingles'> = (heap, values, count, counters, bits) => {
  const { u8 } = heap;
  for (let i = 0; i < count; i++) {
    const counter = counters + slotOf(heap, values, i, bits);
    if (u8[counter] < MOST_COUNTED) Atomics.add(u8, counter, 1);
  }
};

export const rankShingles: Twin<'rankShingles'> = (heap, values, count, counters, bits, out) => {
  const { u8, u64 } = heap;
  const rarity = Array.from({ length: count }, (_, i) =>
    Math.min(u8[counters + slotOf(heap, values, i, bits)], MOST_COUNTED),
  );
  const order = rarity.map((_, i) => i).sort((a, b) => rarity[a] - rarity[b] || a - b);
  const ranked = order.map((i) => u64[values / 8 + i]);
  u64.set(ranked, out / 8);
  return rarity.filter((n) => n <= 1).length;
};

/** The counter of a value: its highest bits. */
function slotOf(heap: Heap, values: number, i: number, bits: number): number {
  return heap.u32[(values >>> 2) + 2 * i + 1] >>> (32 - bits);
}
