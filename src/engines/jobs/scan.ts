/** From raw lines to fingerprints: finds the texts in JSON lines, then does what happens to every batch. */
import type { Kernels } from '../../engines.ts';
import type { Heap } from '../heap.ts';
import { JsonlScan } from '../jsonl.ts';
import { type PrepareJob, prepare } from './prepare.ts';

export interface ScanJob extends Omit<PrepareJob, 'kind' | 'text' | 'offsets' | 'count'> {
  kind: 'scan';
  /** Address of a `JsonlScan`. The results need room for as many documents as it has for records. */
  scan: number;
}

export interface ScanResult {
  /** Bytes of canonical text, or NEEDS_NORMALIZATION, and then there are texts and ids but nothing else. */
  bytes: number;
}

export function scan(job: ScanJob, kernels: Kernels, heap: Heap): ScanResult {
  kernels.scanJsonl(job.scan);
  const at = job.scan / 4;
  const { u32 } = heap;
  return prepare(
    {
      ...job,
      kind: 'prepare',
      text: u32[at + JsonlScan.text],
      offsets: u32[at + JsonlScan.offsets],
      count: u32[at + JsonlScan.documents],
    },
    kernels,
    heap,
  );
}
