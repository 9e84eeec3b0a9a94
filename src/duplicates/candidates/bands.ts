/**
 * Candidates by min-hash bands: texts that have a band in common. `fingerprint/band-choice.ts` says how likely that is.
 *
 * Memory: 4 bytes a band and document for the keys (8 if whole keys are kept); while bands are gone through 24 bytes a document more, and 32 for those that
 * may not be alone with their key; and 8 bytes for every place in a bucket that is not alone there.
 */
import type { Buckets } from '../../duplicates.ts';
import { invert, symmetricBuckets } from './buckets.ts';
import { BucketList, KeyGroups, SharedKeys } from './key-groups.ts';

/** Bands that are gone through together: the keys of a document lie side by side, and come from the memory together. */
const AT_ONCE = 4;

/** The keys of documents. */
export interface BandKeys {
  /** `bands` keys for every document, each of `words` numbers. */
  readonly keys: Uint32Array;
  readonly bands: number;
  readonly words: 1 | 2;
}

/** The buckets of items (documents) with equal keys. Buckets with the same items are one: copies meet in every band. */
export function bandBuckets({ keys, bands, words }: BandKeys, items: Uint32Array): Buckets {
  const found = new BucketList();
  const shared = new SharedKeys(items.length);
  const groups = new KeyGroups(items.length);
  const columns = new Uint32Array(AT_ONCE * words * items.length);
  const column = (i: number) => columns.subarray(i * items.length, (i + 1) * items.length);
  for (let first = 0; first < bands; first += AT_ONCE) {
    const together = words * Math.min(AT_ONCE, bands - first);
    for (let item = 0; item < items.length; item++) {
      const from = words * (bands * items[item] + first);
      for (let i = 0; i < together; i++) columns[i * items.length + item] = keys[from + i];
    }
    for (let i = 0; i < together; i += words) {
      const highs = words === 2 ? column(i + 1) : undefined;
      groups.each(shared.of(column(i)), column(i), highs, (members) => found.add(members));
    }
  }
  const byBucket = found.lists();
  const count = byBucket.starts.length - 1;
  return symmetricBuckets(count, invert(byBucket, items.length));
}
