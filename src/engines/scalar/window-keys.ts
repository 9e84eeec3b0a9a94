/** Keys of windows: equal windows of all texts have equal keys. */
import type { Twin } from '../kernels.ts';
import { ENDS_AT, HIGH_BASE, KEY_BYTES, KEY_PRIME, LOW_BASE } from '../layouts/window-anchors.ts';

export const windowKeys: Twin<'windowKeys'> = ({ u32 }, { work, room, first, count, out }) => {
  for (let window = 0; window < count; window++) {
    const end = u32[(work + ENDS_AT * room) / 4 + first + window];
    const words = u32.subarray(work / 4 + 2 * (first + window), work / 4 + 2 * end);
    const low = keyOf(words, 0, LOW_BASE, 2);
    u32.set([low, keyOf(words, 1, HIGH_BASE, 2), end], out / 4 + (KEY_BYTES / 4) * window);
  }
};

/** The two halves of the key of a run of words, given their hashes. */
export function keysOfRun(low: Uint32Array, high: Uint32Array): [low: number, high: number] {
  return [keyOf(low, 0, LOW_BASE, 1), keyOf(high, 0, HIGH_BASE, 1)];
}

/** The words are the digits of a number in this base. */
function keyOf(words: Uint32Array, first: number, base: number, step: number): number {
  let key = 0;
  for (let at = first; at < words.length; at += step) key = reduced(times(key, base) + words[at]);
  return key;
}

/** a · b modulo the prime: b in halves, so that every product is exact. */
function times(a: number, b: number): number {
  const high = reduced(a * (b >>> 16));
  return reduced(high * 0x10000 + a * (b & 0xffff));
}

/** Modulo 2^31 - 1, for numbers below 2^53: the bits above the first 31 count as much as those below. */
function reduced(value: number): number {
  const above = Math.floor(value / 0x80000000);
  const sum = above + (value - above * 0x80000000);
  return sum >= KEY_PRIME ? sum - KEY_PRIME : sum;
}
