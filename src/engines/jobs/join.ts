/** The jobs of a join: each is one call of a kernel of the same name; see `Kernels`. */
import type { Kernels } from '../kernels.ts';

export interface JoinCountJob {
  kind: 'joinCount';
  values: number;
  count: number;
  shift: number;
  bits: number;
  only: number;
  counts: number;
}

export interface JoinCountBothJob {
  kind: 'joinCountBoth';
  values: number;
  count: number;
  shift: number;
  bits: number;
  counts: number;
}

export interface JoinScatterJob {
  kind: 'joinScatter';
  values: number;
  count: number;
  firstId: number;
  shift: number;
  bits: number;
  low: number;
  high: number;
  only: number;
  next: number;
  records: number;
  quarter: number;
}

export interface JoinPartJob {
  kind: 'joinPart' | 'joinAcross';
  part: number;
}

export interface JoinSortJob {
  kind: 'joinSort';
  pairs: number;
  count: number;
  low: number;
  high: number;
  room: number;
  out: number;
  work: number;
}

export type JoinJob = JoinCountJob | JoinCountBothJob | JoinScatterJob | JoinPartJob | JoinSortJob;

export interface JoinResult {
  /** False when there is no room for the next chunk's pairs. */
  done: boolean;
}

export function runJoinJob(job: JoinJob, kernels: Kernels): JoinResult {
  switch (job.kind) {
    case 'joinCount':
      kernels.joinCount(job.values, job.count, job.shift, job.bits, job.only, job.counts);
      return { done: true };
    case 'joinCountBoth':
      kernels.joinCountBoth(job.values, job.count, job.shift, job.bits, job.counts);
      return { done: true };
    case 'joinScatter':
      kernels.joinScatter(
        job.values,
        job.count,
        job.firstId,
        job.shift,
        job.bits,
        job.low,
        job.high,
        job.only,
        job.next,
        job.records,
        job.quarter,
      );
      return { done: true };
    case 'joinPart':
      return { done: kernels.joinPart(job.part) === 1 };
    case 'joinAcross':
      return { done: kernels.joinAcross(job.part) === 1 };
    case 'joinSort':
      kernels.joinSort(job.pairs, job.count, job.low, job.high, job.room, job.out, job.work);
      return { done: true };
  }
}
