/**
 * How 64 bits are cut into blocks. If two fingerprints differ in at most k bits and the bits are cut into b > k blocks,
 * at least b - k blocks agree; every choice of b - k blocks is one permuted table.
 */

/** Bits of one partition step: 256 write streams fit the cache and the TLB. */
const STEP = 8;

/** First bit of block `i` of `count`; block i is `[blockStart(i), blockStart(i + 1))`. */
export function blockStart(i: number, count: number): number {
  return Math.floor((64 * i) / count);
}

/**
 * A block is partitioned by its highest bits first, a few at a time. Given the part `[start, end)` still to do, where
 * the next step's bits begin. A step never crosses the middle, so that it reads only one half.
 */
export function stepStart(start: number, end: number, bits = STEP): number {
  const floor = end > 32 ? Math.max(start, 32) : start;
  return Math.max(floor, end - bits);
}

/** The bits `[start, end)` within the low (0) or high (1) half. */
export function halfMask(start: number, end: number, half: 0 | 1): number {
  let mask = 0;
  for (let bit = start; bit < end; bit++) if (bit >>> 5 === half) mask |= 1 << (bit & 31);
  return mask;
}
