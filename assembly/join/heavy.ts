// Heavy runs: many distinct values that agree on a whole key. Comparing all would be quadratic, so the pigeonhole is
// applied again to the bits in which these values do vary, the best balanced first.

import { compare } from './compare';
import { allow, forbid, forbiddenCount, maxDistance } from './found';
import { countKeys, partitionByKeys, sumOfSquares } from './partition';
import { giveBack, keys, room, take } from './workspace';

// For up to this many items, comparing all is cheaper than finding the bits that vary.
const COMPARE_ALL_MAX: u32 = 192;
const MAX_WIDTH: u32 = 12;
const SAMPLE: u32 = 512;
const ALL_BITS: u64 = 0xffffffffffffffff;
const MAX_GROUPS: usize = 8;

export function heavyRun(values: usize, ids: usize, n: u32): void {
  split(values, ids, n, ALL_BITS, maxDistance);
}

// At most `budget` bits differ in the `usable` bits. These are dealt into budget + 1 groups, one of which then agrees:
// for every group, partition by it and continue with the rest, the groups before it forbidden, each of which has used up
// one of the differing bits.
function split(values: usize, ids: usize, n: u32, usable: u64, budget: u32): void {
  if (n <= COMPARE_ALL_MAX) {
    compare(values, ids, n);
    return;
  }
  const width = min(MAX_WIDTH, 31 - clz<u32>(n - 1));
  const groups = take(MAX_GROUPS << 3);
  const countBytes = (<usize>4) << width;
  const ends = take(countBytes);
  if (!deal(values, n, usable, budget + 1, width, groups) || !pays(values, n, budget, width, groups, ends)) {
    giveBack(countBytes + (MAX_GROUPS << 3));
    // the usable bits are exhausted: begin again with all bits, or compare
    if (usable === ALL_BITS) compare(values, ids, n);
    else split(values, ids, n, ALL_BITS, maxDistance);
    return;
  }
  const forbidden = forbiddenCount;
  for (let t: u32 = 0; t <= budget; t++) {
    const group = load<u64>(groups + ((<usize>t) << 3));
    const bits = <u32>popcnt<u64>(group);
    extract(values, n, group);
    partitionByKeys(values, ids, n, keys, bits, room, ends);
    usable &= ~group;
    let start: u32 = 0;
    for (let key: usize = 0; key < (<usize>1) << bits; key++) {
      const end = load<u32>(ends + (key << 2));
      if (end - start > 1) {
        split(values + ((<usize>start) << 3), ids + ((<usize>start) << 2), end - start, usable, budget - t);
      }
      start = end;
    }
    forbid(group);
  }
  allow(forbidden);
  giveBack(countBytes + (MAX_GROUPS << 3));
}

// Deals the usable bits that vary, best balanced first, into `count` masks of at most `width` bits. A sample of the values
// decides: a bad choice costs time, never a pair. False if there are too few bits.
function deal(values: usize, n: u32, usable: u64, count: u32, width: u32, groups: usize): bool {
  const step = max(<u32>1, n / SAMPLE);
  const sampled = (n + step - 1) / step;
  const balance = take(256);
  let varying: u32 = 0;
  for (let bit: u64 = 0; bit < 64; bit++) {
    let ones: u32 = 0;
    if ((usable >> bit) & 1) {
      for (let i: u32 = 0; i < n; i += step) ones += <u32>((load<u64>(values + ((<usize>i) << 3)) >> bit) & 1);
    }
    ones = min(ones, sampled - ones);
    store<u32>(balance + ((<usize>bit) << 2), ones);
    varying += u32(ones > 0);
  }
  memory.fill(groups, 0, MAX_GROUPS << 3);
  const dealt = min(varying, count * width);
  for (let d: u32 = 0; d < dealt; d++) {
    let best: usize = 0;
    for (let bit: usize = 1; bit < 64; bit++) {
      if (load<u32>(balance + (bit << 2)) > load<u32>(balance + (best << 2))) best = bit;
    }
    store<u32>(balance + (best << 2), 0);
    const group = groups + ((<usize>(d % count)) << 3);
    store<u64>(group, load<u64>(group) | ((<u64>1) << (<u64>best)));
  }
  giveBack(256);
  return varying >= count;
}

// Would splitting by groups at least halve the comparisons? All groups are about as good as the first.
function pays(values: usize, n: u32, budget: u32, width: u32, groups: usize, counts: usize): bool {
  extract(values, n, load<u64>(groups));
  memory.fill(counts, 0, (<usize>4) << width);
  countKeys(keys, n, counts);
  return sumOfSquares(counts, 1 << width) * <u64>(budget + 1) * 2 <= <u64>n * <u64>n;
}

// keys[i] = the bits of value i that are in the mask, moved together.
function extract(values: usize, n: u32, mask: u64): void {
  for (let i: usize = 0; i < <usize>n; i++) {
    const value = load<u64>(values + (i << 3));
    let key: u64 = 0;
    let at: u64 = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      key |= ((value >> ctz<u64>(rest)) & 1) << at;
      at++;
    }
    store<u16>(keys + (i << 1), <u16>key);
  }
}
