/** From JSON lines to fingerprints: finds the texts in the lines, then prepares them like every batch. */
import { type Address, addressIn, type Heap, type Job, JsonlScanFields } from '../../engines/index.ts';
import type { Kernels } from '../../engines.ts';
import { type PrepareArguments, type PrepareResult, prepare } from './prepare.ts';

export interface ScanArguments extends Omit<PrepareArguments, 'text' | 'offsets' | 'count'> {
  /** Address of a `JsonlScan`. The results need memory for as many documents as the scan has for records. */
  scan: Address;
}

export const scanJob: Job<ScanArguments, PrepareResult> = { name: 'scan', run: scan };

/** If the texts need normalization, the scan has found texts and ids, but nothing else was computed. */
function scan(job: ScanArguments, kernels: Kernels, heap: Heap): PrepareResult {
  kernels.scanJsonl(job.scan);
  const { u32 } = heap;
  const at = job.scan / 4;
  const text = addressIn(u32, at + JsonlScanFields.text);
  const offsets = addressIn(u32, at + JsonlScanFields.offsets);
  const count = u32[at + JsonlScanFields.documents];
  return prepare({ ...job, text, offsets, count }, kernels, heap);
}
