/** The two steps of k-means over signatures, in plain TypeScript: nearest centroids, and centroids by majority. */
import type { Twin } from '../../kernels.ts';
import { distanceOf } from './search.ts';

/** For each of `count` numbers in `list` (0: from `first` on): the nearest centroid, the first of equally near ones. */
export const nearestCentroids: Twin<'nearestCentroids'> = (
  heap,
  signatures,
  bytes,
  list,
  first,
  count,
  centroids,
  centroidCount,
  out,
) => {
  const { u8, u32 } = heap;
  for (let i = 0; i < count; i++) {
    const id = list === 0 ? first + i : u32[(list >>> 2) + i];
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let c = 0; c < centroidCount; c++) {
      const distance = distanceOf(u8, signatures + id * bytes, centroids + c * bytes, bytes);
      if (distance < least) {
        least = distance;
        best = c;
      }
    }
    u32[(out >>> 2) + i] = best;
  }
};

/** A bit of a centroid becomes one if more than half of its signatures have it. A centroid without signatures is not changed. */
export const majorityCentroids: Twin<'majorityCentroids'> = (
  heap,
  signatures,
  bytes,
  list,
  assigned,
  count,
  centroids,
  centroidCount,
  _work,
) => {
  const { u8, u32 } = heap;
  const ones = new Uint32Array(8 * bytes * centroidCount);
  const members = new Uint32Array(centroidCount);
  for (let i = 0; i < count; i++) {
    const at = signatures + u32[(list >>> 2) + i] * bytes;
    const centroid = u32[(assigned >>> 2) + i];
    members[centroid]++;
    for (let bit = 0; bit < 8 * bytes; bit++) {
      ones[8 * bytes * centroid + bit] += (u8[at + (bit >>> 3)] >>> (bit & 7)) & 1;
    }
  }
  for (let c = 0; c < centroidCount; c++) {
    if (members[c] === 0) continue;
    for (let byte = 0; byte < bytes; byte++) {
      let value = 0;
      for (let bit = 0; bit < 8; bit++) {
        value |= (2 * ones[8 * (bytes * c + byte) + bit] > members[c] ? 1 : 0) << bit;
      }
      u8[centroids + c * bytes + byte] = value;
    }
  }
};

/** The nearest list of each of `count` signatures from `first` on, among the lists of its `probes` nearest groups. */
export const nearestLists: Twin<'nearestLists'> = (
  heap,
  signatures,
  bytes,
  first,
  count,
  groups,
  groupCentroids,
  groupStarts,
  listCentroids,
  probes,
  out,
) => {
  const { u8, u32 } = heap;
  for (let i = 0; i < count; i++) {
    const at = signatures + (first + i) * bytes;
    const near = Array.from({ length: groups }, (_, group) => ({
      group,
      distance: distanceOf(u8, at, groupCentroids + group * bytes, bytes),
    }))
      .sort((a, b) => a.distance - b.distance || a.group - b.group)
      .slice(0, probes);
    let best = { distance: Number.POSITIVE_INFINITY, list: 0 };
    for (const { group } of near) {
      for (let list = u32[groupStarts / 4 + group]; list < u32[groupStarts / 4 + group + 1]; list++) {
        const distance = distanceOf(u8, at, listCentroids + list * bytes, bytes);
        if (distance < best.distance || (distance === best.distance && list < best.list))
          best = { distance, list };
      }
    }
    u32[out / 4 + i] = best.list;
  }
};
