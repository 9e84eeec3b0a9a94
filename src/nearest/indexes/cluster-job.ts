/** The job of `learn-clusters.ts`: k-means over some signatures of a store. */
import { type Heap, type Job, majorityWorkBytes } from '../../engines/index.ts';
import type { Kernels } from '../../engines.ts';

/** k-means over the signatures numbered in `list`. */
export interface ClusterArguments {
  signatures: number;
  bytes: number;
  list: number;
  count: number;
  /** Centroids are learned from at most this many of them. */
  sample: number;
  rounds: number;
  centroids: number;
  centroidCount: number;
  /** `clusterWorkBytes` bytes. */
  work: number;
  /** Where the nearest centroid of each goes; 0: nowhere. */
  out: number;
}

export const clusterJob: Job<ClusterArguments, void> = { name: 'cluster', run: cluster };

export function clusterWorkBytes(sample: number, centroidCount: number, bytes: number): number {
  return 8 * sample + majorityWorkBytes(centroidCount, bytes) + 256;
}

/** Sample and first centroids are taken at even steps: no chance is involved, the result is always the same. */
function cluster(job: ClusterArguments, kernels: Kernels, heap: Heap): void {
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
