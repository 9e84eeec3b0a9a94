/**
 * Search in two stages, in plain TypeScript: distances of sketches (the first bytes of the signatures) choose candidates, and
 * these are compared in full. With clusters only the lists of the nearest centroids are looked into.
 */
import type { Heap } from '../../heap.ts';
import type { Twin } from '../../kernels.ts';
import { BLOCK_SIGNATURES, FARTHEST, KEPT_BLOCKS, NO_BLOCK, NO_SIGNATURE } from '../../signatures.ts';
import { distanceOf, fieldsOf, Nearest, type SearchField } from './search.ts';

export const buildSketches: Twin<'buildSketches'> = (
  heap,
  signatures,
  bytes,
  slots,
  first,
  count,
  sketchBytes,
  sketches,
) => {
  const { u8, u32 } = heap;
  for (let slot = BLOCK_SIGNATURES * first; slot < BLOCK_SIGNATURES * (first + count); slot++) {
    const id = u32[(slots >>> 2) + slot];
    const block = sketches + (slot >>> 4) * BLOCK_SIGNATURES * sketchBytes;
    for (let b = 0; b < sketchBytes; b++) {
      u8[block + BLOCK_SIGNATURES * b + (slot & 15)] =
        id === NO_SIGNATURE ? 0xff : u8[signatures + id * bytes + b];
    }
  }
};

export const searchSketches: Twin<'searchSketches'> = (heap, search) => {
  const field = fieldsOf(heap, search);
  const { u8, u32 } = heap;
  const [signatures, bytes, k, wanted] = [
    field('signatures'),
    field('bytes'),
    field('k'),
    field('candidates'),
  ];
  for (let q = 0; q < field('queryCount'); q++) {
    const query = field('queries') + q * bytes;
    const nearest = new Nearest(u32, field('out') + 8 * q * k, k);
    const blocks = chooseBlocks(heap, field, query);
    const threshold = wanted >= field('count') ? FARTHEST : sketchThreshold(u8, field, query, blocks, wanted);
    for (const block of blocks) {
      for (let lane = 0; lane < BLOCK_SIGNATURES; lane++) {
        if (sketchDistance(u8, field, query, block, lane) > threshold) continue;
        const id = u32[(field('slots') >>> 2) + BLOCK_SIGNATURES * block + lane];
        if (id !== NO_SIGNATURE) nearest.offer(distanceOf(u8, query, signatures + id * bytes, bytes), id);
      }
    }
  }
};

/** The distance within which there are about as many sketches as candidates are needed; with many blocks, estimated from a sample. */
function sketchThreshold(
  u8: Uint8Array,
  field: (name: SearchField) => number,
  query: number,
  blocks: readonly number[],
  wanted: number,
): number {
  const step = Math.max(1, Math.floor(blocks.length / KEPT_BLOCKS));
  const counts = new Uint32Array(256);
  for (let i = 0; i < blocks.length; i += step) {
    for (let lane = 0; lane < BLOCK_SIGNATURES; lane++)
      counts[sketchDistance(u8, field, query, blocks[i], lane)]++;
  }
  const enough = Math.ceil(wanted / step);
  let threshold = 0;
  for (let sum = counts[0]; sum < enough && threshold < FARTHEST; sum += counts[++threshold]);
  return threshold;
}

function sketchDistance(
  u8: Uint8Array,
  field: (name: SearchField) => number,
  query: number,
  block: number,
  lane: number,
): number {
  const bytes = field('sketchBytes');
  const at = field('sketches') + block * BLOCK_SIGNATURES * bytes + lane;
  let distance = 0;
  for (let b = 0; b < bytes; b++) distance += distanceOf(u8, at + BLOCK_SIGNATURES * b, query + b, 1);
  return distance;
}

/** All blocks, or those of the lists whose centroids are nearest. */
function chooseBlocks(heap: Heap, field: (name: SearchField) => number, query: number): number[] {
  const { u8, u32 } = heap;
  const bytes = field('bytes');
  const groups = field('groups');
  const starts = field('groupStarts') >>> 2;
  const lists = groups === 0 ? 0 : u32[starts + groups];
  if (groups === 0 || field('listProbes') >= lists) {
    return Array.from({ length: field('blocks') }, (_, block) => block);
  }
  const centroid = (at: number, i: number) => distanceOf(u8, query, at + i * bytes, bytes);
  const distances = Array.from({ length: groups }, (_, group) => centroid(field('groupCentroids'), group));
  const nearGroups = withinNearest(distances, field('groupProbes'));
  const listNumbers = nearGroups.flatMap((group) => {
    const from = u32[starts + group];
    return Array.from({ length: u32[starts + group + 1] - from }, (_, i) => from + i);
  });
  const listDistances = listNumbers.map((list) => centroid(field('listCentroids'), list));
  const blocks: number[] = [];
  for (const i of withinNearest(listDistances, field('listProbes'))) {
    let block = u32[(field('firstBlocks') >>> 2) + listNumbers[i]];
    for (; block !== NO_BLOCK; block = u32[(field('nextBlocks') >>> 2) + block]) blocks.push(block);
  }
  return blocks;
}

/** The places of all values up to the n-th smallest, in their order. */
function withinNearest(distances: readonly number[], n: number): number[] {
  const sorted = [...distances].sort((a, b) => a - b);
  const limit = n >= sorted.length ? Number.POSITIVE_INFINITY : sorted[n - 1];
  return distances.flatMap((distance, i) => (distance <= limit ? [i] : []));
}
