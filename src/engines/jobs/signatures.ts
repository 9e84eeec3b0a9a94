/** The jobs of long signatures: texts from a file to term counts or signatures, k-means, and calls of one kernel. */

import type { Heap } from '../heap.ts';
import type { Kernels } from '../kernels.ts';
import { majorityWorkBytes } from '../layouts/signature-search.ts';
import { readFully } from './texts-in-file.ts';

/** Term counts or signatures of a stretch of canonical texts in a file. The addresses are those of `Kernels`. */
export interface SignJob {
  kind: 'sign';
  /** Descriptor of the file, open for reading; where the texts begin in it, and their bytes. */
  file: number;
  position: number;
  length: number;
  /** Room for the texts, and their offsets. */
  text: number;
  offsets: number;
  count: number;
  /** Where to count terms; 0: make signatures. */
  counts: number;
  width: number;
  weights: number;
  out: number;
}

/** k-means over the signatures numbered in `list`. */
export interface ClusterJob {
  kind: 'cluster';
  signatures: number;
  bytes: number;
  list: number;
  count: number;
  /** Centroids are learned from at most so many of them. */
  sample: number;
  rounds: number;
  centroids: number;
  centroidCount: number;
  /** `clusterWorkBytes` bytes. */
  work: number;
  /** Where the nearest centroid of each goes; 0: nowhere. */
  out: number;
}

/** One call of a kernel that returns nothing. */
export interface CallJob {
  kind: 'call';
  kernel:
    | 'scanSignatures'
    | 'searchSlices'
    | 'searchSketches'
    | 'buildSlice'
    | 'buildSketches'
    | 'nearestCentroids'
    | 'majorityCentroids'
    | 'nearestLists'
    | 'termCounts'
    | 'topsig'
    | 'weightedSimhash';
  args: readonly number[];
}

export type SignatureJob = SignJob | ClusterJob | CallJob;
export type SignatureJobResult = Record<string, never>;

export function clusterWorkBytes(sample: number, centroidCount: number, bytes: number): number {
  return 8 * sample + majorityWorkBytes(centroidCount, bytes) + 256;
}

export function runSignatureJob(job: SignatureJob, kernels: Kernels, heap: Heap): SignatureJobResult {
  if (job.kind === 'sign') sign(job, kernels, heap);
  else if (job.kind === 'cluster') cluster(job, kernels, heap);
  else (kernels[job.kernel] as (...args: readonly number[]) => void)(...job.args);
  return {};
}

function sign(job: SignJob, kernels: Kernels, heap: Heap): void {
  readFully(job.file, heap.u8, job.text, job.length, job.position);
  const { text, offsets, count } = job;
  if (job.counts !== 0) kernels.termCounts(text, offsets, count, job.counts);
  else kernels.topsig(text, offsets, count, job.width, job.weights, job.out, 0);
}

/** Sample and first centroids are taken at even steps: no chance is involved, the result is always the same. */
function cluster(job: ClusterJob, kernels: Kernels, heap: Heap): void {
  const { signatures, bytes, centroids, centroidCount } = job;
  const { u8, u32 } = heap;
  const sampled = Math.min(job.sample, job.count);
  const sample = job.work;
  const assigned = sample + 4 * job.sample;
  const sums = 16 * Math.ceil((assigned + 4 * job.sample) / 16);
  for (let i = 0; i < sampled; i++) {
    u32[sample / 4 + i] = u32[job.list / 4 + Math.floor((i * job.count) / sampled)];
  }
  for (let c = 0; c < centroidCount; c++) {
    const id = u32[sample / 4 + Math.floor((c * sampled) / centroidCount)];
    u8.copyWithin(centroids + c * bytes, signatures + id * bytes, signatures + (id + 1) * bytes);
  }
  for (let round = 0; round < job.rounds; round++) {
    kernels.nearestCentroids(signatures, bytes, sample, 0, sampled, centroids, centroidCount, assigned);
    kernels.majorityCentroids(signatures, bytes, sample, assigned, sampled, centroids, centroidCount, sums);
  }
  if (job.out !== 0) {
    kernels.nearestCentroids(signatures, bytes, job.list, 0, job.count, centroids, centroidCount, job.out);
  }
}
