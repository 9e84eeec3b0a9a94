// All permuted tables at once (Manku, Jain, Das Sarma 2007), as a tree: tables whose keys begin with the same blocks share
// the sorting by these blocks, and a range is compared as soon as it is small, however short its key still is.
// `src/engines/scalar/join/block-walk.ts` is the same in TypeScript.

import { collapse, compare } from './compare';
import { allow, forbid, forbiddenCount, maxDistance, require } from './found';
import { heavyRun } from './heavy';
import { partitionByBits } from './partition';
import { giveBack, room, take } from './workspace';

const STEP: u32 = 8;
// Up to this many items are compared with each other, even if part of the key is left.
const COMPARE_ALL_MAX: u32 = 64;

let blocks: u32 = 0;

// Finds the pairs of n items that agree in block `first` of `count` blocks and in no block before it. Of this block the
// bits from `end` on agree already.
export function walkBlocks(values: usize, ids: usize, n: u32, first: u32, count: u32, end: u32): void {
  blocks = count;
  for (let block: u32 = 0; block < first; block++) forbid(maskOf(block));
  descend(values, ids, n, first, end);
  allow(0);
}

function blockStart(block: u32, count: u32): u32 {
  return (64 * block) / count;
}

// A block is partitioned by its highest bits first. Given the part [start, end) still to do, where the next step's bits begin.
// A step never crosses the middle, because the twin has only halves.
function stepStart(start: u32, end: u32): u32 {
  const floor = end > 32 ? max<u32>(start, 32) : start;
  return max<u32>(floor, end > STEP ? end - STEP : 0);
}

function descend(values: usize, ids: usize, n: u32, block: u32, end: u32): void {
  if (n < 2) return;
  if (n <= COMPARE_ALL_MAX) {
    require(maskOf(block));
    compare(values, ids, n);
    require(0);
    return;
  }
  const start = blockStart(block, blocks);
  if (end === start) {
    nextBlock(values, ids, n, block);
    return;
  }
  const shift = stepStart(start, end);
  const bits = end - shift;
  const ends = take((<usize>4) << bits);
  partitionByBits(values, ids, n, <u64>shift, bits, room, ends);
  let from: u32 = 0;
  for (let key: usize = 0; key < (<usize>1) << bits; key++) {
    const to = load<u32>(ends + (key << 2));
    if (to - from > 1) descend(values + ((<usize>from) << 3), ids + ((<usize>from) << 2), to - from, block, shift);
    from = to;
  }
  giveBack((<usize>4) << bits);
}

// Block `block` agrees: either that is the whole key, or each of the next blocks may be the next that agrees.
function nextBlock(values: usize, ids: usize, n: u32, block: u32): void {
  const forbidden = forbiddenCount;
  if (block + 1 - forbidden === blocks - maxDistance) {
    heavyRun(values, ids, collapse(values, ids, n, room));
    return;
  }
  for (let next = block + 1; forbiddenCount <= maxDistance; next++) {
    descend(values, ids, n, next, blockStart(next + 1, blocks));
    forbid(maskOf(next));
  }
  allow(forbidden);
}

function maskOf(block: u32): u64 {
  const start = <u64>blockStart(block, blocks);
  const width = <u64>blockStart(block + 1, blocks) - start;
  return width === 64 ? 0xffffffffffffffff : (((<u64>1) << width) - 1) << start;
}
