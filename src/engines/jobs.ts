/** Jobs: what a worker can be asked to do with one batch. A job holds addresses and numbers, so it is cheap to send. */
import type { Kernels } from '../engines.ts';
import type { Heap } from './heap.ts';
import { type CompareJob, type CompareResult, compare } from './jobs/compare.ts';
import { type JoinJob, type JoinResult, runJoinJob } from './jobs/join.ts';
import { type LeadJob, type LeadResult, lead } from './jobs/lead.ts';
import { type PrepareJob, type PrepareResult, prepare } from './jobs/prepare.ts';
import { type ScanJob, type ScanResult, scan } from './jobs/scan.ts';

export type Job = PrepareJob | CompareJob | LeadJob | JoinJob | ScanJob;

export type JobResult<J extends Job> = J extends PrepareJob
  ? PrepareResult
  : J extends CompareJob
    ? CompareResult
    : J extends LeadJob
      ? LeadResult
      : J extends ScanJob
        ? ScanResult
        : JoinResult;

/** Does a job on the calling thread. */
export function runJob<J extends Job>(job: J, kernels: Kernels, heap: Heap): JobResult<J> {
  return dispatch(job, kernels, heap) as JobResult<J>;
}

function dispatch(
  job: Job,
  kernels: Kernels,
  heap: Heap,
): PrepareResult | CompareResult | LeadResult | JoinResult | ScanResult {
  switch (job.kind) {
    case 'prepare':
      return prepare(job, kernels, heap);
    case 'compare':
      return compare(job, kernels, heap);
    case 'lead':
      return lead(job, kernels, heap);
    case 'scan':
      return scan(job, kernels, heap);
    default:
      return runJoinJob(job, kernels);
  }
}
