/** Takes a batch through the engine: canonical texts, fingerprints, content hashes. */
import { type Canonicalizer, normalizeBatch } from '../canonicalize.ts';
import {
  CANONICAL_GROWTH,
  CanonicalMode,
  type Engine,
  isPlain,
  NEEDS_NORMALIZATION,
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

export async function prepareBatch(
  batch: TextBatch,
  engine: Engine,
  canonicalizer: Canonicalizer,
  options: PrepareSteps,
): Promise<PreparedBatch> {
  const { heap } = engine;
  const { simhashMode } = options;
  const letters = options.canonical ? 0 : canonicalizer.letters;
  const blocks = [batch.text, batch.offsets];
  const allocate = (bytes: number) => {
    const block = heap.allocate(bytes);
    blocks.push(block);
    return block;
  };
  const release = () => {
    for (const block of blocks) heap.release(block);
  };
  try {
    const { count } = batch;
    const stops = canonicalizer.stopsFor(batch.text, batch.offsets, count, batch.langs);
    if (stops !== 0) blocks.push(stops);
    const results = {
      stops,
      outOffsets: allocate(4 * (count + 1)),
      words: allocate(4 * count),
      fingerprints: allocate(8 * count),
      contents: allocate(8 * count),
    };
    const { bands } = options;
    const keys = bands === undefined ? 0 : allocate(4 * count * bands.bands);
    const run = async (text: number, offsets: number, canonicalMode: number) => {
      const bytes = heap.u32[offsets / 4 + count];
      const out = allocate(Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64);
      // the longest canonical text is not known yet; all of them together are no longer than this
      const room = Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count;
      const work =
        bands === undefined || isPlain(bands.shape) ? 0 : allocate(16 * shingleRoom(room, bands.shape));
      const job = {
        kind: 'prepare',
        text,
        offsets,
        count,
        letters,
        canonicalMode,
        simhashMode,
        out,
        bands: bands === undefined ? undefined : { ...bands, work, keys },
        ...results,
      } as const;
      return { out, bytes: (await engine.run(job)).bytes };
    };
    let done = await run(batch.text, batch.offsets, canonicalizer.mode);
    if (done.bytes === NEEDS_NORMALIZATION) {
      const normalized = normalizeBatch(heap, batch.text, batch.offsets, count);
      blocks.push(normalized.text, normalized.offsets);
      const mode = canonicalizer.mode | CanonicalMode.normalized;
      done = await run(normalized.text, normalized.offsets, mode);
    }
    const { outOffsets: offsets, words, fingerprints, contents } = results;
    return {
      batch,
      text: done.out,
      offsets,
      bytes: done.bytes,
      words,
      fingerprints,
      contents,
      bandKeys: keys,
      release,
    };
  } catch (error) {
    release();
    throw error;
  }
}
