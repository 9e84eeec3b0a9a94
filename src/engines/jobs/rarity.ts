/** The jobs of the exact search for shared shingles: counts how common shingles are, then lists the rarest of each text. */

import type { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { shingleRoom } from '../shingle-shape.ts';
import { readText } from './texts-in-file.ts';

interface TextsJob {
  /** Descriptor of the file with the texts, open for reading. */
  file: number;
  /** Position and length of every text: 2 numbers each. */
  ranges: Float64Array;
  /** How texts are cut into shingles, from `shingleShape`. */
  shape: number;
  /** Address of u8[1 << bits], shared by all jobs. */
  counters: number;
  bits: number;
  /** Work space: `raritySpace(ranges, shape)` bytes. */
  work: number;
}

export interface CountShinglesJob extends TextsJob {
  kind: 'countShingles';
}

export interface RareShinglesJob extends TextsJob {
  kind: 'rareShingles';
  /** The share of its shingles that a text must have in common with another; its prefix is as many of its rarest as can do without. */
  share: number;
  /** List all shingles that others may have, not only those of the prefix. */
  all: boolean;
}

export type RarityJob = CountShinglesJob | RareShinglesJob;

export interface RarityResult {
  /** Distinct shingles of every text. */
  sizes: Uint32Array;
  /** Shingles of text i that were counted more than once: `shingles.subarray(starts[i], starts[i + 1])`, the rarest first. */
  starts: Uint32Array;
  shingles: BigUint64Array;
}

/** Bytes of work space that a job over these texts needs. */
export function raritySpace(ranges: Float64Array, shape: number): number {
  let longest = 0;
  for (let i = 1; i < ranges.length; i += 2) longest = Math.max(longest, ranges[i]);
  return longest + 256 + 16 * shingleRoom(longest, shape);
}

export function runRarityJob(job: RarityJob, kernels: Kernels, heap: Heap): RarityResult {
  const { ranges, shape, counters, bits, work } = job;
  const texts = ranges.length / 2;
  const sizes = new Uint32Array(texts);
  const starts = new Uint32Array(texts + 1);
  const found: BigUint64Array[] = [];
  let longest = 0;
  for (let i = 1; i < ranges.length; i += 2) longest = Math.max(longest, ranges[i]);
  const values = 8 * Math.ceil((work + longest + 64) / 8);
  const ranked = values + 8 * shingleRoom(longest, shape);
  for (let i = 0; i < texts; i++) {
    readText(job.file, heap.u8, work, ranges[2 * i + 1], ranges[2 * i]);
    const size = kernels.shingles(work, ranges[2 * i + 1], shape, values);
    sizes[i] = size;
    starts[i + 1] = starts[i];
    if (job.kind === 'countShingles') {
      kernels.countShingles(values, size, counters, bits);
      continue;
    }
    const unique = kernels.rankShingles(values, size, counters, bits, ranked);
    const end = job.all ? size : Math.min(size, prefixLength(size, job.share));
    if (end <= unique) continue;
    found.push(heap.u64.slice(ranked / 8 + unique, ranked / 8 + end));
    starts[i + 1] += end - unique;
  }
  const shingles = new BigUint64Array(starts[texts]);
  let at = 0;
  for (const list of found) {
    shingles.set(list, at);
    at += list.length;
  }
  return { sizes, starts, shingles };
}

/**
 * How many of a text's shingles another must have one of, to share so much of them: if it has none of the first n, at most
 * size - n are left.
 */
export function prefixLength(size: number, share: number): number {
  // a hair below, so that rounding never makes it one too many
  return size - Math.ceil(share * size - 1e-9) + 1;
}
