/** From text to canonical text, fingerprints and content hashes: what happens to every batch. */
import type { Address, Heap, Job } from '../../engines/index.ts';
import { NEEDS_NORMALIZATION } from '../../engines/layouts/modes.ts';
import type { Kernels } from '../../engines.ts';

/** The addresses are those of `Kernels`. */
export interface PrepareArguments {
  text: Address;
  offsets: Address;
  count: number;
  /** 0: the text is canonical already and is only copied. */
  letters: Address;
  stops: Address;
  canonicalMode: number;
  simhashMode: number;
  out: Address;
  outOffsets: Address;
  words: Address;
  /** 0: no fingerprints. */
  fingerprints: Address;
  /** 0: no content hashes. */
  contents: Address;
  /** Which texts may be disguised, as `Kernels.suspects` says. 0: that is not asked. */
  suspects: Address;
  /** First replaces the words of one region by those of another, with the addresses of `Kernels.regionalWords`. */
  regional?: { table: Address; out: Address; outOffsets: Address };
  /** Replaces words by their stems, if given. */
  stems?: StemsStep;
  /** Computes min-hash bands of the canonical text, if given, with the arguments of `Kernels.bandKeys`. */
  bands?: BandsStep;
}

export interface BandsStep {
  shape: number;
  bands: number;
  rows: number;
  work: Address;
  keys: Address;
}

/** The addresses of `Kernels.stemWords`. */
export interface StemsStep {
  tables: Address;
  out: Address;
  outOffsets: Address;
  missing: Address;
  room: number;
  /** The canonical text is there already, from a run of this job that met words without stems. */
  again: boolean;
}

export interface PrepareResult {
  /** Bytes of canonical text (0 if it was not written); or NEEDS_NORMALIZATION, and then nothing else was written. */
  bytes: number;
  /** Words without stems that were listed: learn them and run the job again. */
  missing: number;
}

export const prepareJob: Job<PrepareArguments, PrepareResult> = { name: 'prepare', run: prepare };

export function prepare(asked: PrepareArguments, kernels: Kernels, heap: Heap): PrepareResult {
  const { count, stems } = asked;
  if (asked.suspects !== 0) kernels.suspects(asked.text, asked.offsets, count, asked.suspects);
  const job = stems?.again === true ? asked : oneRegion(asked, kernels);
  let bytes = 0;
  if (stems?.again !== true) bytes = job.letters === 0 ? copy(job, heap) : canonicalize(job, kernels);
  if (bytes === NEEDS_NORMALIZATION) return { bytes, missing: 0 };
  if (stems !== undefined) {
    bytes = stem(job, stems, kernels);
    if (bytes < 0) return { bytes: 0, missing: -bytes };
  }
  const { out, outOffsets } = stems ?? job;
  if (job.fingerprints !== 0) kernels.simhash(out, outOffsets, count, job.simhashMode, job.fingerprints);
  if (job.contents !== 0) kernels.contentHash(out, outOffsets, count, job.contents);
  if (job.bands !== undefined) {
    const { shape, bands, rows, work, keys } = job.bands;
    kernels.bandKeys({ text: out, offsets: outOffsets, count, shape, bands, rows, work, out: keys });
  }
  return { bytes, missing: 0 };
}

/** The job for the text with the words of one region. */
function oneRegion(job: PrepareArguments, kernels: Kernels): PrepareArguments {
  const { text, offsets, count, regional } = job;
  if (regional === undefined || job.letters === 0) return job;
  const { table, out, outOffsets } = regional;
  if (kernels.regionalWords({ text, offsets, count, table, out, outOffsets, moves: 0 }) === 0) return job;
  return { ...job, text: out, offsets: outOffsets };
}

function stem(job: PrepareArguments, stems: StemsStep, kernels: Kernels): number {
  const { tables, out, outOffsets, missing, room } = stems;
  const canonical = { text: job.out, offsets: job.outOffsets, count: job.count };
  return kernels.stemWords({ ...canonical, tables, out, outOffsets, missing, room });
}

function canonicalize(job: PrepareArguments, kernels: Kernels): number {
  const { text, offsets, count, letters, stops, canonicalMode, out, outOffsets, words } = job;
  const tables = { letters, stops, mode: canonicalMode };
  return kernels.canonicalize({ text, offsets, count, ...tables, out, outOffsets, words, places: 0 });
}

/** Copies text that is already canonical; only its words are counted. */
function copy(job: PrepareArguments, heap: Heap): number {
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
