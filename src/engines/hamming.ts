/** Bits of 32-bit halves: JavaScript has no fast 64-bit integers, so a fingerprint is passed as two halves. */

export function popcount(x: number): number {
  x -= (x >>> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** A hash of 64 bits, given as two halves, in which every bit of the result depends on every bit of the input. */
export function hash64(lo: number, hi: number): number {
  let h = Math.imul(lo, 0x9e3779b1) ^ Math.imul(hi ^ (lo >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae35);
  return (h ^ (h >>> 15)) >>> 0;
}
