/** Takes a batch through the engine: canonical texts, fingerprints, content hashes. */
import { type BatchTables, type Canonicalizer, normalizeBatch } from '../canonicalize.ts';
import {
  CANONICAL_GROWTH,
  CanonicalMode,
  type Engine,
  isPlain,
  MISSING_BYTES,
  NEEDS_NORMALIZATION,
  type PrepareJob,
  shingleRoom,
} from '../engines.ts';
import type { Bands } from '../fingerprint.ts';
import type { TextBatch } from './batch-builder.ts';

/** What came out, on the heap; `release` gives the memory back, that of the batch included. */
export interface PreparedBatch {
  readonly batch: TextBatch;
  /** Canonical texts in the layout of `Kernels`. */
  readonly text: number;
  readonly offsets: number;
  readonly bytes: number;
  /** Addresses of u32[count], u64[count], u64[count]. */
  readonly words: number;
  readonly fingerprints: number;
  readonly contents: number;
  /** Address of u32[count * bands], where bands were asked for. */
  readonly bandKeys: number;
  release(): void;
}

/** What is done to a batch. */
export interface PrepareSteps {
  readonly canonical: boolean;
  readonly simhashMode: number;
  readonly bands?: Bands & { readonly shape: number };
}

/** Words without stems that a run of a batch lists at most. */
const MISSING_ROOM = 1 << 14;

export async function prepareBatch(
  batch: TextBatch,
  engine: Engine,
  canonicalizer: Canonicalizer,
  options: PrepareSteps,
): Promise<PreparedBatch> {
  const { heap } = engine;
  const { simhashMode } = options;
  const { count } = batch;
  const letters = options.canonical ? 0 : canonicalizer.letters;
  const blocks = [batch.text, batch.offsets];
  let tables: BatchTables | undefined;
  const allocate = (bytes: number) => {
    const block = heap.allocate(bytes);
    blocks.push(block);
    return block;
  };
  const release = () => {
    for (const block of blocks) heap.release(block);
    tables?.release();
  };
  try {
    if (letters !== 0) tables = canonicalizer.tablesFor(batch.text, batch.offsets, count, batch.langs);
    const results = {
      stops: tables?.stops ?? 0,
      outOffsets: allocate(4 * (count + 1)),
      words: allocate(4 * count),
      fingerprints: allocate(8 * count),
      contents: allocate(8 * count),
    };
    const { bands } = options;
    const keys = bands === undefined ? 0 : allocate(4 * count * bands.bands);
    const run = async (text: number, offsets: number, canonicalMode: number) => {
      // the longest canonical text is not known yet; all of them together are no longer than this
      const room = Math.ceil(CANONICAL_GROWTH * heap.u32[offsets / 4 + count]) + 2 * count;
      const size = room + 64;
      const work =
        bands === undefined || isPlain(bands.shape) ? 0 : allocate(16 * shingleRoom(room, bands.shape));
      const job: PrepareJob = {
        kind: 'prepare',
        text,
        offsets,
        count,
        letters,
        canonicalMode,
        simhashMode,
        out: allocate(size),
        bands: bands === undefined ? undefined : { ...bands, work, keys },
        ...results,
      };
      if (tables === undefined || tables.stems === 0) return { ...job, ...(await engine.run(job)) };
      const stems = {
        tables: tables.stems,
        out: allocate(size),
        outOffsets: allocate(4 * (count + 1)),
        missing: allocate(MISSING_BYTES * MISSING_ROOM),
        room: MISSING_ROOM,
      };
      let done = await engine.run({ ...job, stems: { ...stems, again: false } });
      while (done.missing > 0) {
        tables.learn(job.out, stems.missing, done.missing);
        done = await engine.run({ ...job, stems: { ...stems, again: true } });
      }
      return { ...stems, ...done };
    };
    const runNormalized = () => {
      const normalized = normalizeBatch(heap, batch.text, batch.offsets, count, canonicalizer.rewrite);
      blocks.push(normalized.text, normalized.offsets);
      const mode = canonicalizer.mode | CanonicalMode.normalized;
      return run(normalized.text, normalized.offsets, mode);
    };
    const rewritten = letters !== 0 && canonicalizer.rewrite !== undefined;
    let done = rewritten ? await runNormalized() : await run(batch.text, batch.offsets, canonicalizer.mode);
    if (done.bytes === NEEDS_NORMALIZATION) done = await runNormalized();
    const { words, fingerprints, contents } = results;
    const { out: text, outOffsets: offsets, bytes } = done;
    return { batch, text, offsets, bytes, words, fingerprints, contents, bandKeys: keys, release };
  } catch (error) {
    release();
    throw error;
  }
}
