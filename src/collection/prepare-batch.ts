/** Takes a batch through the engine: canonical texts, fingerprints, content hashes. */
import type { BatchTables, Canonicalizer } from '../canonicalize/index.ts';
import { isPlain, MISSING_BYTES, shingleRoom } from '../engines/index.ts';
import { CANONICAL_GROWTH, CanonicalMode, type Engine, NEEDS_NORMALIZATION } from '../engines.ts';
import type { Bands } from '../fingerprint/index.ts';
import type { TextBatch } from './batch-builder.ts';
import { Blocks } from './blocks.ts';
import { type PrepareArguments, prepareJob } from './jobs/prepare.ts';

/** Who prepares, and what is wanted of every document. */
export interface Steps {
  readonly engine: Engine;
  readonly canonicalizer: Canonicalizer;
  /** The texts are canonical already. */
  readonly canonical: boolean;
  readonly simhashMode: number;
  /** False where nobody will ask for fingerprints. */
  readonly fingerprints: boolean;
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
  /** Addresses of u32[count], and of u64[count] or 0. */
  readonly words: number;
  readonly fingerprints: number;
  readonly contents: number;
  /** Address of u32[count * bands], where bands were asked for. */
  readonly bandKeys: number;
  release(): void;
}

export async function prepareBatch(batch: TextBatch, steps: Steps): Promise<PreparedBatch> {
  const { engine, canonicalizer, canonical } = steps;
  const { text, offsets, count } = batch;
  const blocks = new Blocks(engine.heap, [text, offsets]);
  try {
    const tables = canonical ? undefined : canonicalizer.tablesFor(text, offsets, count, batch.langs);
    if (tables !== undefined) blocks.attach(tables);
    const room = resultRoom(blocks, steps, batch.bytes, count, tables);
    const rewritten = !canonical && canonicalizer.rewrite !== undefined;
    const bytes = rewritten
      ? NEEDS_NORMALIZATION
      : await run({ text, offsets, count, ...room }, engine, tables);
    return await settle(bytes, { text, offsets, count }, room, blocks, steps, tables);
  } catch (error) {
    blocks.release();
    throw error;
  }
}

/** What a job is told besides the texts: how to prepare them, and where the results go. */
export type ResultRoom = ReturnType<typeof resultRoom>;

/** Room for the results of up to `count` texts that have up to `bytes` bytes together. */
export function resultRoom(blocks: Blocks, steps: Steps, bytes: number, count: number, tables?: BatchTables) {
  const { canonicalizer, canonical, simhashMode, contents, bands } = steps;
  return {
    letters: canonical ? 0 : canonicalizer.letters,
    stops: tables?.stops ?? 0,
    canonicalMode: canonicalizer.mode,
    simhashMode,
    outOffsets: blocks.allocate(4 * (count + 1)),
    words: blocks.allocate(4 * count),
    fingerprints: steps.fingerprints ? blocks.allocate(8 * count) : 0,
    contents: contents ? blocks.allocate(8 * count) : 0,
    fingerprintsOnly: !contents && bands === undefined,
    ...textRoom(blocks, steps, bytes, count, tables),
  };
}

/** The part of the room that depends on how long the texts are. */
function textRoom(blocks: Blocks, steps: Steps, bytes: number, count: number, tables?: BatchTables) {
  const { bands, canonical, canonicalizer } = steps;
  // the longest canonical text is not known yet; all of them together are no longer than this
  const room = Math.ceil(CANONICAL_GROWTH * bytes) + 2 * count + 64;
  return {
    out: blocks.allocate(room),
    regional: canonical
      ? undefined
      : {
          table: canonicalizer.regional,
          out: blocks.allocate(bytes + 64),
          outOffsets: blocks.allocate(4 * (count + 1)),
        },
    bands: bands && {
      ...bands,
      work: isPlain(bands.shape) ? 0 : blocks.allocate(16 * shingleRoom(room, bands.shape)),
      keys: blocks.allocate(4 * count * bands.bands),
    },
    stems: tables?.stems
      ? {
          tables: tables.stems,
          out: blocks.allocate(room),
          outOffsets: blocks.allocate(4 * (count + 1)),
          missing: blocks.allocate(MISSING_BYTES * MISSING_ROOM),
          room: MISSING_ROOM,
          again: false,
        }
      : undefined,
  };
}

/** Words without stems that a job lists at most. */
const MISSING_ROOM = 1 << 14;

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

/** The result of a job; where it asks for normalized texts (`bytes` says so), that of another one over them. */
export async function settle(
  bytes: number,
  { text, offsets, count }: Pick<TextBatch, 'text' | 'offsets' | 'count'>,
  room: ResultRoom,
  blocks: Blocks,
  steps: Steps,
  tables?: BatchTables,
): Promise<PreparedBatch> {
  if (bytes !== NEEDS_NORMALIZATION) return preparedBatch(bytes, count, room, blocks);
  const { engine, canonicalizer } = steps;
  const { heap, kernels } = engine;
  const normalized = canonicalizer.normalize(kernels, { text, offsets }, count, room);
  blocks.own(normalized.text);
  blocks.own(normalized.offsets);
  const normalizedBytes = heap.u32[normalized.offsets / 4 + count];
  const normalizedRoom = {
    ...room,
    ...textRoom(blocks, steps, normalizedBytes, count, tables),
    canonicalMode: canonicalizer.mode | CanonicalMode.normalized,
  };
  const done = await run({ ...normalized, count, ...normalizedRoom }, engine, tables);
  return preparedBatch(done, count, normalizedRoom, blocks);
}

function preparedBatch(bytes: number, count: number, room: ResultRoom, blocks: Blocks): PreparedBatch {
  const { words, fingerprints, contents } = room;
  const { out, outOffsets } = room.stems ?? room;
  const bandKeys = room.bands?.keys ?? 0;
  const release = () => blocks.release();
  return { count, text: out, offsets: outOffsets, bytes, words, fingerprints, contents, bandKeys, release };
}
