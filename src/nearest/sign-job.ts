/** The job of `sign-corpus.ts`: canonical texts from a file to term counts or signatures. */

import type { Address, Heap, Job } from '../engines/index.ts';
import type { Kernels } from '../engines.ts';
import { openTexts, readFully } from '../platform/spool.ts';

/** Term counts or signatures of a stretch of canonical texts in a file. The addresses are those of `Kernels`. */
export interface SignArguments {
  /** Descriptor of the file, open for reading; where the texts begin in it, and their bytes. */
  file: number;
  position: number;
  length: number;
  /** Room for the texts, and their offsets. */
  text: Address;
  offsets: Address;
  count: number;
  /** Where to count terms; 0: make signatures. */
  counts: Address;
  width: number;
  weights: Address;
  out: Address;
}

export const signJob: Job<SignArguments, void> = {
  name: 'sign',
  prepare: openTexts,
  run: sign,
};

function sign(job: SignArguments, kernels: Kernels, heap: Heap): void {
  readFully(job.file, heap.u8, job.text, job.length, job.position);
  const { text, offsets, count } = job;
  if (job.counts !== 0) kernels.termCounts(text, offsets, count, job.counts);
  else {
    const { width, weights, out } = job;
    kernels.topsig({ text, offsets, count, width, weights, out, masks: 0 });
  }
}
