/** Prepares a batch of texts with the engine: canonical texts, fingerprints, content hashes, bands. */

import type { Disguises } from '../answers/disguises.ts';
import { type BatchTables, type Canonicalizer, findDisguises } from '../canonicalize/index.ts';
import { type Address, isPlain } from '../engines/index.ts';
import { CANONICAL_GROWTH, CanonicalMode, NEEDS_NORMALIZATION } from '../engines/layouts/modes.ts';
import { shingleRoom } from '../engines/layouts/shingle-bits.ts';
import { MISSING_BYTES } from '../engines/layouts/word-tables.ts';
import type { Engine } from '../engines.ts';
import type { Bands } from '../fingerprint/index.ts';
import { Allocations } from './allocations.ts';
import type { TextBatch } from './batch-builder.ts';
import { type PrepareArguments, prepareJob } from './jobs/prepare.ts';

/** The tools that prepare texts, and the values to compute for every document. */
export interface Steps {
  readonly engine: Engine;
  readonly canonicalizer: Canonicalizer;
  /** The texts are canonical already. */
  readonly canonical: boolean;
  readonly simhashMode: number;
  /** False if fingerprints are not used. */
  readonly fingerprints: boolean;
  /** False if content hashes are not used. */
  readonly contents: boolean;
  readonly bands?: Bands & { readonly shape: number };
  /** Disguised words are looked for. */
  readonly disguises?: boolean;
}

/** The results, on the heap. `release` frees their memory and that of the batch. */
export interface PreparedBatch {
  readonly count: number;
  /** Canonical texts in the layout of `Kernels`. */
  readonly text: Address;
  readonly offsets: Address;
  readonly bytes: number;
  /** Addresses of u32[count], of u64[count] or 0, and of u64[2 * count] or 0. */
  readonly words: Address;
  readonly fingerprints: Address;
  readonly contents: Address;
  /** Address of u64[count * bands], or 0. */
  readonly bandKeys: Address;
  /** The disguised words of texts that have some, if they were looked for. */
  readonly disguises: ReadonlyMap<number, Disguises>;
  release(): void;
}

export async function prepareBatch(batch: TextBatch, steps: Steps): Promise<PreparedBatch> {
  const { engine, canonicalizer, canonical } = steps;
  const { text, offsets, count } = batch;
  const memory = new Allocations(engine.heap, [text, offsets]);
  try {
    const tables = canonical ? undefined : canonicalizer.tablesFor(text, offsets, count, batch.langs);
    if (tables !== undefined) memory.releaseWith(tables);
    const results = allocateResults(memory, steps, batch.bytes, count, tables);
    const isRewritten = !canonical && canonicalizer.rewrite !== undefined;
    if (isRewritten && results.suspects !== 0)
      engine.kernels.suspects(text, offsets, count, results.suspects);
    const bytes = isRewritten
      ? NEEDS_NORMALIZATION
      : await run({ text, offsets, count, ...results }, engine, tables);
    return await finishBatch(bytes, { text, offsets, count }, results, memory, steps, tables);
  } catch (error) {
    memory.release();
    throw error;
  }
}

/** The arguments of a job besides the texts: how to prepare them, and the addresses of its results. */
export type ResultBuffers = ReturnType<typeof allocateResults>;

/** Memory for the results of up to `count` texts that have up to `bytes` bytes together. */
export function allocateResults(
  memory: Allocations,
  steps: Steps,
  bytes: number,
  count: number,
  tables?: BatchTables,
) {
  const { canonicalizer, canonical, simhashMode, contents } = steps;
  return {
    letters: canonical ? 0 : canonicalizer.letters,
    stops: tables?.stops ?? 0,
    canonicalMode: canonicalizer.mode,
    simhashMode,
    outOffsets: memory.allocate(4 * (count + 1)),
    words: memory.allocate(4 * count),
    fingerprints: steps.fingerprints ? memory.allocate(8 * count) : 0,
    contents: contents ? memory.allocate(16 * count) : 0,
    suspects: steps.disguises === true && !canonical ? memory.allocate(count) : 0,
    ...allocateTexts(memory, steps, bytes, count, tables),
  };
}

/** The results whose size depends on how long the texts are. */
function allocateTexts(
  memory: Allocations,
  steps: Steps,
  bytes: number,
  count: number,
  tables?: BatchTables,
) {
  const { engine, bands, canonical, canonicalizer } = steps;
  const isForGpu = bands !== undefined && engine.gpu?.takes(bands.shape) === true;
  // the longest canonical text is not known yet; all together are no longer than this
  const size = Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64;
  const bandsStep = bands && {
    ...bands,
    work: isPlain(bands.shape) ? 0 : memory.allocate(16 * shingleRoom(size, bands.shape)),
    keys: memory.allocate(8 * count * bands.bands),
  };
  return {
    out: memory.allocate(size),
    regional: canonical
      ? undefined
      : {
          table: canonicalizer.regional,
          out: memory.allocate(bytes + 64),
          outOffsets: memory.allocate(4 * (count + 1)),
        },
    bands: isForGpu ? undefined : bandsStep,
    /** Done after the job, which does not use the GPU. */
    gpuBands: isForGpu ? bandsStep : undefined,
    stems: tables?.stems
      ? {
          tables: tables.stems,
          out: memory.allocate(size),
          outOffsets: memory.allocate(4 * (count + 1)),
          missing: memory.allocate(MISSING_BYTES * MAX_MISSING),
          room: MAX_MISSING,
          again: false,
        }
      : undefined,
  };
}

/** Words without stems that a job lists at most. */
const MAX_MISSING = 1 << 14;

/** Runs a job, again until every word has its stem, and returns its `bytes`. */
async function run(job: PrepareArguments, engine: Engine, tables?: BatchTables): Promise<number> {
  let done = await engine.run(prepareJob, job);
  while (done.missing > 0) {
    const stems = { ...job.stems!, again: true };
    tables!.learn(job.out, stems.missing, done.missing);
    done = await engine.run(prepareJob, { ...job, stems });
  }
  return done.bytes;
}

/** The results of a job. If it asks for normalized texts (`bytes` says so), normalizes them and runs it again. */
export async function finishBatch(
  bytes: number,
  { text, offsets, count }: Pick<TextBatch, 'text' | 'offsets' | 'count'>,
  results: ResultBuffers,
  memory: Allocations,
  steps: Steps,
  tables?: BatchTables,
): Promise<PreparedBatch> {
  const { engine, canonicalizer } = steps;
  const disguises = disguisesIn({ text, offsets, count }, results.suspects, engine);
  if (bytes !== NEEDS_NORMALIZATION) return preparedBatch(bytes, count, results, memory, engine, disguises);
  const { heap, kernels } = engine;
  const normalized = canonicalizer.normalize(kernels, { text, offsets }, count, results);
  memory.adopt(normalized.text);
  memory.adopt(normalized.offsets);
  const normalizedBytes = heap.u32[normalized.offsets / 4 + count];
  const again = {
    ...results,
    ...allocateTexts(memory, steps, normalizedBytes, count, tables),
    canonicalMode: canonicalizer.mode | CanonicalMode.normalized,
    // known, of the texts before they were normalized
    suspects: 0 as const,
  };
  const done = await run({ ...normalized, count, ...again }, engine, tables);
  return preparedBatch(done, count, again, memory, engine, disguises);
}

async function preparedBatch(
  bytes: number,
  count: number,
  results: ResultBuffers,
  memory: Allocations,
  engine: Engine,
  disguises: PreparedBatch['disguises'],
): Promise<PreparedBatch> {
  const { words, fingerprints, contents, gpuBands } = results;
  const { out, outOffsets } = results.stems ?? results;
  if (gpuBands !== undefined) {
    const { shape, bands, rows, work, keys } = gpuBands;
    const call = { text: out, offsets: outOffsets, count, shape, bands, rows, work, out: keys };
    if (!(await engine.gpu!.bandKeys(call))) await engine.call('bandKeys', call);
  }
  const bandKeys = (results.bands ?? gpuBands)?.keys ?? 0;
  const release = () => memory.release();
  const texts = { text: out, offsets: outOffsets, bytes };
  return { count, ...texts, words, fingerprints, contents, bandKeys, disguises, release };
}

const decoder = new TextDecoder();

/** The disguised words of the texts that are suspicious. @param suspects Address of the answers of `Kernels.suspects`, or 0. */
function disguisesIn(
  { text, offsets, count }: Pick<TextBatch, 'text' | 'offsets' | 'count'>,
  suspects: Address,
  { heap: { u8, u32 } }: Engine,
): Map<number, Disguises> {
  const found = new Map<number, Disguises>();
  for (let i = 0; suspects !== 0 && i < count; i++) {
    if (u8[suspects + i] === 0) continue;
    const [start, end] = [u32[offsets / 4 + i], u32[offsets / 4 + i + 1] - 1];
    // a copy: decoders refuse shared memory
    const disguises = findDisguises(decoder.decode(u8.slice(text + start, text + end)));
    if (disguises !== undefined) found.set(i, disguises);
  }
  return found;
}
