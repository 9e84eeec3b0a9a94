/** Which texts may be contained in which: those that share enough shingles of their prefix, not only one. */
import type { Buckets } from '../../duplicates.ts';
import { invert } from './buckets.ts';
import { prefixLength } from './rarity-job.ts';

/**
 * A bucket for every text, into which those look that may be inside it. A list of pairs can grow with the square of a cluster: if it
 * would be longer than the lists of shingles, the buckets stay as they are.
 *
 * @param buckets One for every shingle: texts look for those of their prefix, and are posted with all of theirs.
 * @param sizes Distinct shingles of every text.
 * @param share Of these, as many must be shared as `prefixLength` says; the prefix is longer by `extra` of all.
 */
export function pairBuckets(buckets: Buckets, sizes: Uint32Array, share: number, extra: number): Buckets {
  const { count, lookStarts, looks, postStarts, posts } = buckets;
  const posted = invert({ starts: postStarts, values: posts }, count);
  const most = looks.length + posts.length;
  const pairStarts = new Uint32Array(lookStarts.length);
  const pairs: number[] = [];
  const matches = new Uint32Array(sizes.length);
  for (let text = 0; text < sizes.length; text++) {
    const touched: number[] = [];
    for (let at = lookStarts[text]; at < lookStarts[text + 1]; at++) {
      for (let p = posted.starts[looks[at]]; p < posted.starts[looks[at] + 1]; p++) {
        const other = posted.values[p];
        if (matches[other]++ === 0) touched.push(other);
      }
    }
    const needed = neededMatches(sizes[text], share, extra);
    for (const other of touched) {
      // a text that is much shorter cannot have enough of this one
      const isLongEnough = sizes[other] >= share * sizes[text] - 1e-9;
      if (other !== text && matches[other] >= needed && isLongEnough) pairs.push(other);
      matches[other] = 0;
    }
    if (pairs.length > most) return buckets;
    pairStarts[text + 1] = pairs.length;
  }
  const own = Uint32Array.from({ length: sizes.length + 1 }, (_, text) => text);
  return {
    count: sizes.length,
    lookStarts: pairStarts,
    looks: Uint32Array.from(pairs),
    postStarts: own,
    posts: own.subarray(0, sizes.length),
  };
}

/** If n of a text's shingles need not be shared, at most these are missing among the first ones. */
function neededMatches(size: number, share: number, extra: number): number {
  const least = prefixLength(size, share);
  return Math.min(size, least + Math.floor(extra * size)) - least + 1;
}
