/**
 * Heavy runs: many distinct fingerprints that agree on a whole table key. Comparing all pairs would be quadratic, so the
 * pigeonhole is applied again to the bits in which these fingerprints do vary, the best balanced first.
 */
import type { ItemList } from './item-list.ts';

/** For up to this many items, comparing all is cheaper than finding the bits that vary. */
const COMPARE_ALL_MAX = 128;
/** Bits of a group: at most this many, so that counters stay in the cache. */
const MAX_WIDTH = 12;

/** Finds the pairs within the distinct items `[from, to)`. */
export function heavyRun(items: ItemList, from: number, to: number, maxDistance: number): void {
  split(items, from, to, maxDistance, -1, -1, maxDistance);
}

/**
 * At most `budget` bits differ in the `usable` bits. These are dealt into budget + 1 groups, one of which then agrees:
 * for every group, partition by it and continue with the rest, the groups before it forbidden, each of which has
 * used up one of the differing bits.
 */
function split(
  items: ItemList,
  from: number,
  to: number,
  maxDistance: number,
  usableLo: number,
  usableHi: number,
  budget: number,
): void {
  const n = to - from;
  if (n <= COMPARE_ALL_MAX) {
    items.compare(from, to);
    return;
  }
  const width = Math.min(MAX_WIDTH, Math.ceil(Math.log2(n)) - 1);
  const groups = deal(balancedBits(items, from, to, usableLo, usableHi), budget + 1, width);
  const keys = groups.map((bits) => groupKeys(items, from, to, bits));
  if (keys.length === 0 || comparisons(keys, n, width) * 2 > n * n) {
    // the usable bits are exhausted: begin again with all bits, or compare
    const fresh = budget === maxDistance && usableLo === -1 && usableHi === -1;
    if (fresh) items.compare(from, to);
    else split(items, from, to, maxDistance, -1, -1, maxDistance);
    return;
  }
  const forbidden = items.forbidden;
  for (let t = 0; t <= budget; t++) {
    const ends = new Uint32Array(1 << groups[t].length);
    // the items have moved since the keys were made, except for the first group
    items.partition(from, to, t === 0 ? keys[0] : groupKeys(items, from, to, groups[t]), ends);
    const [lo, hi] = maskOf(groups[t]);
    usableLo &= ~lo;
    usableHi &= ~hi;
    let start = from;
    for (const end of ends) {
      if (end - start > 1) split(items, start, end, maxDistance, usableLo, usableHi, budget - t);
      start = end;
    }
    items.forbid(lo, hi);
  }
  items.allow(forbidden);
}

/** The usable bits that are not the same in all items, the best balanced first. */
function balancedBits(
  items: ItemList,
  from: number,
  to: number,
  usableLo: number,
  usableHi: number,
): number[] {
  const ones = new Uint32Array(64);
  for (let bit = 0; bit < 64; bit++) {
    const half = bit < 32 ? items.lo : items.hi;
    if (((bit < 32 ? usableLo : usableHi) & (1 << (bit & 31))) === 0) continue;
    let count = 0;
    for (let i = from; i < to; i++) count += (half[i] >>> (bit & 31)) & 1;
    ones[bit] = Math.min(count, to - from - count);
  }
  const bits = [];
  for (let bit = 0; bit < 64; bit++) if (ones[bit] > 0) bits.push(bit);
  return bits.sort((a, b) => ones[b] - ones[a] || a - b);
}

/** Deals bits into `count` groups of at most `width`, equally good; none if there are too few bits. */
function deal(bits: number[], count: number, width: number): number[][] {
  if (bits.length < count) return [];
  const groups: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < Math.min(bits.length, count * width); i++) groups[i % count].push(bits[i]);
  return groups;
}

/** The given bits of every item of a range, as one number each. */
export function groupKeys(items: ItemList, from: number, to: number, bits: readonly number[]): Uint16Array {
  const keys = new Uint16Array(to - from);
  for (let b = 0; b < bits.length; b++) {
    const half = bits[b] < 32 ? items.lo : items.hi;
    const shift = bits[b] & 31;
    for (let i = from; i < to; i++) keys[i - from] |= ((half[i] >>> shift) & 1) << b;
  }
  return keys;
}

/** Pairs that agree on a group, over all groups, twice over. */
function comparisons(keys: Uint16Array[], n: number, width: number): number {
  const counts = new Uint32Array(1 << width);
  let sum = 0;
  for (const key of keys) {
    counts.fill(0);
    for (let i = 0; i < n; i++) counts[key[i]]++;
    for (const count of counts) sum += count * count;
  }
  return sum;
}

/** Bits as masks of the two halves. */
export function maskOf(bits: readonly number[]): [lo: number, hi: number] {
  let lo = 0;
  let hi = 0;
  for (const bit of bits) {
    if (bit < 32) lo |= 1 << bit;
    else hi |= 1 << (bit & 31);
  }
  return [lo, hi];
}
