/** The job of `pairs`: compares canonical texts in a file or on the heap, pair by pair. */
import { longestText } from '../../corpus/index.ts';
import {
  type Address,
  addressIn,
  aligned,
  type Heap,
  type Job,
  plus,
  type Seed,
} from '../../engines/index.ts';
import { shingleRoom } from '../../engines/layouts/shingle-bits.ts';
import type { Kernels } from '../../engines.ts';
import { openTexts, readTextInto } from '../../platform/spool.ts';
import type { TextsInFile } from '../../platform.ts';
import { TextPrints } from './text-prints.ts';

export interface CompareArguments extends Pick<TextsInFile, 'ranges'> {
  /** Descriptor, open for reading. If left out, the positions of the ranges are addresses on the heap. */
  file?: number;
  /** Which texts to compare: 2 indexes into the ranges for every pair. */
  pairs: Uint32Array;
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** How fingerprints are made: of `Kernels.simhash`. */
  simhashMode: number;
  /** Work space: `compareSpace(ranges, shape)` bytes. */
  work: Address;
}

export interface CompareResult {
  /** Distinct shingles of every text. */
  sizes: Uint32Array;
  /** Shingles in common, for every pair. */
  common: Uint32Array;
  /** Differing bits of the fingerprints, for every pair. */
  distances: Uint8Array;
}

/** Bytes of work space that a compare job over these texts needs. */
export function compareSpace(ranges: Float64Array, shape: number): number {
  const longest = longestText(ranges);
  let kept = 0;
  for (let i = 1; i < ranges.length; i += 2) kept += 8 * shingleRoom(ranges[i], shape);
  return kept + 8 * shingleRoom(longest, shape) + longest + 256;
}

export const compareJob: Job<CompareArguments, CompareResult> = {
  name: 'compare',
  prepare: openTexts,
  run: compare,
};

function compare(job: CompareArguments, kernels: Kernels, heap: Heap): CompareResult {
  const { ranges, pairs, shape, seed } = job;
  const texts = ranges.length / 2;
  const sizes = new Uint32Array(texts);
  const lists = new Float64Array(texts);
  const text = plus(job.work, TextPrints.bytes);
  const prints = new TextPrints(texts, job.simhashMode, kernels, heap, job.work);
  let next = aligned(text, longestText(ranges) + 64);
  for (let i = 0; i < texts; i++) {
    const length = ranges[2 * i + 1];
    const at = job.file === undefined ? addressIn(ranges, 2 * i) : text;
    if (job.file !== undefined) readTextInto(job.file, heap.u8, text, length, ranges[2 * i]);
    prints.take(i, at, length);
    sizes[i] = kernels.shingles(at, length, shape, seed.low, seed.high, next);
    lists[i] = next;
    next = plus(next, 8 * sizes[i]);
  }
  const common = new Uint32Array(pairs.length / 2);
  const distances = new Uint8Array(pairs.length / 2);
  for (let p = 0; p < common.length; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    common[p] = kernels.intersect(addressIn(lists, a), sizes[a], addressIn(lists, b), sizes[b]);
    distances[p] = prints.distance(a, b);
  }
  return { sizes, common, distances };
}
