/** The jobs of the exact search for shared shingles: counts how common shingles are, then lists the rarest of each text. */
import type { Address, Heap, Job } from '../../engines/index.ts';
import { openTexts } from '../../platform/spool.ts';
import { eachText, type ShingledTexts } from './each-text.ts';

export interface CountShinglesArguments extends ShingledTexts {
  /** Shingles are counted if their highest 32 bits are below this; the others come last in the order. */
  limit: number;
  /** Address of counters by the `bits` highest bits of a shingle, as many as there are below the limit; shared by all jobs. */
  counters: Address;
  bits: number;
}

export interface RareShinglesArguments extends CountShinglesArguments {
  /** The share of its shingles that a text must have in common with another. It decides the length of the prefix. */
  share: number;
  /** Additional length of the prefix, as a share of all shingles. */
  extra: number;
  /** List all shingles that others may have, not only those of the prefix. */
  all: boolean;
}

export interface RareShingles {
  /** Shingles of text i that were not counted once: `shingles.subarray(starts[i], starts[i + 1])`, the rarest first. */
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
      kernels.countShingles(values, countBelow(heap, values, size, args.limit), args.counters, args.bits);
    });
    return sizes;
  },
};

/** Lists the rarest shingles of every text, when all are counted. */
export const rareShinglesJob: Job<RareShinglesArguments, RareShingles> = {
  name: 'rare shingles',
  prepare: openTexts,
  run(args, kernels, heap) {
    const { counters, bits, limit, share, extra, all } = args;
    const starts = new Uint32Array(args.ranges.length / 2 + 1);
    const inPrefix = new Uint32Array(args.ranges.length / 2);
    const found: BigUint64Array[] = [];
    eachText(args, kernels, heap, (text, values, size, ranked) => {
      const counted = countBelow(heap, values, size, limit);
      const unique = kernels.rankShingles(values, counted, counters, bits, ranked);
      const prefix = Math.min(size, prefixLength(size, share) + Math.floor(extra * size));
      const end = all ? size : prefix;
      if (end > counted) heap.u64.copyWithin(ranked / 8 + counted, values / 8 + counted, values / 8 + end);
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

/** How many of the shingles, which are ascending, have a high half below the limit. */
function countBelow({ u32 }: Heap, values: Address, size: number, limit: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (u32[values / 4 + 2 * middle + 1] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The length of a prefix: a text that shares `share` of these shingles has at least one of the first n, because without them at most
 * size - n are left to share.
 */
export function prefixLength(size: number, share: number): number {
  // a hair below, so that rounding never makes it one too many
  return size - Math.ceil(share * size - 1e-9) + 1;
}
