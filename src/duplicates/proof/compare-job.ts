/** The job of `pairs`: compares canonical texts in a file or on the heap, pair by pair. */
import { endOfRun, longestText, NEAR_WINDOW } from '../../corpus/index.ts';
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
import { openTexts, readFully } from '../../platform/spool.ts';
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
  return kept + 8 * shingleRoom(longest, shape) + Math.max(longest, NEAR_WINDOW) + 256;
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
  const window = plus(job.work, TextPrints.bytes);
  const prints = new TextPrints(texts, job.simhashMode, kernels, heap, job.work);
  let next = aligned(window, Math.max(longestText(ranges), NEAR_WINDOW) + 64);
  for (const [i, at] of textsAt(job, window, heap)) {
    const length = ranges[2 * i + 1];
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

/** The texts, each with its address, which is good until the next. Those of a file come in the order of their places. */
function* textsAt(
  { file, ranges }: CompareArguments,
  window: Address,
  { u8 }: Heap,
): Generator<readonly [text: number, at: Address]> {
  const count = ranges.length / 2;
  if (file === undefined) {
    for (let i = 0; i < count; i++) yield [i, addressIn(ranges, 2 * i)];
    return;
  }
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => ranges[2 * a] - ranges[2 * b],
  );
  const startOf = (place: number) => ranges[2 * order[place]];
  const endOf = (place: number) => startOf(place) + ranges[2 * order[place] + 1];
  for (let first = 0, last = 0; first < count; first = last) {
    const from = startOf(first);
    last = endOfRun(first, count, startOf, endOf);
    readFully(file, u8, window, endOf(last - 1) - from, from);
    for (let place = first; place < last; place++) {
      u8[window + endOf(place) - from] = 0;
      yield [order[place], plus(window, startOf(place) - from)];
    }
  }
}
