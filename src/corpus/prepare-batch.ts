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
import { Blocks } from './blocks.ts';

/** Who prepares, and what is wanted of every document. */
export interface Steps {
  readonly engine: Engine;
  readonly canonicalizer: Canonicalizer;
  /** The texts are canonical already. */
  readonly canonical: boolean;
  readonly simhashMode: number;
  /** False where nobody will ask for content hashes. */
  readonly contents: boolean;
  readonly bands?: Bands & { readonly shape: number };
}

/** What came out, on the heap; `release` gives the memory back, that of the batch included. */
export interface PreparedBatch {
  readonly count: number;
  /** Canonical texts in the layout of `Kernels`. */
  readonly text: number;
  readonly offsets: number;
  readonly bytes: number;
  /** Addresses of u32[count], u64[count], and u64[count] or 0. */
  readonly words: number;
  readonly fingerprints: number;
  readonly contents: number;
  /** Address of u32[count * bands], where bands were asked for. */
  readonly bandKeys: number;
  release(): void;
}

export async function prepareBatch(batch: TextBatch, steps: Steps): Promise<PreparedBatch> {
  const { engine, canonicalizer } = steps;
  const { text, offsets, count } = batch;
  const blocks = new Blocks(engine.heap, [text, offsets]);
  try {
    const stops = canonicalizer.stopsFor(text, offsets, count, batch.langs);
    if (stops !== 0) blocks.own(stops);
    const room = resultRoom(blocks, steps, batch.bytes, count, stops);
    const { bytes } = await engine.run({ kind: 'prepare', text, offsets, count, ...room });
    return await settle(bytes, { text, offsets, count }, room, blocks, steps);
  } catch (error) {
    blocks.release();
    throw error;
  }
}

/** What a job is told besides the texts: how to prepare them, and where the results go. */
export type ResultRoom = ReturnType<typeof resultRoom>;

/** Room for the results of up to `count` texts that have up to `bytes` bytes together. */
export function resultRoom(blocks: Blocks, steps: Steps, bytes: number, count: number, stops = 0) {
  const { canonicalizer, canonical, simhashMode, contents, bands } = steps;
  return {
    letters: canonical ? 0 : canonicalizer.letters,
    stops,
    canonicalMode: canonicalizer.mode,
    simhashMode,
    out: blocks.allocate(canonicalRoom(bytes, count)),
    outOffsets: blocks.allocate(4 * (count + 1)),
    words: blocks.allocate(4 * count),
    fingerprints: blocks.allocate(8 * count),
    contents: contents ? blocks.allocate(8 * count) : 0,
    bands: bandsRoom(blocks, steps, bytes, count),
    fingerprintsOnly: !contents && bands === undefined,
  };
}

function bandsRoom(blocks: Blocks, { bands }: Steps, bytes: number, count: number) {
  if (bands === undefined) return undefined;
  // the longest canonical text is not known yet; all of them together are no longer than this
  const room = canonicalRoom(bytes, count);
  const work = isPlain(bands.shape) ? 0 : blocks.allocate(16 * shingleRoom(room, bands.shape));
  return { ...bands, work, keys: blocks.allocate(4 * count * bands.bands) };
}

/** The result of a job; where it asks for normalized texts (`bytes` says so), that of another one over them. */
export async function settle(
  bytes: number,
  { text, offsets, count }: Pick<TextBatch, 'text' | 'offsets' | 'count'>,
  room: ResultRoom,
  blocks: Blocks,
  steps: Steps,
): Promise<PreparedBatch> {
  const { engine, canonicalizer } = steps;
  const { outOffsets, words, fingerprints, contents } = room;
  const prepared = {
    count,
    offsets: outOffsets,
    words,
    fingerprints,
    contents,
    release: () => blocks.release(),
  };
  if (bytes !== NEEDS_NORMALIZATION)
    return { ...prepared, text: room.out, bytes, bandKeys: room.bands?.keys ?? 0 };
  const { heap } = engine;
  const normalized = normalizeBatch(heap, text, offsets, count);
  blocks.own(normalized.text);
  blocks.own(normalized.offsets);
  const normalizedBytes = heap.u32[normalized.offsets / 4 + count];
  const out = blocks.allocate(canonicalRoom(normalizedBytes, count));
  const bands = bandsRoom(blocks, steps, normalizedBytes, count);
  const canonicalMode = canonicalizer.mode | CanonicalMode.normalized;
  const done = await engine.run({
    kind: 'prepare',
    ...normalized,
    count,
    ...room,
    canonicalMode,
    out,
    bands,
  });
  return { ...prepared, text: out, bytes: done.bytes, bandKeys: bands?.keys ?? 0 };
}

function canonicalRoom(bytes: number, count: number): number {
  return Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64;
}
