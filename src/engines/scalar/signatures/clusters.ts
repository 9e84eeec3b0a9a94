/** The steps of k-means over signatures, in plain TypeScript: centroids by majority, and nearest centroids. */

import type { Twin } from '../../kernels.ts';
import { MOST_MEMBERS, PREFIX_BYTES } from '../../layouts/signature-search.ts';
import { distanceOf } from './search.ts';

/** A bit of a centroid becomes one if more than half of its signatures have it. A centroid without signatures is not changed. */
export const majorityCentroids: Twin<'majorityCentroids'> = (
  heap,
  { signatures, bytes, assigned, count, centroids, centroidCount },
) => {
  const { u8, u32 } = heap;
  const ones = new Uint32Array(8 * bytes * centroidCount);
  const members = new Uint32Array(centroidCount);
  for (let i = 0; i < count; i++) {
    const at = signatures + i * bytes;
    const centroid = u32[(assigned >>> 2) + i];
    if (members[centroid] === MOST_MEMBERS) continue;
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

/** The nearest centroid of each of `count` signatures from `first` on, among those that are near in their first bytes. */
export const assignLists: Twin<'assignLists'> = (
  heap,
  { signatures, bytes, first, count, centroids, centroidCount, margin, out },
) => {
  const { u8, u32 } = heap;
  const prefix = Math.min(bytes, PREFIX_BYTES);
  for (let i = 0; i < count; i++) {
    const at = signatures + (first + i) * bytes;
    const prefixes = Array.from({ length: centroidCount }, (_, c) =>
      distanceOf(u8, at, centroids + c * bytes, prefix),
    );
    const limit = Math.min(...prefixes) + margin;
    const near = prefixes.flatMap((distance, c) => (distance <= limit ? [c] : []));
    u32[(out >>> 2) + i] = nearestOf(u8, at, centroids, bytes, near);
  }
};

/** Each of `count` signatures chooses anew among the neighbors of the centroid that it is assigned to. */
export const refineLists: Twin<'refineLists'> = (
  heap,
  { signatures, bytes, first, count, centroids, neighbors, neighborCount, assigned },
) => {
  const { u8, u32 } = heap;
  for (let i = 0; i < count; i++) {
    const row = (neighbors >>> 2) + u32[(assigned >>> 2) + i] * neighborCount;
    const among = u32.subarray(row, row + neighborCount);
    u32[(assigned >>> 2) + i] = nearestOf(u8, signatures + (first + i) * bytes, centroids, bytes, among);
  }
};

/** The nearest of some centroids; of equally near ones the one with the lower number. */
function nearestOf(
  u8: Uint8Array,
  at: number,
  centroids: number,
  bytes: number,
  among: Iterable<number>,
): number {
  let best = { distance: Number.POSITIVE_INFINITY, centroid: 0 };
  for (const centroid of among) {
    const distance = distanceOf(u8, at, centroids + centroid * bytes, bytes);
    if (distance < best.distance || (distance === best.distance && centroid < best.centroid)) {
      best = { distance, centroid };
    }
  }
  return best.centroid;
}
