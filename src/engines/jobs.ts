/** Jobs: what a worker can be asked to do with one batch. A job holds addresses and numbers, so it is cheap to send. */

import type { Heap } from './heap.ts';
import { type CompareJob, type CompareResult, compare } from './jobs/compare.ts';
import { type JoinJob, type JoinResult, runJoinJob } from './jobs/join.ts';
import { type LeadJob, type LeadResult, lead } from './jobs/lead.ts';
import { type MatrixJob, type MatrixResult, matrix } from './jobs/matrix.ts';
import { type PrepareJob, type PrepareResult, prepare } from './jobs/prepare.ts';
import { type RarityJob, type RarityResult, runRarityJob } from './jobs/rarity.ts';
import { type ScanJob, type ScanResult, scan } from './jobs/scan.ts';
import { runSignatureJob, type SignatureJob, type SignatureJobResult } from './jobs/signatures.ts';
import { type SimhashJob, simhash } from './jobs/simhash.ts';
import type { Kernels } from './kernels.ts';

export type Job =
  | PrepareJob
  | ScanJob
  | SimhashJob
  | CompareJob
  | LeadJob
  | RarityJob
  | JoinJob
  | SignatureJob
  | MatrixJob;

export type JobResult<J extends Job> = J extends PrepareJob
  ? PrepareResult
  : J extends CompareJob
    ? CompareResult
    : J extends LeadJob
      ? LeadResult
      : J extends SimhashJob
        ? undefined
        : J extends RarityJob
          ? RarityResult
          : J extends SignatureJob
            ? SignatureJobResult
            : J extends ScanJob
              ? ScanResult
              : J extends MatrixJob
                ? MatrixResult
                : JoinResult;

/** Does a job on the calling thread. */
export function runJob<J extends Job>(job: J, kernels: Kernels, heap: Heap): JobResult<J> {
  return dispatch(job, kernels, heap) as JobResult<J>;
}

function dispatch(
  job: Job,
  kernels: Kernels,
  heap: Heap,
):
  | PrepareResult
  | ScanResult
  | CompareResult
  | LeadResult
  | RarityResult
  | JoinResult
  | SignatureJobResult
  | MatrixResult
  | undefined {
  switch (job.kind) {
    case 'prepare':
      return prepare(job, kernels, heap);
    case 'simhash':
      return simhash(job, kernels);
    case 'compare':
      return compare(job, kernels, heap);
    case 'lead':
      return lead(job, kernels, heap);
    case 'countShingles':
    case 'rareShingles':
      return runRarityJob(job, kernels, heap);
    case 'sign':
    case 'cluster':
    case 'call':
      return runSignatureJob(job, kernels, heap);
    case 'scan':
      return scan(job, kernels, heap);
    case 'matrix':
      return matrix(job, kernels, heap);
    default:
      return runJoinJob(job, kernels);
  }
}
