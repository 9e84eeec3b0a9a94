// Pairs as they are found: which pairs count on the current path, and where they are written.
// A pair could be found on several paths, once for each block in which it agrees; it counts on one path only.
import { PAIR_BYTES } from '../../src/engines/layouts/join-memory';

// A pair is three u32: the two ids, the smaller first, and the distance; distance 0 says that both have the same value.
// A split forbids at most maxDistance masks and leaves at most a quarter of the items (half, at small distances).
export const MAX_FORBIDDEN: usize = 256;

// Pairs found since `beginPairs`. May pass the capacity: those beyond it are counted, not written.
export let found: u32 = 0;
export let maxDistance: u32 = 0;
let out: usize = 0;
let capacity: u32 = 0;
// Bits in which a pair must agree, and (a list of) masks in each of which it must differ.
let same: u64 = 0;
let forbidden: usize = 0;
export let forbiddenCount: u32 = 0;
// The quarter by which the fingerprints were partitioned, if the path goes by quarters.
let quarter: i32 = -1;

// `masks` is room for MAX_FORBIDDEN u64.
export function beginWay(distance: u32, way: i32, masks: usize): void {
  maxDistance = distance;
  quarter = way;
  forbidden = masks;
  forbiddenCount = 0;
  same = 0;
}

export function beginPairs(at: usize, room: u32): void {
  out = at;
  capacity = room;
  found = 0;
}

export function require(mask: u64): void {
  same = mask;
}

export function forbid(mask: u64): void {
  store<u64>(forbidden + ((<usize>forbiddenCount) << 3), mask);
  forbiddenCount++;
}

// Back to `count` forbidden masks.
export function allow(count: u32): void {
  forbiddenCount = count;
}

// Forgets pairs found after the first `count`.
// @inline
export function forget(count: u32): void {
  found = count;
}

// A pair with the differing bits x, at least one bit and at most maxDistance bits.
export function near(x: u64, a: u32, b: u32): void {
  if (x & same) return;
  for (let f: u32 = 0; f < forbiddenCount; f++) {
    if (!(x & load<u64>(forbidden + ((<usize>f) << 3)))) return;
  }
  if (quarter >= 0 && !isWayOf(x, quarter)) return;
  write(a, b, <u32>popcnt<u64>(x));
}

// Two items of the same value. They agree everywhere, so they are found on the path on which nothing is forbidden.
export function equal(first: u32, again: u32): void {
  if (forbiddenCount === 0 && (quarter < 0 || quarter === 1) && first !== again) write(first, again, 0);
}

// Is `quarter` where a pair with the differing bits x counts? At most 3 of them leave a half with at most 1, and in it a quarter
// with none: the first such half, and in it the higher such quarter.
export function isWayOf(x: u64, quarter: u32): bool {
  const low = <u32>x;
  const high = <u32>(x >> 32);
  if (quarter < 2) return popcnt<u32>(low) <= 1 && (quarter === 1 || low >> 16 !== 0);
  return popcnt<u32>(low) > 1 && popcnt<u32>(high) <= 1 && (quarter === 3 || high >> 16 !== 0);
}

function write(a: u32, b: u32, distance: u32): void {
  if (found < capacity) {
    const at = out + <usize>found * PAIR_BYTES;
    store<u32>(at, min(a, b));
    store<u32>(at, max(a, b), 4);
    store<u32>(at, distance, 8);
  }
  found++;
}
