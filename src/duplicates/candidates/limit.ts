/**
 * Bounded work: how many of its candidates a document is compared with, and which. The rule depends on the documents alone.
 *
 * A document looks for candidates among those before it, in input order (or by rank, if it is decided which are kept). It looks into its
 * buckets one after the other, those with the fewest documents first: what few share says most. Each bucket shows the first
 * MOST_COMPARED documents that are in it. After MOST_COMPARED candidates it stops. So documents that share one phrase, or that are all just
 * below the threshold, cost MOST_COMPARED comparisons each, and not one for each of the others.
 *
 * The exact method has no limit: it misses no pair.
 */
import type { Buckets, CandidateOptions } from '../../duplicates.ts';
import { methodFor } from '../../fingerprint/index.ts';
import type { CandidateTexts } from './candidate-texts.ts';

/** No document of the labelled sets has more than 678 (docs/decisions.md). */
export const MOST_COMPARED = 1000;

export function mostCompared(options: CandidateOptions): number {
  return methodFor(options) === 'exact' ? Number.POSITIVE_INFINITY : MOST_COMPARED;
}

/** The most comparisons that these buckets can take. Two texts that share several buckets are counted for each. */
export function comparisonsIn({ count, looks, posts }: Buckets): number {
  const sizes = (places: Uint32Array) => {
    const sums = new Uint32Array(count);
    for (let i = 0; i < places.length; i++) sums[places[i]]++;
    return sums;
  };
  const posted = sizes(posts);
  const isSymmetric = looks === posts;
  const looking = isSymmetric ? posted : sizes(looks);
  let sum = 0;
  for (let bucket = 0; bucket < count; bucket++) {
    sum += isSymmetric ? (posted[bucket] * (posted[bucket] - 1)) / 2 : looking[bucket] * posted[bucket];
  }
  return sum;
}

/** The buckets of a text, those with the fewest texts first. @param sizes Texts in every bucket. */
export function smallestFirst(buckets: Uint32Array, sizes: Uint32Array): Uint32Array {
  return buckets.slice().sort((a, b) => sizes[a] - sizes[b] || a - b);
}

/**
 * Texts with candidates before them, as many as the limit allows. Only for buckets in which a text finds every candidate, not only those
 * that look for it.
 */
export class LimitedPairs {
  /** Texts whose candidates were not all given. */
  truncated = 0;
  private readonly starts: Uint32Array;
  private readonly members: Uint32Array;

  constructor(
    private readonly texts: CandidateTexts,
    private readonly most: number,
  ) {
    const { starts, members } = postedTexts(texts);
    this.starts = starts;
    this.members = members;
  }

  /** Every text that has candidates, with those before it; the array is only lent. */
  *each(): Generator<{ text: number; others: Uint32Array }> {
    const { textStarts, buckets } = this.texts;
    const { lookStarts, looks } = buckets;
    const sizes = new Uint32Array(buckets.count).map((_, i) => this.starts[i + 1] - this.starts[i]);
    const seen = new Uint32Array(this.texts.memberStarts.length);
    const others = new Uint32Array(Math.min(this.most, seen.length));
    for (let cell = 0; cell + 1 < textStarts.length; cell++) {
      const places = looks.subarray(lookStarts[cell], lookStarts[cell + 1]);
      if (places.length === 0) continue;
      let all = 0;
      for (const bucket of places) all += sizes[bucket];
      const order = all > this.most ? smallestFirst(places, sizes) : places;
      for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) {
        const count = this.find(text, order, seen, others);
        if (count > 0) yield { text, others: others.subarray(0, count) };
      }
    }
  }

  private find(text: number, buckets: Uint32Array, seen: Uint32Array, others: Uint32Array): number {
    let count = 0;
    let isTruncated = false;
    for (const bucket of buckets) {
      const end = Math.min(this.starts[bucket] + this.most, this.starts[bucket + 1]);
      let at = this.starts[bucket];
      for (; at < end && this.members[at] < text; at++) {
        const other = this.members[at];
        if (seen[other] === text + 1) continue;
        if (count === this.most) break;
        seen[other] = text + 1;
        others[count++] = other;
      }
      // some that come before it are left
      isTruncated ||= at < this.starts[bucket + 1] && this.members[at] < text;
    }
    if (isTruncated) this.truncated++;
    return count;
  }
}

/** The texts that are posted in each bucket, ascending. */
function postedTexts({ textStarts, buckets }: CandidateTexts): { starts: Uint32Array; members: Uint32Array } {
  const { count, postStarts, posts } = buckets;
  const starts = new Uint32Array(count + 1);
  const eachPost = (visit: (bucket: number, text: number) => void) => {
    for (let cell = 0; cell + 1 < textStarts.length; cell++) {
      for (let at = postStarts[cell]; at < postStarts[cell + 1]; at++) {
        for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) visit(posts[at], text);
      }
    }
  };
  eachPost((bucket) => {
    starts[bucket + 1]++;
  });
  for (let bucket = 0; bucket < count; bucket++) starts[bucket + 1] += starts[bucket];
  const members = new Uint32Array(starts[count]);
  const next = starts.slice();
  eachPost((bucket, text) => {
    members[next[bucket]++] = text;
  });
  return { starts, members };
}
