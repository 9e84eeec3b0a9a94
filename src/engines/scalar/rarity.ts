/** Which shingles are rare, in plain TypeScript: what `assembly/rarity.ts` must compute; see `Kernels`. */

import type { Heap } from '../heap.ts';
import { MOST_COUNTED } from '../layouts/modes.ts';

export function countShingles(
  heap: Heap,
  values: number,
  count: number,
  counters: number,
  bits: number,
): void {
  const { u8 } = heap;
  for (let i = 0; i < count; i++) {
    const counter = counters + slotOf(heap, values, i, bits);
    if (u8[counter] < MOST_COUNTED) Atomics.add(u8, counter, 1);
  }
}

export function rankShingles(
  heap: Heap,
  values: number,
  count: number,
  counters: number,
  bits: number,
  out: number,
): number {
  const { u8, u64 } = heap;
  const rarity = Array.from({ length: count }, (_, i) =>
    Math.min(u8[counters + slotOf(heap, values, i, bits)], MOST_COUNTED),
  );
  const order = rarity.map((_, i) => i).sort((a, b) => rarity[a] - rarity[b] || a - b);
  const ranked = order.map((i) => u64[values / 8 + i]);
  u64.set(ranked, out / 8);
  return rarity.filter((n) => n <= 1).length;
}

/** The counter of a value: its highest bits. */
function slotOf(heap: Heap, values: number, i: number, bits: number): number {
  return heap.u32[(values >>> 2) + 2 * i + 1] >>> (32 - bits);
}
