// The steps of k-means over signatures; the twin is src/engines/scalar/signatures/clusters.ts.
import {
  MOST_MEMBERS,
  majorityWorkBytes,
  membersAt,
  PREFIX_BYTES,
  prefixDistancesAt,
} from '../../src/engines/layouts/signature-search';
import { beginDistances, distanceOf } from './search';

// @inline
function lesser(a: u64, b: u64): u64 {
  return select<u64>(a, b, a < b);
}

// `work`: u16 for every bit of every centroid, then u32 for every centroid.
export function majorityCentroids(
  signatures: usize,
  bytes: usize,
  assigned: usize,
  count: usize,
  centroids: usize,
  centroidCount: usize,
  work: usize,
): void {
  const members = work + membersAt(centroidCount, bytes);
  memory.fill(work, 0, majorityWorkBytes(centroidCount, bytes));
  const bits = i16x8(1, 2, 4, 8, 16, 32, 64, 128);
  for (let i: usize = 0; i < count; i++) {
    const centroid = <usize>load<u32>(assigned + (i << 2));
    const before = load<u32>(members + (centroid << 2));
    if (before === MOST_MEMBERS) continue;
    store<u32>(members + (centroid << 2), before + 1);
    const signature = signatures + i * bytes;
    let sums = work + ((centroid * bytes) << 4);
    for (let b: usize = 0; b < bytes; b++, sums += 16) {
      // -1 in the lanes of the bits that are set
      const set = i16x8.eq(v128.and(i16x8.splat(<i16>load<u8>(signature + b)), bits), bits);
      v128.store(sums, i16x8.sub(v128.load(sums), set));
    }
  }
  for (let c: usize = 0; c < centroidCount; c++) {
    const size = load<u32>(members + (c << 2));
    if (size === 0) continue;
    const half = i16x8.splat(<i16>(size >> 1));
    let sums = work + ((c * bytes) << 4);
    for (let b: usize = 0; b < bytes; b++, sums += 16) {
      store<u8>(centroids + c * bytes + b, <u8>i16x8.bitmask(i16x8.gt_u(v128.load(sums), half)));
    }
  }
}

export function assignLists(
  signatures: usize,
  bytes: usize,
  first: u32,
  count: usize,
  centroids: usize,
  centroidCount: usize,
  margin: u32,
  work: usize,
  out: usize,
): void {
  beginDistances();
  const prefix = min(bytes, PREFIX_BYTES);
  const distances = work + prefixDistancesAt(centroidCount);
  // the first bytes side by side, and zeros behind those of short signatures: sixteen bytes are compared in any case
  memory.fill(work, 0, prefixDistancesAt(centroidCount));
  for (let c: usize = 0; c < centroidCount; c++) memory.copy(work + (c << 4), centroids + c * bytes, prefix);
  for (let i: usize = 0; i < count; i++) {
    const signature = signatures + (<usize>first + i) * bytes;
    const low = load<u64>(signature);
    const high = prefix === 8 ? 0 : load<u64>(signature, 8);
    for (let c: usize = 0; c < centroidCount; c++) {
      const at = work + (c << 4);
      store<u16>(distances + (c << 1), <u16>(popcnt(low ^ load<u64>(at)) + popcnt(high ^ load<u64>(at, 8))));
    }
    const least = leastOf(distances, centroidCount);
    store<u32>(out + (i << 2), nearestWithin(signature, bytes, centroids, centroidCount, distances, least + margin));
  }
}

// Eight distances are looked at a time, apart from the loop that makes them: there, each would wait for the one before it. What follows the
// last distance, up to eight, is overwritten.
function leastOf(distances: usize, count: usize): u32 {
  v128.store(distances + (count << 1), i16x8.splat(-1));
  let least = i16x8.splat(-1);
  for (let c: usize = 0; c < count; c += 8) least = i16x8.min_u(least, v128.load(distances + (c << 1)));
  least = i16x8.min_u(least, i8x16.shuffle(least, least, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  least = i16x8.min_u(least, i8x16.shuffle(least, least, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
  return min(<u32>i16x8.extract_lane_u(least, 0), <u32>i16x8.extract_lane_u(least, 1));
}

// The nearest of the centroids whose first bytes are within a limit; eight of these distances are looked at a time.
function nearestWithin(
  signature: usize,
  bytes: usize,
  centroids: usize,
  centroidCount: usize,
  distances: usize,
  limit: u32,
): u32 {
  const limits = i16x8.splat(<i16>limit);
  let best: u64 = -1;
  for (let c: usize = 0; c < centroidCount; c += 8) {
    let near = <u32>i16x8.bitmask(i16x8.le_u(v128.load(distances + (c << 1)), limits));
    for (; near !== 0; near &= near - 1) {
      const centroid = c + <usize>ctz(near);
      if (centroid >= centroidCount) break;
      best = lesser(best, ((<u64>distanceOf(signature, centroids + centroid * bytes, bytes)) << 32) | <u64>centroid);
    }
  }
  return <u32>best;
}

export function refineLists(
  signatures: usize,
  bytes: usize,
  first: u32,
  count: usize,
  centroids: usize,
  neighbors: usize,
  neighborCount: usize,
  assigned: usize,
): void {
  beginDistances();
  for (let i: usize = 0; i < count; i++) {
    const signature = signatures + (<usize>first + i) * bytes;
    const row = neighbors + ((<usize>load<u32>(assigned + (i << 2)) * neighborCount) << 2);
    let best: u64 = -1;
    for (let at = row, end = row + (neighborCount << 2); at < end; at += 4) {
      const c = load<u32>(at);
      best = lesser(best, ((<u64>distanceOf(signature, centroids + <usize>c * bytes, bytes)) << 32) | <u64>c);
    }
    store<u32>(assigned + (i << 2), <u32>best);
  }
}
