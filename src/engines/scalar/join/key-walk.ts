/** Permuted tables whose keys are any bits, one table after the other: for blocks of uneven width. */
import { groupKeys, heavyRun, maskOf } from './heavy-run.ts';
import type { ItemList } from './item-list.ts';

/** Bits of one step of the sort. */
const STEP = 11;

/** Finds the pairs of `count` distinct items that agree in all bits of a key; each pair at the first such key. */
export function walkKeys(
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
