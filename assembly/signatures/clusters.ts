// The steps of k-means over signatures; the twin is src/engines/scalar/signatures/clusters.ts.
import { AssignListsCall, MajorityCentroidsCall, RefineListsCall } from '../../src/engines/layouts/calls';
import { MOST_MEMBERS, majorityWorkBytes, membersAt } from '../../src/engines/layouts/signature-search';
import { firstBytesDistances, leastDistance } from './first-bytes';
import { beginDistances, distanceOf } from './search';

// @inline
function lesser(a: u64, b: u64): u64 {
  return select<u64>(a, b, a < b);
}

// `work`: u16 for every bit of every centroid, then u32 for every centroid.
export function majorityCentroids(call: MajorityCentroidsCall): void {
  const signatures = call.signatures;
  const bytes = <usize>call.bytes;
  const assigned = call.assigned;
  const count = <usize>call.count;
  const centroids = call.centroids;
  const centroidCount = <usize>call.centroidCount;
  const work = call.work;
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

export function assignLists(call: AssignListsCall): void {
  const signatures = call.signatures;
  const bytes = <usize>call.bytes;
  const first = call.first;
  const count = <usize>call.count;
  const centroids = call.centroids;
  const centroidCount = <usize>call.centroidCount;
  const margin = call.margin;
  const work = call.work;
  const out = call.out;
  beginDistances();
  for (let i: usize = 0; i < count; i++) {
    const signature = signatures + (<usize>first + i) * bytes;
    firstBytesDistances(signature, bytes, centroids, centroidCount, work);
    const limit = leastDistance(work, centroidCount) + margin;
    store<u32>(out + (i << 2), nearestWithin(signature, bytes, centroids, centroidCount, work, limit));
  }
}

// The nearest of the centroids whose first bytes are within a limit; sixteen of these distances are looked at a time.
function nearestWithin(
  signature: usize,
  bytes: usize,
  centroids: usize,
  centroidCount: usize,
  distances: usize,
  limit: u32,
): u32 {
  const limits = i8x16.splat(<i8>limit);
  let best: u64 = -1;
  for (let c: usize = 0; c < centroidCount; c += 16) {
    let near = <u32>i8x16.bitmask(i8x16.le_u(v128.load(distances + c), limits));
    for (; near !== 0; near &= near - 1) {
      const centroid = c + <usize>ctz(near);
      best = lesser(best, ((<u64>distanceOf(signature, centroids + centroid * bytes, bytes)) << 32) | <u64>centroid);
    }
  }
  return <u32>best;
}

export function refineLists(call: RefineListsCall): void {
  const signatures = call.signatures;
  const bytes = <usize>call.bytes;
  const first = call.first;
  const count = <usize>call.count;
  const centroids = call.centroids;
  const neighbors = call.neighbors;
  const neighborCount = <usize>call.neighborCount;
  const assigned = call.assigned;
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
