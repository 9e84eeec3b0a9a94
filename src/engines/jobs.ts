/** Jobs: what a worker can be asked to do with one batch. A job holds addresses and numbers, so it is cheap to send. */
import { readSync } from 'node:fs';
import { type Kernels, NEEDS_NORMALIZATION } from '../engines.ts';
import type { Heap } from './heap.ts';
import { type JoinJob, type JoinResult, runJoinJob } from './join-jobs.ts';

/** From text to canonical text, fingerprints and content hashes; the addresses are those of `Kernels`. */
export interface PrepareJob {
  kind: 'prepare';
  text: number;
  offsets: number;
  count: number;
  /** 0: the text is canonical already, and `out`, `outOffsets` and `words` are not written. */
  letters: number;
  stops: number;
  canonicalMode: number;
  simhashMode: number;
  out: number;
  outOffsets: number;
  words: number;
  fingerprints: number;
  contents: number;
}

export interface PrepareResult {
  /** Bytes of canonical text, or NEEDS_NORMALIZATION, and then nothing else was written. */
  bytes: number;
}

/** Resemblance of canonical texts that lie in a file. */
export interface CompareJob {
  kind: 'compare';
  /** Descriptor of the file, open for reading. */
  file: number;
  /** Position and length of every text: 2 numbers each. */
  ranges: Float64Array;
  /** Which texts to compare: 2 indexes into the ranges for every pair. */
  pairs: Uint32Array;
  /** Words in a shingle. */
  width: number;
  /** Work space: `compareSpace(ranges)` bytes. */
  work: number;
}

export interface CompareResult {
  /** Distinct shingles of every text. */
  sizes: Uint32Array;
  /** Shingles in common, for every pair. */
  common: Uint32Array;
}

export type Job = PrepareJob | CompareJob | JoinJob;
export type JobResult<J extends Job> = J extends PrepareJob
  ? PrepareResult
  : J extends CompareJob
    ? CompareResult
    : JoinResult;

/** Does a job on the calling thread. */
export function runJob<J extends Job>(job: J, kernels: Kernels, heap: Heap): JobResult<J> {
  return doJob(job, kernels, heap) as JobResult<J>;
}

function doJob(job: Job, kernels: Kernels, heap: Heap): PrepareResult | CompareResult | JoinResult {
  switch (job.kind) {
    case 'prepare':
      return prepare(job, kernels, heap);
    case 'compare':
      return compare(job, kernels, heap);
    default:
      return runJoinJob(job, kernels);
  }
}

/** Bytes of work space that a compare job over these texts needs. */
export function compareSpace(ranges: Float64Array): number {
  let kept = 0;
  let longest = 0;
  for (let i = 1; i < ranges.length; i += 2) {
    kept += 8 * shingleRoom(ranges[i]);
    longest = Math.max(longest, ranges[i]);
  }
  return kept + 8 * shingleRoom(longest) + longest + 256;
}

/** A text of n bytes has at most (n + 1) / 2 words; one shingle each, and one for luck. */
function shingleRoom(bytes: number): number {
  return (bytes >>> 1) + 2;
}

function prepare(job: PrepareJob, kernels: Kernels, heap: Heap): PrepareResult {
  let { text, offsets } = job;
  let bytes = heap.u32[(offsets >>> 2) + job.count];
  if (job.letters !== 0) {
    bytes = kernels.canonicalize(
      text,
      offsets,
      job.count,
      job.letters,
      job.stops,
      job.canonicalMode,
      job.out,
      job.outOffsets,
      job.words,
    );
    if (bytes === NEEDS_NORMALIZATION) return { bytes };
    text = job.out;
    offsets = job.outOffsets;
  }
  kernels.simhash(text, offsets, job.count, job.simhashMode, job.fingerprints);
  kernels.contentHash(text, offsets, job.count, job.contents);
  return { bytes };
}

function compare(job: CompareJob, kernels: Kernels, heap: Heap): CompareResult {
  const { ranges, pairs, width } = job;
  const texts = ranges.length / 2;
  const sizes = new Uint32Array(texts);
  const lists = new Float64Array(texts);
  let longest = 0;
  for (let i = 0; i < texts; i++) longest = Math.max(longest, ranges[2 * i + 1]);
  const text = job.work;
  let next = 8 * Math.ceil((job.work + longest + 64) / 8);
  for (let i = 0; i < texts; i++) {
    const length = ranges[2 * i + 1];
    readFully(job.file, heap.u8, text, length, ranges[2 * i]);
    sizes[i] = kernels.shingles(text, length, width, next);
    lists[i] = next;
    next += 8 * sizes[i];
  }
  const common = new Uint32Array(pairs.length / 2);
  for (let p = 0; p < common.length; p++) {
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    common[p] = kernels.intersect(lists[a], sizes[a], lists[b], sizes[b]);
  }
  return { sizes, common };
}

function readFully(file: number, into: Uint8Array, at: number, length: number, position: number): void {
  let done = 0;
  while (done < length) {
    const got = readSync(file, into, at + done, length - done, position + done);
    if (got === 0) throw new Error(`spool: expected ${length} bytes at ${position}, got ${done}`);
    done += got;
  }
}
