// A store of fingerprints that adds, removes and finds one at a time, within distance 3: the quarters of the join
// (assembly/join/quarters.ts) as tables, with chains for new fingerprints. One store per instance, in a memory of its own.
// Its twin in TypeScript is src/duplicates/candidates/permuted-tables.ts.
import { STORE_HITS } from '../../src/engines/layouts/store';
import { isWayOf } from '../join/found';
import { append, blockAt, ENTRIES, idAt, nearEntries, nextBlock } from './chains';
import { added, bytesInUse, countAdded, headOf, hits, idsOf, offsetOf, removed, siblingsOf, values } from './layout';
import { countRemoved, isRemoved, makeRoom } from './merge';

// Hits of the query so far, and how many are not to be written.
let found: u32 = 0;
let skipped: u32 = 0;
// Keeps early loads from being optimized away.
// biome-ignore lint/correctness/noUnusedVariables: the compiler would leave out loads whose result goes nowhere
let touched: u32 = 0;

export function storeAdd(value: u64): u32 {
  makeRoom();
  const id = countAdded();
  store<u64>(values + ((<usize>id) << 3), value);
  for (let quarter: u32 = 0; quarter < 4; quarter++) {
    append(quarter, quarterOf(value, quarter), <u16>quarterOf(value, quarter ^ 1), id);
  }
  return id;
}

// 1 if it was stored.
export function storeRemove(id: u32): u32 {
  if (id >= added || isRemoved(id)) return 0;
  const at = removed + (<usize>id >> 3);
  store<u8>(at, load<u8>(at) | ((<u8>1) << (<u8>(id & 7))));
  countRemoved();
  return 1;
}

// Writes the hits from number `skip` on, as many as there is room for, each as number and distance; returns how many there are.
export function storeQuery(value: u64, skip: u32): u32 {
  found = 0;
  skipped = skip;
  if (added === 0) return 0;
  touch(value);
  for (let quarter: u32 = 0; quarter < 4; quarter++) {
    const sibling = i16x8.splat(<i16>quarterOf(value, quarter ^ 1));
    queryTable(value, quarter, sibling);
    queryChain(value, quarter, sibling);
  }
  return found;
}

export function storeHits(): usize {
  return hits;
}

export function storeBytes(): usize {
  return bytesInUse();
}

// The four places a query begins at are far apart: asking for all four at once waits for memory once, not four times.
function touch(value: u64): void {
  let sum: u32 = 0;
  for (let quarter: u32 = 0; quarter < 4; quarter++) {
    const bucket = quarterOf(value, quarter);
    const start = load<u32>(offsetOf(quarter, bucket));
    sum += <u32>load<u16>(siblingsOf(quarter) + ((<usize>start) << 1));
    sum += load<u32>(blockAt(load<u32>(headOf(quarter, bucket)) >> 4));
  }
  touched = sum;
}

function queryTable(value: u64, quarter: u32, sibling: v128): void {
  const bucket = quarterOf(value, quarter);
  const siblings = siblingsOf(quarter);
  const end = load<u32>(offsetOf(quarter, bucket + 1));
  const minusOne = i16x8.splat(-1);
  const zero = i16x8.splat(0);
  for (let i = load<u32>(offsetOf(quarter, bucket)); i < end; i += 32) {
    const p = siblings + ((<usize>i) << 1);
    let x0 = v128.xor(sibling, v128.load(p));
    let x1 = v128.xor(sibling, v128.load(p, 16));
    let x2 = v128.xor(sibling, v128.load(p, 32));
    let x3 = v128.xor(sibling, v128.load(p, 48));
    x0 = v128.and(x0, i16x8.add(x0, minusOne));
    x1 = v128.and(x1, i16x8.add(x1, minusOne));
    x2 = v128.and(x2, i16x8.add(x2, minusOne));
    x3 = v128.and(x3, i16x8.add(x3, minusOne));
    if (i16x8.all_true(i16x8.min_u(i16x8.min_u(x0, x1), i16x8.min_u(x2, x3)))) continue;
    let near =
      <u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x0, zero), i16x8.eq(x1, zero))) |
      ((<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(i16x8.eq(x2, zero), i16x8.eq(x3, zero)))) << 16);
    if (end - i < 32) near &= ((<u32>1) << (end - i)) - 1;
    for (; near !== 0; near &= near - 1) {
      compareWith(load<u32>(idsOf(quarter) + ((<usize>(i + ctz<u32>(near))) << 2)), value, quarter);
    }
  }
}

function queryChain(value: u64, quarter: u32, sibling: v128): void {
  const chain = load<u32>(headOf(quarter, quarterOf(value, quarter)));
  let mask: u32 = (1 << (chain & 15)) - 1;
  for (let block = chain >> 4; block !== 0; ) {
    const at = blockAt(block);
    for (let near = nearEntries(at, sibling) & mask; near !== 0; near &= near - 1) {
      compareWith(idAt(at, ctz<u32>(near)), value, quarter);
    }
    block = nextBlock(at);
    mask = (1 << ENTRIES) - 1;
  }
}

function compareWith(id: u32, value: u64, quarter: u32): void {
  const x = value ^ load<u64>(values + ((<usize>id) << 3));
  // it may be met in several quarters and counts in one
  if (popcnt<u64>(x) > 3 || !isWayOf(x, quarter) || isRemoved(id)) return;
  if (found - skipped < STORE_HITS) {
    const at = hits + ((<usize>(found - skipped)) << 3);
    store<u32>(at, id);
    store<u32>(at, <u32>popcnt<u64>(x), 4);
  }
  found++;
}

// @inline
function quarterOf(value: u64, quarter: u32): u32 {
  return <u32>(value >> <u64>(quarter << 4)) & 0xffff;
}
