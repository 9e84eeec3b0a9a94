/**
 * All pairs on an engine, on all of its threads: at distance 3 by quarters of the fingerprint, otherwise by permuted tables
 * (`assembly/join`). The same candidates as `permutedPairs`, faster.
 *
 * Memory in the heap: 8 bytes a fingerprint, and 12 for every thread. Less, in more rounds, when the heap has less.
 */

import type { Candidates, FindPairs, IndexOptions } from '../../../duplicates.ts';
import type { Engine } from '../../../engines.ts';
import { candidatesOf, pairsOfPositions } from '../candidates.ts';
import { permutedPairs } from '../permuted-pairs.ts';
import { type Tables, tablesForPairs } from '../table-choice.ts';
import { joinRounds } from './join-rounds.ts';
import { sortFound } from './join-sort.ts';
import { arraySource, type FingerprintSource } from './pieces.ts';

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
  return sortFound(engine, await joinRounds(engine, source, tables, bytes), source.count, bytes);
}

async function readAll(source: FingerprintSource): Promise<BigUint64Array> {
  const fingerprints = new BigUint64Array(source.count);
  await source.read(fingerprints, 0);
  return fingerprints;
}

/** The wasm kernel has its own method for distance 3, which needs quarters. */
function chooseTables(engine: Engine, count: number, options: IndexOptions): Tables {
  if (engine.kernels.name === 'scalar') return tablesForPairs(count, options);
  // a comparison is three instructions there
  const tables = tablesForPairs(count, options, 12);
  const quarters = tables.maxDistance === 3 && options.tables === undefined;
  return quarters ? tablesForPairs(count, { maxDistance: 3, tables: 4 }) : tables;
}
