/** Takes a batch through the engine: canonical texts, fingerprints, content hashes. */
import { type Canonicalizer, normalizeBatch } from '../canonicalize.ts';
import { CANONICAL_GROWTH, CanonicalMode, type Engine, NEEDS_NORMALIZATION } from '../engines.ts';
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
  const { canonicalizer, canonical, simhashMode, contents } = steps;
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
  };
}

/** The result of a job; where it asks for normalized texts (`bytes` says so), that of another one over them. */
export async function settle(
  bytes: number,
  { text, offsets, count }: Pick<TextBatch, 'text' | 'offsets' | 'count'>,
  room: ResultRoom,
  blocks: Blocks,
  { engine, canonicalizer }: Steps,
): Promise<PreparedBatch> {
  const { outOffsets, words, fingerprints, contents } = room;
  const prepared = {
    count,
    offsets: outOffsets,
    words,
    fingerprints,
    contents,
    release: () => blocks.release(),
  };
  if (bytes !== NEEDS_NORMALIZATION) return { ...prepared, text: room.out, bytes };
  const { heap } = engine;
  const normalized = normalizeBatch(heap, text, offsets, count);
  blocks.own(normalized.text);
  blocks.own(normalized.offsets);
  const out = blocks.allocate(canonicalRoom(heap.u32[normalized.offsets / 4 + count], count));
  const canonicalMode = canonicalizer.mode | CanonicalMode.normalized;
  const done = await engine.run({ kind: 'prepare', ...normalized, count, ...room, canonicalMode, out });
  return { ...prepared, text: out, bytes: done.bytes };
}

function canonicalRoom(bytes: number, count: number): number {
  return Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64;
}
