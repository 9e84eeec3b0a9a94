/**
 * All pairs by permuted tables, in plain TypeScript on the calling thread. Memory: about 60 bytes a fingerprint
 * beside the result. `joinPairs` gives the same on all threads of an engine.
 */
import type { Candidates, IndexOptions } from '../../duplicates.ts';
import { BlockWalk } from '../../engines/scalar/join/block-walk.ts';
import { groupKeys, heavyRun, maskOf } from '../../engines/scalar/join/heavy-run.ts';
import { ItemList } from '../../engines/scalar/join/item-list.ts';
import { PairSink } from '../../engines/scalar/join/pair-sink.ts';
import { collapse, halvesOf, withPairs } from './candidates.ts';
import { tablesForPairs } from './table-choice.ts';

export function permutedPairs(fingerprints: BigUint64Array, options: IndexOptions): Candidates {
  const { maxDistance, blocks, keys } = tablesForPairs(fingerprints.length, options);
  const groups = collapse(fingerprints);
  const n = groups.distinct.length;
  const sink = new PairSink();
  const items = new ItemList(n, maxDistance, sink);
  const halves = halvesOf(groups.distinct);
  for (let i = 0; i < n; i++) {
    items.lo[i] = halves[2 * i];
    items.hi[i] = halves[2 * i + 1];
    items.id[i] = i;
  }
  // distinct fingerprints differ somewhere, so at distance 0 there is nothing to look for
  if (maxDistance > 0 && keys !== undefined) walkKeys(items, n, maxDistance, keys);
  else if (maxDistance > 0) {
    const walk = new BlockWalk(items, n, maxDistance, blocks);
    for (let first = 0; first <= maxDistance; first++) walk.pairs(0, n, first);
  }
  return withPairs(groups, sink.pairs);
}

/** Bits of one step of the sort. */
const STEP = 11;

/** Finds the pairs of `count` distinct items that agree in all bits of a key; each pair at the first such key. */
function walkKeys(
  items: ItemList,
  count: number,
  maxDistance: number,
  keys: readonly (readonly number[])[],
): void {
  for (const key of keys) {
    // every step is stable, so the last one leaves the items sorted by all bits
    for (let at = 0; at < key.length; at += STEP) {
      const bits = key.slice(at, at + STEP);
      items.partition(0, count, groupKeys(items, 0, count, bits), new Uint32Array(1 << bits.length));
    }
    const [lo, hi] = maskOf(key);
    eachRun(items, count, lo, hi, (from, to) => heavyRun(items, from, to, maxDistance));
    items.forbid(lo, hi);
  }
  items.allow(0);
}

function eachRun(
  { lo, hi }: ItemList,
  count: number,
  maskLo: number,
  maskHi: number,
  visit: (from: number, to: number) => void,
): void {
  for (let from = 0, to = 0; from < count; from = to) {
    // items of a run are moved while it is visited, and those of later runs are not
    const [keyLo, keyHi] = [lo[from] & maskLo, hi[from] & maskHi];
    for (to = from + 1; to < count && (lo[to] & maskLo) === keyLo && (hi[to] & maskHi) === keyHi; ) to++;
    if (to - from > 1) visit(from, to);
  }
}
