/** From JSON lines to fingerprints: finds the texts in the lines, then prepares them like every batch. */
import type { Kernels } from '../../engines.ts';
import type { Heap } from '../heap.ts';
import { JsonlScan } from '../jsonl.ts';
import { type PrepareJob, type PrepareResult, prepare } from './prepare.ts';

export interface ScanJob extends Omit<PrepareJob, 'kind' | 'text' | 'offsets' | 'count'> {
  kind: 'scan';
  /** Address of a `JsonlScan`. The results need memory for as many documents as the scan has for records. */
  scan: number;
}

/** If the texts need normalization, the scan has found texts and ids, but nothing else was computed. */
export function scan(job: ScanJob, kernels: Kernels, heap: Heap): PrepareResult {
  kernels.scanJsonl(job.scan);
  const { u32 } = heap;
  const at = job.scan / 4;
  const text = u32[at + JsonlScan.text];
  const offsets = u32[at + JsonlScan.offsets];
  const count = u32[at + JsonlScan.documents];
  return prepare({ ...job, kind: 'prepare', text, offsets, count }, kernels, heap);
}
