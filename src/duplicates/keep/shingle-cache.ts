/**
 * Shingles of texts, made when they are first wanted; when the room is full all are dropped and made again as needed. And their
 * fingerprints and sketches, which stay.
 */
import { longestText } from '../../corpus/index.ts';
import { type Address, addressIn, aligned, type Heap, plus } from '../../engines/index.ts';
import { shingleRoom } from '../../engines/layouts/shingle-bits.ts';
import type { Kernels } from '../../engines.ts';
import { readTextInto } from '../../platform/spool.ts';
import { CROWD } from '../candidates/crowds.ts';
import { mayBeProved } from '../proof/evidence.ts';
import { shingleHashes } from '../proof/met-shingles.ts';
import { Sketches } from '../proof/sketch.ts';
import { TextPrints } from '../proof/text-prints.ts';
import type { LeadArguments } from './lead-job.ts';
import type { PostedLeaders } from './posted-leaders.ts';

export class ShingleCache {
  readonly sizes: Uint32Array;
  private readonly prints: TextPrints;
  private readonly job: LeadArguments;
  private readonly kernels: Kernels;
  private readonly heap: Heap;
  private readonly at: Float64Array;
  private readonly text: Address;
  private readonly first: Address;
  private next: Address;
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
    this.text = plus(job.work, TextPrints.bytes);
    this.first = aligned(this.text, longestText(job.ranges) + 64);
    this.next = this.first;
  }

  /** False if two texts need not be compared, by their sizes. They are known of texts that were compared before. */
  mayMatch(a: number, b: number): boolean {
    if (this.sizes[a] === 0 || this.sizes[b] === 0) return true;
    return mayBeProved(this.sizes[a], this.sizes[b], this.job);
  }

  /**
   * True if a text has a crowd of leaders and resembles none, by one look at its shingles. Sketches say nothing about
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
    const { at, sizes } = this;
    return this.kernels.intersect(addressIn(at, a), sizes[a], addressIn(at, b), sizes[b]);
  }

  /** Differing bits of the fingerprints of two texts. */
  distance(a: number, b: number): number {
    for (const i of [a, b])
      if (!this.prints.has(i)) this.prints.take(i, this.textAt(i), this.job.ranges[2 * i + 1]);
    return this.prints.distance(a, b);
  }

  /** The address of a text. */
  private textAt(i: number): Address {
    const { file, ranges } = this.job;
    if (file === undefined) return addressIn(ranges, 2 * i);
    readTextInto(file, this.heap.u8, this.text, ranges[2 * i + 1], ranges[2 * i]);
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
    this.next = plus(this.next, 8 * this.sizes[i]);
    return full;
  }
}

/** Bytes of all texts. */
function bytesOf(ranges: Float64Array): number {
  let bytes = 0;
  for (let i = 1; i < ranges.length; i += 2) bytes += ranges[i];
  return bytes;
}
