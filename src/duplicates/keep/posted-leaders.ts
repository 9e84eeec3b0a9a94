/** The texts that lead so far, by the buckets they are posted in, up to the limit. */
import { smallestFirst } from '../candidates/limit.ts';
import type { LeadArguments } from './lead-job.ts';

export class PostedLeaders {
  /** Texts whose candidates were not all given. */
  truncated = 0;
  private readonly job: LeadArguments;
  private readonly posted: number[][];
  /** 1 for buckets that hold the most already, and more were to be posted. */
  private readonly isOver: Uint8Array;
  /** How many are posted in every bucket. */
  private readonly sizes: Uint32Array;
  /** How many of these `fresh` has given. */
  private readonly given: Uint32Array;
  /** 1 + the text that a leader was given to last. */
  private readonly seen: Uint32Array;
  private readonly found: number[] = [];

  constructor(job: LeadArguments) {
    this.job = job;
    this.posted = Array.from({ length: job.buckets }, () => []);
    this.isOver = new Uint8Array(job.buckets);
    this.sizes = new Uint32Array(job.buckets);
    this.given = new Uint32Array(job.buckets);
    this.seen = new Uint32Array(job.roles.length);
  }

  add(text: number): void {
    const { cells, postStarts, posts, most } = this.job;
    for (let at = postStarts[cells[text]]; at < postStarts[cells[text] + 1]; at++) {
      const bucket = posts[at];
      if (this.sizes[bucket] < most) this.sizes[bucket] = this.posted[bucket].push(text);
      else this.isOver[bucket] = 1;
    }
  }

  /** The number of leaders in the buckets of a text; a leader in several buckets counts several times. */
  count(text: number): number {
    let all = 0;
    for (const bucket of this.bucketsOf(text)) all += this.sizes[bucket];
    return all;
  }

  /** Calls back with the leaders in the buckets of a text that were posted since these buckets were last asked for. */
  fresh(text: number, visit: (leader: number) => void): void {
    for (const bucket of this.bucketsOf(text)) {
      for (; this.given[bucket] < this.sizes[bucket]; this.given[bucket]++)
        visit(this.posted[bucket][this.given[bucket]]);
    }
  }

  /** Replaces `candidates` for a text that resembles no leader. */
  none(text: number): readonly number[] {
    // truncation counts all the same
    if (this.bucketsOf(text).some((bucket) => this.isOver[bucket] === 1)) this.truncated++;
    else if (this.count(text) > this.job.most) this.candidates(text);
    return [];
  }

  private bucketsOf(text: number): Uint32Array {
    const { cells, looks, lookStarts } = this.job;
    return looks.subarray(lookStarts[cells[text]], lookStarts[cells[text] + 1]);
  }

  /** The leaders that a text may follow; the array is only lent. */
  candidates(text: number): readonly number[] {
    const { job, posted, seen, found } = this;
    const places = this.bucketsOf(text);
    let all = 0;
    let isTruncated = false;
    for (const bucket of places) {
      all += this.sizes[bucket];
      if (this.isOver[bucket] === 1) isTruncated = true;
    }
    found.length = 0;
    for (const bucket of all > job.most ? smallestFirst(places, this.sizes, job.most) : places) {
      for (const other of posted[bucket]) {
        if (seen[other] === text + 1) continue;
        if (found.length === job.most) isTruncated = true;
        else {
          seen[other] = text + 1;
          found.push(other);
        }
      }
    }
    if (isTruncated) this.truncated++;
    return found;
  }
}
