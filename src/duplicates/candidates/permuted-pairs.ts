/**
 * All pairs by permuted tables, in plain TypeScript on the calling thread. Memory: about 60 bytes a fingerprint
 * beside the result. `joinPairs` gives the same on all threads of an engine.
 */

import type { Candidates, IndexOptions } from '../../duplicates.ts';
import { BlockWalk } from '../../engines/scalar/join/block-walk.ts';
import { ItemList } from '../../engines/scalar/join/item-list.ts';
import { walkKeys } from '../../engines/scalar/join/key-walk.ts';
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
