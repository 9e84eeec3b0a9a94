// The two steps of k-means over signatures; the twin is src/engines/scalar/signatures/clusters.ts.
import { majorityWorkBytes, membersAt } from '../../src/engines/layouts/signature-search';
import { MOST_PROBES, PROBED_AT, scratch } from '../memory';
import { beginNearest, distance128, distanceOf, offer } from './search';

export function nearestCentroids(
  signatures: usize,
  bytes: usize,
  list: usize,
  first: u32,
  count: usize,
  centroids: usize,
  centroidCount: usize,
  out: usize,
): void {
  for (let i: usize = 0; i < count; i++) {
    const number = list === 0 ? first + <u32>i : load<u32>(list + (i << 2));
    const signature = signatures + <usize>number * bytes;
    // distance << 32 | centroid: the least of these is the nearest, and the first of equally near ones
    let best: u64 = -1;
    if (bytes === 128) {
      for (let c: usize = 0; c < centroidCount; c++) {
        best = lesser(best, ((<u64>distance128(signature, centroids + (c << 7))) << 32) | <u64>c);
      }
    } else {
      for (let c: usize = 0; c < centroidCount; c++) {
        best = lesser(best, ((<u64>distanceOf(signature, centroids + c * bytes, bytes)) << 32) | <u64>c);
      }
    }
    store<u32>(out + (i << 2), <u32>best);
  }
}

// @inline
function lesser(a: u64, b: u64): u64 {
  return select<u64>(a, b, a < b);
}

// `work`: u16 for every bit of every centroid, then u32 for every centroid; so `count` must be below 65,536.
export function majorityCentroids(
  signatures: usize,
  bytes: usize,
  list: usize,
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
    store<u32>(members + (centroid << 2), load<u32>(members + (centroid << 2)) + 1);
    const signature = signatures + <usize>load<u32>(list + (i << 2)) * bytes;
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

// The nearest list of each of `count` signatures from `first` on, among the lists of its `probes` nearest groups.
export function nearestLists(
  signatures: usize,
  bytes: usize,
  first: u32,
  count: usize,
  groups: u32,
  groupCentroids: usize,
  groupStarts: usize,
  listCentroids: usize,
  probes: u32,
  out: usize,
): void {
  const wanted = min(min(probes, MOST_PROBES), groups);
  const probed = scratch + PROBED_AT;
  for (let i: usize = 0; i < count; i++) {
    const signature = signatures + (<usize>first + i) * bytes;
    memory.fill(probed, 0xff, wanted << 3);
    beginNearest(probed, wanted);
    for (let group: u32 = 0; group < groups; group++) {
      offer(distanceOf(signature, groupCentroids + <usize>group * bytes, bytes), group);
    }
    let best: u64 = -1;
    for (let p: usize = 0; p < wanted; p++) {
      const group = <usize>load<u32>(probed + (p << 3));
      const end = load<u32>(groupStarts + (group << 2), 4);
      for (let list = load<u32>(groupStarts + (group << 2)); list < end; list++) {
        best = lesser(best, ((<u64>distanceOf(signature, listCentroids + <usize>list * bytes, bytes)) << 32) | <u64>list);
      }
    }
    store<u32>(out + (i << 2), best === -1 ? 0 : <u32>best);
  }
}
