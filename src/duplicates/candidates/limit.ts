/**
 * Bounded work: how many of its candidates a document is compared with, and which. The rule depends on the documents alone, and is the
 * same in every command.
 *
 * A document looks for candidates among the texts before it, in input order; if it is decided which are kept, among those that are kept
 * so far; in a collection, among those that are in it. It looks into its buckets one after the other, those with the fewest of these texts
 * first (what few share says most), among equals by band. A bucket shows its first MOST_COMPARED texts, and is not counted further. After
 * MOST_COMPARED candidates it stops. So documents that share one phrase, or that are all just below the threshold, cost MOST_COMPARED
 * comparisons each, and not one for each of the others.
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

/**
 * The buckets of a text in the order in which it looks into them.
 * @param buckets By band.
 * @param sizes For every bucket the texts in it that this one may be compared with.
 * @param most Texts that a bucket shows.
 */
export function smallestFirst(buckets: Uint32Array, sizes: ArrayLike<number>, most: number): Uint32Array {
  return buckets.slice().sort((a, b) => Math.min(sizes[a], most) - Math.min(sizes[b], most));
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
  /** Texts of every bucket that come before the present one. */
  private readonly before: Uint32Array;

  /** @param skipped 1 for texts that resemble none before them: they are not given. Empty if there are none. */
  constructor(
    private readonly texts: CandidateTexts,
    private readonly most: number,
    private readonly skipped: Uint8Array = new Uint8Array(),
  ) {
    const { starts, members } = postedTexts(texts);
    this.starts = starts;
    this.members = members;
    this.before = new Uint32Array(texts.buckets.count);
  }

  /**
   * Every text that has candidates, with those before it; the array is only lent.
   * @param isWanted 1 for the cells that are looked at, if not all are. Texts of other cells must have no candidates among them.
   */
  *each(isWanted?: Uint8Array): Generator<{ text: number; others: Uint32Array }> {
    const { before, most } = this;
    const { textStarts, buckets } = this.texts;
    const { lookStarts, looks, postStarts, posts } = buckets;
    const seen = new Uint32Array(this.texts.memberStarts.length);
    const others = new Uint32Array(Math.min(most, seen.length));
    for (let cell = 0; cell + 1 < textStarts.length; cell++) {
      const places = looks.subarray(lookStarts[cell], lookStarts[cell + 1]);
      if (places.length === 0 || isWanted?.[cell] === 0) continue;
      for (let text = textStarts[cell]; text < textStarts[cell + 1]; text++) {
        let all = 0;
        for (const bucket of places) all += before[bucket];
        const isSkipped = this.skipped[text] === 1;
        // truncation counts all the same
        if (all > 0 && (!isSkipped || all > most)) {
          const order = all > most ? smallestFirst(places, before, most) : places;
          const count = this.find(text, order, seen, others);
          if (!isSkipped) yield { text, others: others.subarray(0, count) };
        }
        for (let at = postStarts[cell]; at < postStarts[cell + 1]; at++) before[posts[at]]++;
      }
    }
  }

  private find(text: number, buckets: Uint32Array, seen: Uint32Array, others: Uint32Array): number {
    const { starts, members, before, most } = this;
    let count = 0;
    let isTruncated = false;
    for (const bucket of buckets) {
      const end = starts[bucket] + Math.min(most, before[bucket]);
      let at = starts[bucket];
      for (; at < end; at++) {
        const other = members[at];
        if (seen[other] === text + 1) continue;
        if (count === most) break;
        seen[other] = text + 1;
        others[count++] = other;
      }
      // some that come before it are left
      isTruncated ||= at < starts[bucket] + before[bucket];
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
