/**
 * Candidates by rare shingles, exactly: every pair above the threshold, none missed (prefix filter: Chaudhuri, Ganti, Kaushik
 * 2006; Bayardo, Ma, Srikant 2007).
 *
 * All shingles are put into one order, the rarest first. A text that must share t of its n shingles with another shares one of
 * its first n - ceil(t n) + 1 with it: its prefix. So texts look for each other by their prefixes alone, which are rare. For
 * resemblance both must, and prefixes meet prefixes; for containment only the text inside must, and its prefix is looked for
 * among all shingles of the others.
 *
 * For containment the prefix is longer than it needs to be, by EXTRA of all shingles: if one of the first n must be shared, then 1 + k
 * of the first n + k must be. Long documents on one subject share some rare shingles, but seldom that many.
 *
 * Any order works, as long as all texts use the same one: so shingles are counted in a table of bounded size, by their leading
 * bits, and a shingle counted once is in no other text. If prefixes are short, half of the shingles are not counted and come last: the
 * prefix of a text is full before them, and every counter is a wait for the memory. Memory: up to 256 MB for that table, and some 16
 * bytes for every shingle of a prefix that others have too.
 */

import type { Buckets, ContainmentOf } from '../../duplicates.ts';
import type { Job } from '../../engines/index.ts';
import type { Engine } from '../../engines.ts';
import { ordered } from '../../ordered.ts';
import type { TextsInFile } from '../../platform.ts';
import { mayBeProved } from '../proof/evidence.ts';
import { pairBuckets } from './contained-pairs.ts';
import { shingleSpace } from './each-text.ts';
import {
  type CountShinglesArguments,
  countShinglesJob,
  type RareShingles,
  rareShinglesJob,
} from './rarity-job.ts';
import { ShingleTable } from './shingle-table.ts';

export interface SharedShingleOptions {
  /** How texts are cut into shingles, from `shingleShape`. */
  readonly shape: number;
  /** Least resemblance, above 0 to 1. */
  readonly threshold: number;
  /** Least containment of one in the other, which is enough as well. Left out: containment does not count. */
  readonly containment?: number;
  /** With `reference`, texts look for those that may be inside them. */
  readonly containmentOf?: ContainmentOf;
}

/** Bounds of one job. */
const JOB_TEXTS = 4096;
const JOB_BYTES = 4 << 20;
/** Counters, of a byte each. */
const MOST_BITS = 28;
/** From this share on, only half of a text's shingles are counted; its prefix is about half of these. */
const HALF_COUNTED_FROM = 0.75;
/** Shingles of 8 bytes that are held at most. */
const HELD_SHINGLES = 1 << 24;
/** By how much a prefix for containment is longer, as a share of all shingles. */
const EXTRA = 0.02;

export async function rareShingleBuckets(
  engine: Engine,
  texts: TextsInFile,
  options: SharedShingleOptions,
): Promise<Buckets> {
  const { heap } = engine;
  const { shape, threshold, containment, containmentOf } = options;
  const share = Math.min(threshold, containment ?? 1);
  // for containment, all shingles that others may have are listed, so all are counted
  const halves = containment === undefined && share >= HALF_COUNTED_FROM ? 1 : 2;
  const tableBits = counterBits(texts, halves / 2);
  const bits = tableBits + 2 - halves;
  const limit = halves * 2 ** 31;
  const counters = heap.allocate(2 ** tableBits);
  heap.u8.fill(0, counters, counters + 2 ** tableBits);
  const round = <A, R>(job: Job<CountShinglesArguments & A, R>, more: A) =>
    ordered(cut(texts), { items: 2 * engine.threads }, async ({ first, ranges }) => {
      const work = heap.allocate(shingleSpace(ranges, shape));
      try {
        const { file } = texts;
        const args = { ...more, file, ranges, shape, seed: engine.seed, limit, counters, bits, work };
        return { first, result: await engine.run(job, args) };
      } finally {
        heap.release(work);
      }
    });
  try {
    const sizes = new Uint32Array(texts.ranges.length / 2);
    for await (const { first, result } of round(countShinglesJob, {})) sizes.set(result, first);
    const table = new ShingleTable(sizes.length);
    if (containment === undefined) {
      const rare = round(rareShinglesJob, { share, extra: 0, all: false });
      for await (const { result } of rare) lookAll(table, result);
      const mayMatch = (a: number, b: number) => mayBeProved(sizes[a], sizes[b], options);
      return { ...table.buckets(), mayMatch };
    }
    const held = new HeldShingles();
    const all = () => round(rareShinglesJob, { share, extra: EXTRA, all: true });
    for await (const { result } of all()) {
      lookAll(table, result);
      held.add(result);
    }
    if (held.isWhole) for (const result of held.take()) postAll(table, result);
    else for await (const { result } of all()) postAll(table, result);
    const inside = pairBuckets(table.buckets(), sizes, share, EXTRA);
    return containmentOf === 'reference' ? turned(inside) : inside;
  } finally {
    heap.release(counters);
  }
}

/** The same pairs, looked for by the other text. */
function turned({ lookStarts, looks, postStarts, posts, ...others }: Buckets): Buckets {
  return { ...others, lookStarts: postStarts, looks: posts, postStarts: lookStarts, posts: looks };
}

function lookAll(table: ShingleTable, { starts, shingles, inPrefix }: RareShingles): void {
  for (let i = 0; i + 1 < starts.length; i++)
    table.look(shingles.subarray(starts[i], starts[i] + inPrefix[i]));
}

function postAll(table: ShingleTable, { starts, shingles }: RareShingles): void {
  for (let i = 0; i + 1 < starts.length; i++) table.post(shingles.subarray(starts[i], starts[i + 1]));
}

/** Up to HELD_SHINGLES shingles, kept until all texts look for theirs, so that they need not be made again. */
class HeldShingles {
  isWhole = true;
  private results: RareShingles[] = [];
  private count = 0;

  add(result: RareShingles): void {
    this.count += result.shingles.length;
    if (this.count > HELD_SHINGLES) {
      this.isWhole = false;
      this.results = [];
    }
    if (this.isWhole) this.results.push(result);
  }

  /** Gives everything once, and holds it no longer. */
  *take(): Generator<RareShingles> {
    for (let next = this.results.shift(); next !== undefined; next = this.results.shift()) yield next;
  }
}

/** About four counters a shingle that is counted, a shingle being about six bytes of text. @param counted Their share. */
function counterBits({ ranges }: TextsInFile, counted: number): number {
  let bytes = 0;
  for (let i = 1; i < ranges.length; i += 2) bytes += ranges[i];
  return Math.min(MOST_BITS, Math.max(10, Math.ceil(Math.log2((4 * counted * bytes) / 6 + 1))));
}

/** Texts in their order, enough to keep a worker busy and few enough to bound its memory. */
export function* cut({
  ranges,
}: Pick<TextsInFile, 'ranges'>): Generator<{ first: number; ranges: Float64Array }> {
  let first = 0;
  let bytes = 0;
  for (let i = 0; i < ranges.length / 2; i++) {
    bytes += ranges[2 * i + 1];
    if (bytes < JOB_BYTES && i + 1 - first < JOB_TEXTS && 2 * i + 2 < ranges.length) continue;
    yield { first, ranges: ranges.slice(2 * first, 2 * i + 2) };
    first = i + 1;
    bytes = 0;
  }
}
