/** From raw lines to fingerprints: finds the texts in JSON lines, then does what happens to every batch. */
import { readSync } from 'node:fs';
import type { Kernels } from '../../engines.ts';
import type { Heap } from '../heap.ts';
import { JsonlScan } from '../jsonl.ts';
import { type PrepareJob, prepare } from './prepare.ts';

export interface ScanJob extends Omit<PrepareJob, 'kind' | 'text' | 'offsets' | 'count'> {
  kind: 'scan';
  /** Address of a `JsonlScan`. The results need room for as many documents as it has for records. */
  scan: number;
  /** Where given, the lines are first put where the scan expects them. */
  stored?: StoredLines;
}

/** Lines that lie in a file. */
export interface StoredLines {
  /** Descriptor, open for reading. */
  readonly file: number;
  /** Where each line begins, and its bytes without LF. */
  readonly positions: Float64Array;
  readonly lengths: Uint32Array;
}

export interface ScanResult {
  /** Bytes of canonical text, or NEEDS_NORMALIZATION, and then there are texts and ids but nothing else. */
  bytes: number;
}

export function scan(job: ScanJob, kernels: Kernels, heap: Heap): ScanResult {
  const at = job.scan / 4;
  const { u32 } = heap;
  if (job.stored !== undefined) readLines(job.stored, heap.u8, u32[at + JsonlScan.lines]);
  kernels.scanJsonl(job.scan);
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

const LF = 0x0a;

/** Puts the lines one behind the other, each between two LF. What is not there any more leaves a line short. */
function readLines({ file, positions, lengths }: StoredLines, u8: Uint8Array, target: number): void {
  let at = target;
  u8[at - 1] = LF;
  for (let i = 0; i < lengths.length; i++) {
    const end = at + lengths[i];
    u8.fill(LF, at, end + 1);
    for (let got = -1; at < end && got !== 0; at += got) {
      got = readSync(file, u8, at, end - at, positions[i] + lengths[i] - (end - at));
    }
    at = end + 1;
  }
}
