/**
 * All pairs on an engine, on all of its threads: at distance 3 by halves and quarters of the fingerprint, otherwise by permuted
 * tables (`assembly/join`). The same candidates as `permutedPairs`, faster.
 *
 * Memory in the heap: 8 bytes a fingerprint, and 12 for every thread; at distance 3 instead 24 in all. Less, in more
 * rounds, when the heap has less.
 */

import type { Candidates, FindPairs, IndexOptions } from '../../../duplicates.ts';
import type { Engine } from '../../../engines.ts';
import { candidatesOf, pairsOfPositions } from '../candidates.ts';
import { permutedPairs } from '../permuted-pairs.ts';
import { type Tables, tablesForPairs } from '../table-choice.ts';
import { goesByQuarters } from './chunk-bits.ts';
import { type Crowd, joinHalves } from './join-halves.ts';
import { planHalves } from './join-memory.ts';
import { joinRounds } from './join-rounds.ts';
import { sortFound } from './join-sort.ts';
import { arraySource, type FingerprintSource, Pieces } from './pieces.ts';

export interface JoinOptions extends IndexOptions {
  /** The most bytes of heap to use. @default what the heap has left, 4 GB at most */
  memory?: number;
  /** At distance 3, go by halves (`join-halves.ts`)? @default from 2^21 fingerprints on, if there is memory for it */
  byHalves?: boolean;
  /** By halves, take buckets as dense (`assembly/join/dense.ts`)? @default from 2^26.5 fingerprints on */
  dense?: boolean;
}

/** With fewer fingerprints most buckets are nearly empty, and going from one to the other takes longer than sorting. */
const MANY = 2 ** 21;
/** With fewer, bitmaps of all siblings are nearly empty, too, and take longer than looking for them. */
const DENSE = 2 ** 26.5;

/** The function that finds all pairs on this engine. */
export function joinPairs(engine: Engine): FindPairs {
  return async (fingerprints: BigUint64Array, options: JoinOptions): Promise<Candidates> =>
    candidatesOf(fingerprints, await nearPairs(engine, arraySource(fingerprints), options));
}

/**
 * The pairs as such, `PAIR_WORDS` numbers each: two fingerprints by their place in the source, and their distance; ordered by the first, then the second.
 * Of equal fingerprints the first represents all; each of the others is paired only with it, at distance 0.
 */
export async function nearPairs(
  engine: Engine,
  source: FingerprintSource,
  options: JoinOptions,
): Promise<Uint32Array> {
  const tables = chooseTables(engine, source.count, options);
  // blocks of uneven width have no kernel
  if (tables.keys !== undefined) return pairsOfPositions(permutedPairs(await readAll(source), options));
  const bytes = options.memory ?? engine.heap.available;
  if (options.byHalves ?? source.count >= MANY) {
    const found = await pairsByHalves(engine, source, tables, bytes, options.dense ?? source.count >= DENSE);
    if (found !== undefined) return sortFound(engine, found, source.count, bytes);
  }
  const blocks = Array.from({ length: tables.maxDistance + 1 }, (_, first) => ({ first, only: 0 }));
  const found = await joinRounds(engine, source, tables, blocks, bytes);
  return sortFound(engine, found, source.count, bytes);
}

async function readAll(source: FingerprintSource): Promise<BigUint64Array> {
  const fingerprints = new BigUint64Array(source.count);
  await source.read(fingerprints, 0);
  return fingerprints;
}

/** Pairs by halves, if the tables are quarters and there is enough memory. */
async function pairsByHalves(
  engine: Engine,
  source: FingerprintSource,
  tables: Tables,
  bytes: number,
  isDense: boolean,
): Promise<Uint32Array[] | undefined> {
  const { heap, kernels, threads } = engine;
  if (!goesByQuarters(kernels.name, tables.maxDistance, tables.blocks)) return undefined;
  const plan =
    (isDense ? planHalves(source.count, bytes, threads, true) : undefined) ??
    planHalves(source.count, bytes, threads, false);
  if (plan === undefined) return undefined;
  const pieces = new Pieces(heap, source, plan.holdsInput ? source.count : plan.slice);
  let joined: Awaited<ReturnType<typeof joinHalves>>;
  try {
    pieces.reserve();
    joined = await joinHalves(engine, pieces, plan);
  } finally {
    pieces.release();
  }
  if (joined === undefined || joined.crowds.length === 0) return joined?.found;
  return [...joined.found, ...(await crowded(engine, source, tables, joined.crowds, bytes))];
}

/** The pairs in two crowded buckets of a quarter. They are found by the buckets of its sibling, which have their usual size. */
async function crowded(
  engine: Engine,
  source: FingerprintSource,
  tables: Tables,
  crowds: readonly Crowd[],
  bytes: number,
): Promise<Uint32Array[]> {
  const { heap } = engine;
  const addresses = heap.allocateAll(crowds.map(({ buckets }) => buckets.length));
  const blocks = crowds.map(({ sibling, buckets }, i) => {
    heap.u8.set(buckets, addresses[i]);
    return { first: sibling, only: addresses[i] };
  });
  try {
    return await joinRounds(engine, source, tables, blocks, bytes, true);
  } finally {
    for (const { only } of blocks) heap.release(only);
  }
}

/** The wasm kernel has its own method for distance 3, which needs quarters. */
function chooseTables(engine: Engine, count: number, options: IndexOptions): Tables {
  if (engine.kernels.name === 'scalar') return tablesForPairs(count, options);
  // a comparison is three instructions there
  const tables = tablesForPairs(count, options, 12);
  const quarters = tables.maxDistance === 3 && options.tables === undefined;
  return quarters ? tablesForPairs(count, { maxDistance: 3, tables: 4 }) : tables;
}
