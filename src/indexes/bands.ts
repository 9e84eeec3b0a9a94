/**
 * Candidates by min-hash bands. Two texts of resemblance s have a min-hash in common with probability s, all r of a band with s^r,
 * and at least one of b bands with 1 - (1 - s^r)^b.
 *
 * Memory: 4 bytes a band and document for the keys; while one band is sorted 16 bytes a document more; and 8 bytes for every
 * place in a bucket that is not alone there.
 */
import { badOption } from '../errors.ts';
import type { Buckets } from '../indexes.ts';
import { invert, symmetricBuckets } from './buckets.ts';
import { BucketList, KeyGroups } from './key-groups.ts';

export interface BandOptions {
  /** Least resemblance of the pairs that are looked for, above 0 to 1. */
  readonly threshold: number;
  /** The most that may be missed of the pairs that have just that resemblance. @default 0.001 */
  readonly miss?: number;
  /** The most min-hashes to be made of a document, up to 256. More of them give fewer false candidates. @default 144 */
  readonly hashes?: number;
}

export interface Bands {
  readonly bands: number;
  /** Min-hashes in a band. */
  readonly rows: number;
}

/** As many rows as there are min-hashes for: they keep false candidates away; bands make up for what rows miss. */
export function bandsFor({ threshold, miss = 0.001, hashes = 144 }: BandOptions): Bands {
  for (let rows = Math.min(hashes, 32); rows >= 1; rows--) {
    // a threshold of 1 misses nothing
    const bands = threshold === 1 ? 1 : Math.ceil(Math.log(miss) / Math.log1p(-(threshold ** rows)));
    if (bands * rows <= hashes) return { bands, rows };
  }
  const least = 1 - miss ** (1 / hashes);
  throw badOption(
    'threshold',
    `at least ${least.toFixed(3)} for ${hashes} min-hashes`,
    threshold,
    'Use the exact method for texts that share so little.',
  );
}

/** The probability that two texts of this resemblance become candidates. */
export function bandProbability(resemblance: number, { bands, rows }: Bands): number {
  return 1 - (1 - resemblance ** rows) ** bands;
}

/**
 * The buckets of items with equal keys: item i has the keys `keys[bands * items[i]]` and the `bands - 1` after it. Buckets with the
 * same items are one: copies meet in every band.
 */
export function bandBuckets(keys: Uint32Array, items: Uint32Array, bands: number): Buckets {
  const found = new BucketList();
  const groups = new KeyGroups(items.length);
  for (let band = 0; band < bands; band++) {
    groups.clear();
    for (let item = 0; item < items.length; item++) groups.add(item, keys[bands * items[item] + band]);
    groups.each((members) => found.add(members));
  }
  const byBucket = found.lists();
  const count = byBucket.starts.length - 1;
  return symmetricBuckets(count, invert(byBucket, items.length));
}
