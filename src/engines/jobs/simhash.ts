/** Fingerprints of a batch that is canonical already; the addresses are those of `Kernels`. */
import type { Kernels } from '../kernels.ts';

export interface SimhashJob {
  kind: 'simhash';
  text: number;
  offsets: number;
  count: number;
  mode: number;
  out: number;
}

export function simhash(job: SimhashJob, kernels: Kernels): undefined {
  kernels.simhash(job.text, job.offsets, job.count, job.mode, job.out);
}
