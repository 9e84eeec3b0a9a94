// Which blocks of sketches a query looks into: all, or those of the lists whose centroids are nearest.

import {
  COUNTER_BYTES,
  chosenBlocksAt,
  LIST_DISTANCES_AT,
  listNumbersAt,
  NO_BLOCK,
  SketchSearch,
} from '../../src/engines/layouts/signature-search';
import { distanceOf } from './search';

// How many blocks were chosen.
export let chosen: u32 = 0;

// Returns the address of the chosen blocks' numbers, or 0 for all.
export function chooseBlocks(search: SketchSearch, query: usize, counts: usize): usize {
  chosen = search.blocks;
  const groups = search.groups;
  if (groups === 0) return 0;
  const lists = load<u32>(search.groupStarts + ((<usize>groups) << 2));
  if (search.listProbes >= lists) return 0;
  const bytes = search.bytes;
  const distances = search.work + LIST_DISTANCES_AT;
  const numbers = search.work + listNumbersAt(lists);
  const blocks = search.work + chosenBlocksAt(lists);

  // the lists of the nearest groups
  memory.fill(counts, 0, COUNTER_BYTES);
  for (let group: usize = 0; group < groups; group++) {
    countDistance(counts, distances, group, distanceOf(query, search.groupCentroids + group * bytes, bytes));
  }
  let limit = nth(counts, search.groupProbes, groups);
  let considered: usize = 0;
  for (let group: usize = 0; group < groups; group++) {
    if (load<u32>(distances + (group << 2)) > limit) continue;
    const end = load<u32>(search.groupStarts + (group << 2), 4);
    for (let list = load<u32>(search.groupStarts + (group << 2)); list < end; list++) {
      store<u32>(numbers + (considered << 2), list);
      considered++;
    }
  }

  // the nearest of these lists
  memory.fill(counts, 0, COUNTER_BYTES);
  for (let i: usize = 0; i < considered; i++) {
    const centroid = search.listCentroids + <usize>load<u32>(numbers + (i << 2)) * bytes;
    countDistance(counts, distances, i, distanceOf(query, centroid, bytes));
  }
  limit = nth(counts, search.listProbes, <u32>considered);
  let next = blocks;
  for (let i: usize = 0; i < considered; i++) {
    if (load<u32>(distances + (i << 2)) > limit) continue;
    let block = load<u32>(search.firstBlocks + ((<usize>load<u32>(numbers + (i << 2))) << 2));
    for (; block !== NO_BLOCK; block = load<u32>(search.nextBlocks + ((<usize>block) << 2))) {
      store<u32>(next, block);
      next += 4;
    }
  }
  chosen = <u32>((next - blocks) >> 2);
  return blocks;
}

// @inline
function countDistance(counts: usize, distances: usize, i: usize, distance: u32): void {
  store<u32>(distances + (i << 2), distance);
  const place = counts + ((<usize>distance) << 2);
  store<u32>(place, load<u32>(place) + 1);
}

// The n-th smallest distance counted; all ones if there are no more than n.
function nth(counts: usize, n: u32, total: u32): u32 {
  if (n >= total) return -1;
  let at: u32 = 0;
  for (let sum = load<u32>(counts); sum < n; ) {
    at++;
    sum += load<u32>(counts + ((<usize>at) << 2));
  }
  return at;
}
