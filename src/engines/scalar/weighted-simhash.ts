/**
 * Simhash in which every word has a weight (paper D), in plain TypeScript. The reference for the wasm kernel
 * (`assembly/weighted-simhash.ts`). A word adds its weight to the sums of the bits it has set and subtracts it from the others; a bit
 * of the fingerprint is one if its sum is above zero.
 */

import type { Twin } from '../kernels.ts';
import { SimhashMode, SLOT_SHIFT } from '../layouts/modes.ts';
import { mixedHash } from '../mixed-hash.ts';
import { HashSet } from './hash-set.ts';
import { wordEnd } from './simhash.ts';

const LAST_SEPARATOR = 0x20;

export const weightedSimhash: Twin<'weightedSimhash'> = (heap, text, offsets, count, weights, mode, out) => {
  const { u8, u32 } = heap;
  const sets = (mode & SimhashMode.sets) !== 0;
  const tiesToOne = (mode & SimhashMode.tiesToOne) !== 0;
  const at = offsets >>> 2;
  for (let i = 0; i < count; i++) {
    const end = text + u32[at + i + 1] - 1;
    let total = 0;
    sums.fill(0);
    if (sets) seen.clear();
    for (let p = text + u32[at + i]; p < end; ) {
      if (u8[p] <= LAST_SEPARATOR) {
        p++;
        continue;
      }
      const next = wordEnd(u8, p, end);
      mixedHash(u8, p, next, word);
      p = next;
      if (sets && !seen.add(word[0], word[1])) continue;
      const weight = u8[weights + (word[1] >>> SLOT_SHIFT)];
      total += weight;
      addWeighted(sums, word, weight);
    }
    u32.set(signsOf(sums, tiesToOne && total > 0), (out >>> 2) + 2 * i);
  }
};

const word = new Uint32Array(2);
const sums = new Float64Array(64);
const seen = new HashSet();

/** Adds a word's weight to the sums of the bits that are set in its value (lowest first), and subtracts it from the others. */
export function addWeighted(into: Float64Array, value: Uint32Array, weight: number): void {
  for (let bit = 0; bit < into.length; bit++) {
    into[bit] += ((value[bit >>> 5] >>> (bit & 31)) & 1) === 1 ? weight : -weight;
  }
}

/** The fingerprint, as two halves: a one if the sum is above zero, or at least zero if ties go to one. */
export function signsOf(of: Float64Array, tiesToOne: boolean): Uint32Array {
  const signs = new Uint32Array(2);
  for (let bit = 0; bit < of.length; bit++) {
    if (of[bit] > 0 || (tiesToOne && of[bit] === 0)) signs[bit >>> 5] |= 1 << (bit & 31);
  }
  return signs;
}
