/** The pairs of a join put into their order, on all threads of the engine. */
import { PAIR_BYTES, SORT_WORK_BYTES } from '../../../engines/kernels/join.ts';
import { PAIR_WORDS } from '../../../engines/kernels/pairs.ts';
import type { Engine } from '../../../engines.ts';

import { sortPairs } from '../pair-order.ts';
import { dealOut } from './join-shares.ts';

/** Sorting fewer pairs is faster than sending them to workers. */
const MANY = 1 << 15;
/** Every SAMPLE-th pair is counted in one of STRETCHES ranges of first numbers, to estimate where the pairs are. */
const SAMPLE = 32;
const STRETCHES = 2048;

/** First numbers. */
interface Range {
  low: number;
  high: number;
}

/** Sorts pairs whose numbers are below `limit`, in `bytes` of heap at most. */
export async function sortFound(
  engine: Engine,
  parts: readonly Uint32Array[],
  limit: number,
  bytes: number,
): Promise<Uint32Array> {
  const { heap, kernels, threads } = engine;
  const words = parts.reduce((sum, part) => sum + part.length, 0);
  const count = words / PAIR_WORDS;
  const needed = 3 * PAIR_BYTES * count + threads * SORT_WORK_BYTES;
  if (kernels.name === 'scalar' || count < MANY || needed > 0.9 * Math.min(bytes, heap.available))
    return sortPairs(concatenate(parts, new Uint32Array(words)), limit);
  const sizes = [0, 1, 2].map(() => PAIR_BYTES * count);
  const [pairs, room, out, ...works] = heap.allocateAll([
    ...sizes,
    ...Array.from({ length: threads }, () => SORT_WORK_BYTES),
  ]);
  try {
    concatenate(parts, heap.u32.subarray(pairs >>> 2, (pairs >>> 2) + words));
    await dealOut(cutRanges(parts, limit, threads), works, async (work, { low, high }) => {
      await engine.call('joinSort', pairs, count, low, high, room, out, work);
    });
    return heap.u32.slice(out >>> 2, (out >>> 2) + words);
  } finally {
    for (const block of [pairs, room, out, ...works]) heap.release(block);
  }
}

/** Up to `shares` ranges of first numbers that have about as many pairs each. */
function cutRanges(parts: readonly Uint32Array[], limit: number, shares: number): Range[] {
  const shift = Math.max(0, Math.ceil(Math.log2(limit / STRETCHES)));
  const counts = new Uint32Array(STRETCHES);
  let sampled = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += SAMPLE * PAIR_WORDS, sampled++) counts[part[at] >>> shift]++;
  }
  const borders = [0];
  let before = 0;
  for (const [stretch, here] of counts.entries()) {
    const border = stretch * 2 ** shift;
    const isDue = before >= (borders.length * sampled) / shares;
    if (isDue && borders.length < shares && border < limit) borders.push(border);
    before += here;
  }
  return borders.map((low, i) => ({ low, high: borders[i + 1] ?? limit }));
}

function concatenate(parts: readonly Uint32Array[], into: Uint32Array): Uint32Array {
  let at = 0;
  for (const part of parts) {
    into.set(part, at);
    at += part.length;
  }
  return into;
}
