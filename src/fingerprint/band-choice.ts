/**
 * How many min-hashes a document gets. Two texts of resemblance s have a min-hash in common with probability s, all r of a band
 * with s^r, and at least one of b bands with 1 - (1 - s^r)^b.
 */
import { badOption } from '../errors.ts';

export interface BandOptions {
  /** Least resemblance of the pairs that are looked for, above 0 to 1. */
  readonly threshold: number;
  /** The most that may be missed of the pairs that have just that resemblance. @default 0.001 */
  readonly miss?: number;
  /** The most min-hashes to be made of a document, up to 256. More of them give fewer false candidates. @default 160 */
  readonly hashes?: number;
}

export interface Bands {
  /** A multiple of 4: kernels make four at a time. */
  readonly bands: number;
  /** Min-hashes in a band. */
  readonly rows: number;
}

/** As many rows as the min-hashes allow: more rows give fewer false candidates, and more bands find what rows miss. */
export function bandsFor({ threshold, miss = 0.001, hashes = 160 }: BandOptions): Bands {
  for (let rows = Math.min(hashes, 32); rows >= 1; rows--) {
    // a threshold of 1 misses nothing
    const needed = threshold === 1 ? 1 : Math.log(miss) / Math.log1p(-(threshold ** rows));
    const bands = 4 * Math.ceil(needed / 4);
    if (bands * rows <= hashes) return { bands, rows };
  }
  const least = 1 - miss ** (1 / hashes);
  throw badOption(
    'threshold',
    `at least ${least.toFixed(3)} for ${hashes} min-hashes`,
    threshold,
    'Use the exact method for such a low resemblance.',
  );
}

/** The probability that two texts of this resemblance become candidates. */
export function bandProbability(resemblance: number, { bands, rows }: Bands): number {
  return 1 - (1 - resemblance ** rows) ** bands;
}
