/**
 * Leaders: goes through texts in a given order and decides for each whether it leads (nothing before it is like it) or
 * follows the leader most like it. Every follower was compared with its own leader, and with as few others as possible:
 * a cluster of a thousand copies costs a thousand comparisons, not half a million.
 */
import { longestText } from '../../corpus/index.ts';
import type { ProofOptions } from '../../duplicates.ts';
import { type Heap, type Job, type Seed, shingleRoom } from '../../engines/index.ts';
import type { Kernels } from '../../engines.ts';
import { openTexts, readText } from '../../platform/spool.ts';
import type { TextsInFile } from '../../platform.ts';
import { smallestFirst } from '../candidates/limit.ts';
import { isProved, mayBeProved, resemblanceOf } from '../proof/evidence.ts';
import { shingleHashes } from '../proof/met-shingles.ts';
import { CROWD, Sketches } from '../proof/sketch.ts';
import { TextPrints } from '../proof/text-prints.ts';

/** What a text may become. */
export const Role = {
  /** Leads or follows. */
  any: 0,
  /** Leads in any case, and is not compared with leaders before it. */
  leads: 1,
  /** Follows or stands alone; nothing follows it. */
  follows: 2,
} as const;

/** The texts are in the order of the decision. Follower and leader need to have what `ProofOptions` says in common. */
export interface LeadArguments extends Pick<TextsInFile, 'ranges'>, ProofOptions {
  /** Descriptor, open for reading. If left out, the positions of the ranges are addresses on the heap. */
  file?: number;
  /** Role of every text. */
  roles: Uint8Array;
  /** The cell of every text. A text is compared with those posted in a bucket that its cell looks into. */
  cells: Uint32Array;
  /** Number of buckets. */
  buckets: number;
  /** Buckets that cell c looks into: `looks.subarray(lookStarts[c], lookStarts[c + 1])`. */
  lookStarts: Uint32Array;
  looks: Uint32Array;
  /** Buckets that texts of cell c are posted in, in the same way. */
  postStarts: Uint32Array;
  posts: Uint32Array;
  /** How many candidates a text is compared with, at most; see `candidates/limit.ts`. */
  most: number;
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** How fingerprints are made: of `Kernels.simhash`. */
  simhashMode: number;
  /** Work space: `leadSpace(ranges, shape)` bytes. */
  work: number;
  workBytes: number;
}

export interface LeadResult {
  /** Index of the leader of every text, or -1 for a text that follows no other. */
  leaders: Int32Array;
  /** Distinct shingles of follower and leader, and how many they share: 3 numbers for every text, 0 without a leader. */
  counts: Uint32Array;
  /** Differing bits of the fingerprints of follower and leader; 0 without a leader. */
  distances: Uint8Array;
  /** Texts that were not compared with all of their candidates. */
  truncated: number;
}

/** Room for the shingles of many leaders, so that they need not be made again for every follower. */
const CACHE_BYTES = 16 << 20;

/** Bytes of work space that a job over these texts needs. */
export function leadSpace(ranges: Float64Array, shape: number): number {
  const longest = longestText(ranges);
  return longest + 256 + Math.max(CACHE_BYTES, 4 * 8 * shingleRoom(longest, shape));
}

export const leadJob: Job<LeadArguments, LeadResult> = {
  name: 'lead',
  prepare: openTexts,
  run: lead,
};

function lead(job: LeadArguments, kernels: Kernels, heap: Heap): LeadResult {
  const texts = job.roles.length;
  const leaders = new Int32Array(texts).fill(-1);
  const counts = new Uint32Array(3 * texts);
  const distances = new Uint8Array(texts);
  const cache = new ShingleCache(job, kernels, heap);
  const posted = new PostedLeaders(job);
  for (let i = 0; i < texts; i++) {
    if (job.roles[i] !== Role.leads) {
      let best = 0;
      for (const other of cache.isAlone(i, posted) ? posted.none(i) : cache.likely(i, posted.candidates(i))) {
        if (!cache.mayMatch(i, other)) continue;
        const common = cache.common(i, other);
        const size = cache.sizes[i];
        const otherSize = cache.sizes[other];
        const resemblance = resemblanceOf(size, otherSize, common);
        if (!isProved(resemblance, common / size, job)) continue;
        // the most alike; among equals the one that came first
        if (resemblance < best || (resemblance === best && leaders[i] < other)) continue;
        best = resemblance;
        leaders[i] = other;
        counts.set([size, otherSize, common], 3 * i);
      }
    }
    if (leaders[i] !== -1) distances[i] = cache.distance(i, leaders[i]);
    else if (job.roles[i] !== Role.follows) posted.add(i);
  }
  return { leaders, counts, distances, truncated: posted.truncated };
}

/** The texts that lead so far, by the buckets they are posted in; as many of them as the limit allows. */
class PostedLeaders {
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

  /** How many leaders there are in the buckets of a text; those in several of them are counted for each. */
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

  /** In place of the candidates of a text that resembles none of them. */
  none(text: number): readonly number[] {
    // they are counted all the same
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

/**
 * Shingles of texts, made when they are first wanted; when the room is full all are dropped and made again as needed. And their
 * fingerprints, which stay.
 */
class ShingleCache {
  readonly sizes: Uint32Array;
  private readonly prints: TextPrints;
  private readonly job: LeadArguments;
  private readonly kernels: Kernels;
  private readonly heap: Heap;
  private readonly at: Float64Array;
  private readonly text: number;
  private readonly first: number;
  private next: number;
  /** From the first text on that has a crowd of candidates. */
  private sketches: Sketches | undefined;
  /** 1 for texts whose bits are in their sketch. */
  private readonly isDrawn: Uint8Array;
  /** Of the text whose sketch is being made. */
  private hashes = new Uint32Array(1024);

  constructor(job: LeadArguments, kernels: Kernels, heap: Heap) {
    this.job = job;
    this.kernels = kernels;
    this.heap = heap;
    this.sizes = new Uint32Array(job.roles.length);
    this.isDrawn = new Uint8Array(job.roles.length);
    this.at = new Float64Array(job.roles.length);
    this.prints = new TextPrints(job.roles.length, job.simhashMode, kernels, heap, job.work);
    this.text = job.work + TextPrints.bytes;
    this.first = 8 * Math.ceil((this.text + longestText(job.ranges) + 64) / 8);
    this.next = this.first;
  }

  /** False if two texts need not be compared, by their sizes. They are known of texts that were compared before. */
  mayMatch(a: number, b: number): boolean {
    if (this.sizes[a] === 0 || this.sizes[b] === 0) return true;
    return mayBeProved(this.sizes[a], this.sizes[b], this.job);
  }

  /**
   * True if a text has a crowd of leaders around it and resembles none of them, by one look at its shingles. Sketches say nothing of
   * containment, and the exact method must not miss a text.
   */
  isAlone(text: number, posted: PostedLeaders): boolean {
    const { containment, most, threshold, roles, ranges } = this.job;
    if (containment !== undefined || most === Number.POSITIVE_INFINITY || posted.count(text) <= CROWD)
      return false;
    this.sketches ??= new Sketches(roles.length, bytesOf(ranges));
    const { sketches } = this;
    posted.fresh(text, (leader) => {
      if (!sketches.has(leader)) sketches.meet(leader, this.hashesOf(leader));
    });
    sketches.meet(text, this.hashesOf(text));
    return sketches.isAlone(text, threshold);
  }

  /** Those of its candidates that a text may resemble. */
  likely(text: number, candidates: readonly number[]): readonly number[] {
    const { sketches, isDrawn } = this;
    if (candidates.length <= CROWD || !sketches?.has(text)) return candidates;
    for (const each of [text, ...candidates]) {
      if (isDrawn[each] === 0) sketches.draw(each, this.hashesOf(each));
      isDrawn[each] = 1;
    }
    return candidates.filter(sketches.likely(text, this.job.threshold));
  }

  common(a: number, b: number): number {
    this.need(a);
    if (this.need(b)) this.need(a);
    return this.kernels.intersect(this.at[a], this.sizes[a], this.at[b], this.sizes[b]);
  }

  /** Differing bits of the fingerprints of two texts. */
  distance(a: number, b: number): number {
    for (const i of [a, b])
      if (!this.prints.has(i)) this.prints.take(i, this.textAt(i), this.job.ranges[2 * i + 1]);
    return this.prints.distance(a, b);
  }

  /** The address of a text. */
  private textAt(i: number): number {
    const { file, ranges } = this.job;
    if (file === undefined) return ranges[2 * i];
    readText(file, this.heap.u8, this.text, ranges[2 * i + 1], ranges[2 * i]);
    return this.text;
  }

  /** Hashes of the shingles of a text; only lent. */
  private hashesOf(i: number): Uint32Array {
    this.need(i);
    const values = this.heap.u32.subarray(this.at[i] / 4, this.at[i] / 4 + 2 * this.sizes[i]);
    if (this.hashes.length < this.sizes[i]) this.hashes = new Uint32Array(2 * this.sizes[i]);
    return shingleHashes(values, this.hashes.subarray(0, this.sizes[i]));
  }

  /** Makes the shingles of a text unless they are there. Returns true when all others had to go. */
  private need(i: number): boolean {
    if (this.at[i] !== 0) return false;
    const length = this.job.ranges[2 * i + 1];
    const room = 2 * 8 * shingleRoom(length, this.job.shape);
    const full = this.next + room > this.job.work + this.job.workBytes;
    if (full) {
      this.at.fill(0);
      this.next = this.first;
    }
    const { shape, seed } = this.job;
    this.sizes[i] = this.kernels.shingles(this.textAt(i), length, shape, seed.low, seed.high, this.next);
    this.at[i] = this.next;
    this.next += 8 * this.sizes[i];
    return full;
  }
}

/** Bytes of all texts. */
function bytesOf(ranges: Float64Array): number {
  let bytes = 0;
  for (let i = 1; i < ranges.length; i += 2) bytes += ranges[i];
  return bytes;
}
