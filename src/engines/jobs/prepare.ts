/** From text to canonical text, fingerprints and content hashes: what happens to every batch. */
import { type Kernels, NEEDS_NORMALIZATION, TWO_STEPS } from '../../engines.ts';
import type { Heap } from '../heap.ts';

/** The addresses are those of `Kernels`. */
export interface PrepareJob {
  kind: 'prepare';
  text: number;
  offsets: number;
  count: number;
  /** 0: the text is canonical already and is only copied. */
  letters: number;
  stops: number;
  canonicalMode: number;
  simhashMode: number;
  out: number;
  outOffsets: number;
  words: number;
  fingerprints: number;
  /** 0: nobody asks for the content hashes. */
  contents: number;
  /** Only fingerprints and words are wanted: neither the canonical text nor the content hashes may be written. */
  fingerprintsOnly?: boolean;
  /** Where asked for: min-hash bands of the canonical text, with the arguments of `Kernels.bandKeys`. */
  bands?: BandsStep;
}

export interface BandsStep {
  shape: number;
  bands: number;
  rows: number;
  work: number;
  keys: number;
}

export interface PrepareResult {
  /** Bytes of canonical text (0 where it was not written), or NEEDS_NORMALIZATION, and then nothing else was written. */
  bytes: number;
}

export function prepare(job: PrepareJob, kernels: Kernels, heap: Heap): PrepareResult {
  if (job.fingerprintsOnly === true && job.letters !== 0) {
    const answer = fused(job, kernels);
    if (answer !== TWO_STEPS) return { bytes: answer };
  }
  const bytes = job.letters === 0 ? copy(job, heap) : canonicalize(job, kernels);
  if (bytes === NEEDS_NORMALIZATION) return { bytes };
  kernels.simhash(job.out, job.outOffsets, job.count, job.simhashMode, job.fingerprints);
  if (job.contents !== 0) kernels.contentHash(job.out, job.outOffsets, job.count, job.contents);
  if (job.bands !== undefined) {
    const { shape, bands, rows, work, keys } = job.bands;
    kernels.bandKeys(job.out, job.outOffsets, job.count, shape, bands, rows, work, keys);
  }
  return { bytes };
}

function fused(job: PrepareJob, kernels: Kernels): number {
  const { text, offsets, count, letters, stops, canonicalMode, simhashMode, fingerprints, words } = job;
  return kernels.fused(text, offsets, count, letters, stops, canonicalMode, simhashMode, fingerprints, words);
}

function canonicalize(job: PrepareJob, kernels: Kernels): number {
  const { text, offsets, count, letters, stops, canonicalMode, out, outOffsets, words } = job;
  return kernels.canonicalize(text, offsets, count, letters, stops, canonicalMode, out, outOffsets, words);
}

/** Text that is canonical already goes on as it is; only its words are counted. */
function copy(job: PrepareJob, heap: Heap): number {
  const { u8, u32 } = heap;
  const bytes = u32[job.offsets / 4 + job.count];
  u8.copyWithin(job.out, job.text, job.text + bytes);
  u32.copyWithin(job.outOffsets / 4, job.offsets / 4, job.offsets / 4 + job.count + 1);
  for (let i = 0; i < job.count; i++) {
    const end = job.text + u32[job.offsets / 4 + i + 1];
    let words = 0;
    let inWord = 0;
    for (let p = job.text + u32[job.offsets / 4 + i]; p < end; p++) {
      const isLetter = u8[p] > 0x20 ? 1 : 0;
      words += isLetter & (inWord ^ 1);
      inWord = isLetter;
    }
    u32[job.words / 4 + i] = words;
  }
  return bytes;
}
