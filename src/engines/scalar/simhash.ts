/**
 * The simhash of canonical text, in plain TypeScript. The reference for the wasm kernel (`assembly/simhash.ts`).
 *
 * Every word is hashed to 64 bits; bit i of the fingerprint says whether more than half of the words have bit i set.
 * A 64-bit value is kept as two 32-bit halves (lo, hi), because 64-bit integers are slow in JavaScript.
 */

import type { Twin } from '../kernels.ts';
import { SimhashMode } from '../layouts/modes.ts';
import { mixedHash } from '../mixed-hash.ts';
import { HashSet } from './hash-set.ts';

/** The multiplier of sdbm: h = h * 65599 + byte. */
const SDBM = 65_599;
const TWO_32 = 2 ** 32;
/** Words are runs of bytes above this one; space and all below separate them. */
const LAST_SEPARATOR = 0x20;

export const simhash: Twin<'simhash'> = (heap, text, offsets, count, mode, out) => {
  const { u8, u32 } = heap;
  const bounds = u32.subarray(offsets >>> 2, (offsets >>> 2) + count + 1);
  const fingerprint = new Uint32Array(2);
  for (let i = 0; i < count; i++) {
    fingerprintBytes(u8, text + bounds[i], text + bounds[i + 1] - 1, mode, fingerprint);
    u32.set(fingerprint, (out >>> 2) + 2 * i);
  }
};

const word = new Uint32Array(2);
const ones = new Float64Array(64);
const seen = new HashSet();

/** The fingerprint of the words in `bytes[start, end)` as [lo, hi]. */
export function fingerprintBytes(
  bytes: Uint8Array,
  start: number,
  end: number,
  mode: number,
  into: Uint32Array,
): void {
  const hash = (mode & SimhashMode.mixed) !== 0 ? mixedHash : sdbm;
  const sets = (mode & SimhashMode.sets) !== 0;
  let words = 0;
  ones.fill(0);
  if (sets) seen.clear();
  for (let at = start; at < end; ) {
    if (bytes[at] <= LAST_SEPARATOR) {
      at++;
      continue;
    }
    const next = wordEnd(bytes, at, end);
    hash(bytes, at, next, word);
    at = next;
    if (sets && !seen.add(word[0], word[1])) continue;
    words++;
    for (let bit = 0; bit < 32; bit++) {
      ones[bit] += (word[0] >>> bit) & 1;
      ones[bit + 32] += (word[1] >>> bit) & 1;
    }
  }
  // V > 0 in paper A: more ones than zeros; with ties to one V >= 0, but a document without words stays 0
  const enough = words === 0 || (mode & SimhashMode.tiesToOne) === 0 ? words + 1 : words;
  into.fill(0);
  for (let bit = 0; bit < 64; bit++) {
    if (2 * ones[bit] >= enough) into[bit >>> 5] |= 1 << (bit & 31);
  }
}

/** Where the word that begins at `at` ends. */
export function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] > LAST_SEPARATOR) at++;
  return at;
}

/** Paper A's hash of a word. */
function sdbm(bytes: Uint8Array, start: number, end: number, into: Uint32Array): void {
  let lo = 0;
  let hi = 0;
  for (let at = start; at < end; at++) {
    // below 2^49, so the double is exact
    const low = lo * SDBM + bytes[at];
    hi = Math.imul(hi, SDBM) + Math.floor(low / TWO_32);
    lo = low >>> 0;
  }
  into[0] = lo;
  into[1] = hi;
}
