// Inverted lists of whole signatures: a query looks into the lists whose centroids are nearest. The twin is
// src/engines/scalar/signatures/lists.ts.

import {
  COUNTER_BYTES,
  firstBytesAt,
  LIST_DISTANCES_AT,
  LIST_MARGIN,
  ListSearch,
  NO_BLOCK,
  NO_SIGNATURE,
  probedListsAt,
} from '../../src/engines/layouts/signature-search';
import { distanceOfRank, firstBytesDistances } from './first-bytes';
import { beginNearest, distance128, distanceOf, offer, worst } from './search';

export function searchLists(search: ListSearch): void {
  for (let q: u32 = 0; q < search.queryCount; q++) {
    const query = search.queries + <usize>q * search.bytes;
    beginNearest(search.out + ((<usize>q * search.k) << 3), search.k, search.removed);
    const probed = search.work + probedListsAt(search.lists);
    for (let i: usize = 0, count = probeLists(search, query, probed); i < count; i++) {
      const list = <usize>load<u32>(probed + (i << 2));
      let block = load<u32>(search.firstBlocks + (list << 2));
      while (block !== NO_BLOCK) {
        const next = load<u32>(search.nextBlocks + ((<usize>block) << 2));
        const slots = search.slots + ((<usize>block) << 6);
        const end = next === NO_BLOCK ? endOfList(slots) : slots + 64;
        if (search.bytes === 128) compareBlock128(search, query, block, slots, end);
        else compareBlock(search, query, block, slots, end);
        block = next;
      }
    }
  }
}

// The nearest lists, nearest first, of equally near ones the first, as a counting sort by distance; returns how many. Only lists whose
// first bytes are near enough are compared in full.
function probeLists(search: ListSearch, query: usize, probed: usize): usize {
  const lists = <usize>search.lists;
  const wanted = min(<usize>search.listProbes, lists);
  const bytes = search.bytes;
  const counts = search.work;
  const distances = search.work + LIST_DISTANCES_AT;
  const firstDistances = search.work + firstBytesAt(search.lists);
  firstBytesDistances(query, bytes, search.centroids, lists, firstDistances);
  const limits = i8x16.splat(<i8>(distanceOfRank(firstDistances, lists, wanted) + LIST_MARGIN));
  memory.fill(counts, 0, COUNTER_BYTES);
  let end = distances;
  for (let from: usize = 0; from < lists; from += 16) {
    let near = <u32>i8x16.bitmask(i8x16.le_u(v128.load(firstDistances + from), limits));
    for (; near !== 0; near &= near - 1) {
      const list = from + <usize>ctz(near);
      const distance = distanceOf(query, search.centroids + list * bytes, bytes);
      store<u64>(end, ((<u64>distance) << 32) | <u64>list);
      end += 8;
      const place = counts + ((<usize>distance) << 2);
      store<u32>(place, load<u32>(place) + 1);
    }
  }
  // from counts to first places, up to the distance at which there are enough
  let sum: u32 = 0;
  let farthest: u32 = 0;
  for (; ; farthest++) {
    const place = counts + ((<usize>farthest) << 2);
    const size = load<u32>(place);
    store<u32>(place, sum);
    sum += size;
    if (sum >= <u32>wanted) break;
  }
  for (let at = distances; at < end; at += 8) {
    const distance = load<u32>(at, 4);
    if (distance > farthest) continue;
    const place = counts + ((<usize>distance) << 2);
    const to = <usize>load<u32>(place);
    store<u32>(place, <u32>to + 1);
    store<u32>(probed + (to << 2), load<u32>(at));
  }
  return wanted;
}

// The last block of a list may have empty places at its end.
function endOfList(slots: usize): usize {
  let end = slots + 64;
  while (end > slots && load<u32>(end - 4) === NO_SIGNATURE) end -= 4;
  return end;
}

function compareBlock128(search: ListSearch, query: usize, block: u32, slots: usize, end: usize): void {
  let at = search.blockSignatures + ((<usize>block) << 11);
  for (let slot = slots; slot < end; slot += 4, at += 128) {
    const distance = distance128(query, at);
    if (distance <= <u32>(worst >> 32)) offer(distance, load<u32>(slot));
  }
}

function compareBlock(search: ListSearch, query: usize, block: u32, slots: usize, end: usize): void {
  const bytes = search.bytes;
  let at = search.blockSignatures + ((<usize>block * bytes) << 4);
  for (let slot = slots; slot < end; slot += 4, at += bytes) offer(distanceOf(query, at, bytes), load<u32>(slot));
}
