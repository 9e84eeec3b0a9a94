/** The jobs of the exact search for shared shingles: counts how common shingles are, then lists the rarest of each text. */
import { longestText, openTexts, readText, type TextsInFile } from '../../collection/index.ts';
import { type Heap, type Job, type Seed, shingleRoom } from '../../engines/index.ts';
import type { Kernels } from '../../engines.ts';

export interface CountShinglesArguments extends TextsInFile {
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Of the shingles' values. */
  seed: Seed;
  /** Address of u8[1 << bits], shared by all jobs. */
  counters: number;
  bits: number;
  /** Work space: `raritySpace(ranges, shape)` bytes. */
  work: number;
}

export interface RareShinglesArguments extends CountShinglesArguments {
  /** The share of its shingles that a text must have in common with another. It decides the length of the prefix. */
  share: number;
  /** More of them: as large a share of all shingles as this. */
  extra: number;
  /** List all shingles that others may have, not only those of the prefix. */
  all: boolean;
}

export interface RareShingles {
  /** Shingles of text i that were counted more than once: `shingles.subarray(starts[i], starts[i + 1])`, the rarest first. */
  starts: Uint32Array;
  shingles: BigUint64Array;
  /** How many of these are in the prefix. */
  inPrefix: Uint32Array;
}

/** Counts the shingles of all texts. Returns the distinct shingles of every text. */
export const countShinglesJob: Job<CountShinglesArguments, Uint32Array> = {
  name: 'count shingles',
  prepare: openTexts,
  run(args, kernels, heap) {
    const sizes = new Uint32Array(args.ranges.length / 2);
    eachText(args, kernels, heap, (text, values, size) => {
      sizes[text] = size;
      kernels.countShingles(values, size, args.counters, args.bits);
    });
    return sizes;
  },
};

/** Lists the rarest shingles of every text, when all are counted. */
export const rareShinglesJob: Job<RareShinglesArguments, RareShingles> = {
  name: 'rare shingles',
  prepare: openTexts,
  run(args, kernels, heap) {
    const { counters, bits, share, extra, all } = args;
    const starts = new Uint32Array(args.ranges.length / 2 + 1);
    const inPrefix = new Uint32Array(args.ranges.length / 2);
    const found: BigUint64Array[] = [];
    eachText(args, kernels, heap, (text, values, size, ranked) => {
      const unique = kernels.rankShingles(values, size, counters, bits, ranked);
      const prefix = Math.min(size, prefixLength(size, share) + Math.floor(extra * size));
      const end = all ? size : prefix;
      inPrefix[text] = Math.max(0, prefix - unique);
      starts[text + 1] = starts[text] + Math.max(0, end - unique);
      if (end > unique) found.push(heap.u64.slice(ranked / 8 + unique, ranked / 8 + end));
    });
    const shingles = new BigUint64Array(starts.at(-1)!);
    let at = 0;
    for (const list of found) {
      shingles.set(list, at);
      at += list.length;
    }
    return { starts, shingles, inPrefix };
  },
};

/** Bytes of work space that a job over these texts needs. */
export function raritySpace(ranges: Float64Array, shape: number): number {
  const longest = longestText(ranges);
  return longest + 256 + 16 * shingleRoom(longest, shape);
}

/** Makes the shingles of one text after the other: `size` of them at `values`, and room for as many at `ranked`. */
function eachText(
  { file, ranges, shape, seed, work }: CountShinglesArguments,
  kernels: Kernels,
  heap: Heap,
  visit: (text: number, values: number, size: number, ranked: number) => void,
): void {
  const longest = longestText(ranges);
  const values = 8 * Math.ceil((work + longest + 64) / 8);
  const ranked = values + 8 * shingleRoom(longest, shape);
  for (let text = 0; 2 * text < ranges.length; text++) {
    const length = ranges[2 * text + 1];
    readText(file, heap.u8, work, length, ranges[2 * text]);
    const size = kernels.shingles(work, length, shape, seed.low, seed.high, values);
    visit(text, values, size, ranked);
  }
}

/**
 * The length of a prefix: a text that shares `share` of these shingles has at least one of the first n, because without them at most
 * size - n are left to share.
 */
export function prefixLength(size: number, share: number): number {
  // a hair below, so that rounding never makes it one too many
  return size - Math.ceil(share * size - 1e-9) + 1;
}
