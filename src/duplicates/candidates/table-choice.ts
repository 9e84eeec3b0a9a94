/** How many permuted tables? Which numbers there are for a distance, and which is best for a number of fingerprints. */

import type { IndexOptions } from '../../duplicates.ts';
import { badOption } from '../../errors.ts';
import { option, wording } from '../../wording.ts';

/** With more blocks than differing bits plus this number, there are more tables but no better ones. */
const MAX_SPARE_BLOCKS = 5;
const DEFAULT_DISTANCE = 3;
const DEFAULT_EXPECTED = 2 ** 20;

/** A choice of tables: the 64 bits cut into `blocks` blocks, every choice of `blocks - maxDistance` blocks the key of one table. */
export interface Tables {
  readonly maxDistance: number;
  readonly blocks: number;
  readonly count: number;
  readonly keyBits: number;
  /** The bits of every table's key, if blocks are uneven; `blocks` is then no help. */
  readonly keys?: readonly (readonly number[])[];
}

/**
 * Blocks of uneven width, as block widths and the blocks of every key. Each block is in at most two keys, and any two such blocks share
 * one, so three differing bits leave one key untouched. The widths give the fewest probes: of 2^28 even fingerprints 4 tables probe 16,384 for a
 * look-up, 5 tables 4,608, and 6 tables 640.
 */
const UNEVEN = [
  { widths: [9, 9, 9, 18, 19], keys: [[0, 1], [1, 2], [0, 2], [3], [4]] },
  {
    widths: [11, 11, 10, 11, 11, 10],
    keys: [
      [0, 1],
      [1, 2],
      [0, 2],
      [3, 4],
      [4, 5],
      [3, 5],
    ],
  },
];
/** Bits in which fingerprints may differ with uneven blocks. */
const UNEVEN_DISTANCE = 3;

/**
 * Tables for all pairs of `n` fingerprints: as asked for, or those with the least work, where moving a fingerprint costs as
 * much as `moving` comparisons.
 */
export function tablesForPairs(n: number, options: IndexOptions, moving = 5): Tables {
  return cheapest(listTables(options), (tables) => pairsCost(tables, n, moving));
}

/** Tables for an index that is asked one at a time: as asked for, or a balance of the time of a query and memory. */
export function tablesForQueries(options: IndexOptions): Tables {
  const n = options.expected ?? DEFAULT_EXPECTED;
  if (!(n >= 1)) throw badOption('expected', 'a number of fingerprints, at least 1', n);
  // a look-up costs a cache miss or two, some 40 comparisons
  return cheapest(listTables(options), (tables) => tables.count * (40 + n / 2 ** tables.keyBits));
}

export function describeTables(tables: Tables): string {
  return `permuted tables, ${tables.count} × ${Math.floor(tables.keyBits)} bits`;
}

export function checkedDistance(options: IndexOptions): number {
  const k = options.maxDistance ?? DEFAULT_DISTANCE;
  if (!Number.isInteger(k) || k < 0 || k > 7) throw badOption('maxDistance', 'an integer from 0 to 7', k);
  return k;
}

/** Every number of tables that `tables` may be for this distance. */
export function tableCounts(maxDistance: number): number[] {
  const all = [...listTables({ maxDistance }), ...listUneven(maxDistance)];
  return [...new Set(all.map((tables) => tables.count))].sort((a, b) => a - b);
}

/** All choices of tables with uneven blocks. */
function listUneven(maxDistance: number): Tables[] {
  if (maxDistance > UNEVEN_DISTANCE) return [];
  return UNEVEN.map(({ widths, keys }) => {
    let start = 0;
    const blocks = widths.map((width) => Array.from({ length: width }, () => start++));
    const bits = keys.map((key) => key.flatMap((block) => blocks[block]));
    const keyBits = Math.min(...bits.map((key) => key.length));
    return { maxDistance, blocks: widths.length, count: keys.length, keyBits, keys: bits };
  });
}

function listTables(options: IndexOptions): Tables[] {
  const maxDistance = checkedDistance(options);
  const all: Tables[] = [];
  for (let blocks = maxDistance + 1; blocks <= maxDistance + MAX_SPARE_BLOCKS; blocks++) {
    const keyBits = (64 * (blocks - maxDistance)) / blocks;
    all.push({ maxDistance, blocks, count: choose(blocks, maxDistance), keyBits });
  }
  if (options.tables === undefined) return all;
  const asked = all.filter((tables) => tables.count === options.tables);
  if (asked.length > 0) return asked;
  const uneven = listUneven(maxDistance).filter((tables) => tables.count === options.tables);
  if (uneven.length > 0) return uneven;
  const counts = tableCounts(maxDistance).join(', ');
  throw badOption(
    'tables',
    wording`one of ${counts} (for ${option('maxDistance')} ${maxDistance})`,
    options.tables,
  );
}

/**
 * Work for all pairs, per fingerprint, in comparisons: every level of the walk (`BlockWalk`) sorts by one more block and
 * stops where few are left to compare.
 */
function pairsCost({ maxDistance, blocks }: Tables, n: number, moving: number): number {
  const width = 64 / blocks;
  let cost = 0;
  let run = n;
  let paths = 1;
  for (let level = 1; level <= blocks - maxDistance && run > 32; level++) {
    paths = choose(level + maxDistance, level);
    const steps = Math.min(Math.ceil(width / 8), Math.ceil(Math.log2(run / 32) / 8));
    cost += moving * paths * steps;
    run /= 2 ** width;
  }
  return cost + (paths * run) / 2;
}

function cheapest(choices: Tables[], cost: (tables: Tables) => number): Tables {
  return choices.reduce((best, tables) => (cost(tables) < cost(best) ? tables : best));
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}
