/**
 * TopSig signatures of canonical text, in plain TypeScript. The reference for the wasm kernel (`assembly/topsig.ts`).
 *
 * Every term has a sparse vector of +1 and -1, made from its 64-bit hash alone (`draw`). A document's vector is the sum of
 * its terms' vectors, each times the weight of the term; the signature has a one where the sum is above zero. Only
 * integer arithmetic is used, so the result is the same everywhere.
 */

import type { Twin } from '../kernels.ts';
import { SLOT_SHIFT } from '../layouts/modes.ts';
import { mixedHash } from '../mixed-hash.ts';
import { finish } from './mix.ts';
import { wordEnd } from './simhash.ts';
import { WordCounts } from './word-counts.ts';

const GOLDEN = 0x9e3779b1;
const LAST_SEPARATOR = 0x20;

/** How many draws make a term's vector; each gives one +1 and one -1. About a 21st of the width is not zero. */
export function drawCount(width: number): number {
  return 4 * Math.max(1, Math.floor(width / 168));
}

/** Draw n of a term: the low half gives the place of a +1, the high half that of a -1. */
function draw(lo: number, hi: number, n: number): number {
  return finish((lo + Math.imul(n, GOLDEN)) ^ hi);
}

/** The weight of `count` occurrences, in sixteenths: 1 + 0.69 log2(count), the logarithm linear between powers of two. */
export function occurrenceWeight(count: number): number {
  const power = 31 - Math.clz32(count);
  const log16 = 16 * power + (((count << 4) >>> power) & 15);
  return 16 + ((11 * log16) >>> 4);
}

export const termCounts: Twin<'termCounts'> = (heap, text, offsets, count, counts) => {
  const { u8, u32 } = heap;
  const at = offsets >>> 2;
  for (let i = 0; i < count; i++) {
    collect(u8, text + u32[at + i], text + u32[at + i + 1] - 1);
    for (let t = 0; t < terms.length; t++) u32[(counts >>> 2) + (terms.hi[t] >>> SLOT_SHIFT)]++;
  }
};

export const topsig: Twin<'topsig'> = (heap, { text, offsets, count, width, weights, out, masks }) => {
  const { u8, u32 } = heap;
  const at = offsets >>> 2;
  const bytes = width >>> 3;
  const draws = drawCount(width);
  const sums = new Int32Array(width);
  for (let i = 0; i < count; i++) {
    collect(u8, text + u32[at + i], text + u32[at + i + 1] - 1);
    sums.fill(0);
    for (let t = 0; t < terms.length; t++) {
      const [lo, hi] = [terms.lo[t], terms.hi[t]];
      const weight = Math.imul(occurrenceWeight(terms.counts[t]), u8[weights + (hi >>> SLOT_SHIFT)]);
      for (let n = 0; n < draws; n++) {
        const x = draw(lo, hi, n);
        sums[((x & 0xffff) * width) >>> 16] += weight;
        sums[((x >>> 16) * width) >>> 16] -= weight;
      }
    }
    for (let byte = 0; byte < bytes; byte++) {
      let ones = 0;
      let known = 0;
      for (let bit = 0; bit < 8; bit++) {
        ones |= (sums[8 * byte + bit] > 0 ? 1 : 0) << bit;
        known |= (sums[8 * byte + bit] !== 0 ? 1 : 0) << bit;
      }
      u8[out + i * bytes + byte] = ones;
      if (masks !== 0) u8[masks + i * bytes + byte] = known;
    }
  }
};

const terms = new WordCounts();
const word = new Uint32Array(2);

/** The distinct words of `bytes[start, end)` by their mixed hash. */
function collect(bytes: Uint8Array, start: number, end: number): void {
  terms.clear();
  for (let at = start; at < end; ) {
    if (bytes[at] <= LAST_SEPARATOR) {
      at++;
      continue;
    }
    const next = wordEnd(bytes, at, end);
    mixedHash(bytes, at, next, word);
    at = next;
    terms.add(word[0], word[1]);
  }
}
