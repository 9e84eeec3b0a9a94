/**
 * All pairs on an engine, on all of its threads: at distance 3 by quarters of the fingerprint, otherwise by permuted tables
 * (`assembly/join`). The same candidates as `permutedPairs`, faster.
 *
 * Memory in the heap: 8 bytes a fingerprint, and 12 for every thread; less, in more rounds, when the heap has less.
 */

import { chunkBits } from '../engines/join.ts';
import type { Engine } from '../engines.ts';
import type { Candidates, FindPairs, IndexOptions } from '../indexes.ts';
import { candidatesOf } from './candidates.ts';
import { JoinLane } from './join-lane.ts';
import { type ChunkCounts, pieceSize, planRounds, wantedChunkBits } from './join-memory.ts';
import { arraySource, type FingerprintSource, Pieces } from './pieces.ts';
import { type Tables, tablesForPairs } from './table-choice.ts';

export interface JoinOptions extends IndexOptions {
  /** The most bytes of heap to use. @default what the heap has left, 4 GB at most */
  memory?: number;
}

/** The function that finds all pairs on this engine. */
export function joinPairs(engine: Engine): FindPairs {
  return async (fingerprints: BigUint64Array, options: JoinOptions): Promise<Candidates> =>
    candidatesOf(fingerprints, await nearPairs(engine, arraySource(fingerprints), options));
}

/**
 * The pairs as such, `PAIR_WORDS` numbers each, in no order: two fingerprints by their place in the source, and their distance.
 * Of equal fingerprints the first stands for all; each of the others is paired only with it, at distance 0.
 */
export async function nearPairs(
  engine: Engine,
  source: FingerprintSource,
  options: JoinOptions,
): Promise<Uint32Array> {
  const { heap, threads } = engine;
  const tables = chooseTables(engine, source.count, options);
  const bytes = options.memory ?? heap.available;
  const pieces = new Pieces(heap, source, pieceSize(source.count, bytes, threads));
  const lanes: JoinLane[] = [];
  try {
    await pieces.hold();
    const plan = planRounds(await countChunks(engine, pieces, tables), pieces, threads, bytes);
    const waiting = [...plan.rounds];
    for (let i = 0; i < Math.min(threads, waiting.length); i++) {
      lanes.push(new JoinLane(engine, pieces, tables, plan));
    }
    const work = lanes.map(async (lane) => {
      for (let round = waiting.shift(); round !== undefined; round = waiting.shift()) await lane.run(round);
    });
    await Promise.all(work);
    return concatenate(lanes.flatMap((lane) => lane.found));
  } finally {
    for (const lane of lanes) lane.release();
    pieces.release();
  }
}

/** The wasm kernel has a way of its own for distance 3, and quarters are what it takes. */
function chooseTables(engine: Engine, count: number, options: IndexOptions): Tables {
  if (engine.kernels.name === 'scalar') return tablesForPairs(count, options);
  // a comparison is three instructions there
  const tables = tablesForPairs(count, options, 12);
  const quarters = tables.maxDistance === 3 && options.tables === undefined;
  return quarters ? tablesForPairs(count, { maxDistance: 3, tables: 4 }) : tables;
}

/** Counts the chunks of every block that can be the first in which a pair agrees. */
async function countChunks(engine: Engine, pieces: Pieces, tables: Tables): Promise<ChunkCounts[]> {
  const { heap } = engine;
  const most = wantedChunkBits(pieces.count);
  const firsts = Array.from({ length: tables.maxDistance + 1 }, (_, first) => ({
    first,
    ...chunkBits(first, tables.blocks, most),
    address: heap.allocate(4 << most),
  }));
  for (const { address, bits } of firsts) heap.u8.fill(0, address, address + (4 << bits));
  const buffer = pieces.allocateBuffer();
  await pieces.each(buffer, async (values, count) => {
    const jobs = firsts.map(({ shift, bits, address }) =>
      engine.run({ kind: 'joinCount', values, count, shift, bits, counts: address }),
    );
    await Promise.all(jobs);
  });
  const counted = firsts.map(({ address, ...block }) => {
    const counts = heap.u32.slice(address >>> 2, (address >>> 2) + (1 << block.bits));
    return { ...block, counts };
  });
  for (const address of [buffer, ...firsts.map((block) => block.address)]) heap.release(address);
  return counted;
}

function concatenate(parts: Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
