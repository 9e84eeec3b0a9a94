// Shared by the search kernels: the search itself, distances, the list of the nearest.

// Differing bits of two signatures. Scalar popcounts: for a single distance they beat the vector ones, which V8 makes of
// table lookups.
// @inline
export function distanceOf(a: usize, b: usize, bytes: usize): u32 {
  if (bytes === 128) return distance128(a, b);
  let distance: u64 = 0;
  for (let at: usize = 0; at < bytes; at += 8) distance += popcnt(load<u64>(a + at) ^ load<u64>(b + at));
  return <u32>distance;
}

// 1024 bits. The conditions always hold, but they end a block of code: of all sixteen words in one block V8 makes code that is 1.6
// times as slow.
// @inline
export function distance128(a: usize, b: usize): u32 {
  let distance = words4(a, b, 0);
  if (distance < always) {
    distance += words4(a, b, 32);
    if (distance < always) {
      distance += words4(a, b, 64);
      if (distance < always) distance += words4(a, b, 96);
    }
  }
  return <u32>distance;
}

// @inline
function words4(a: usize, b: usize, at: usize): u64 {
  return (
    popcnt(load<u64>(a + at) ^ load<u64>(b + at)) +
    popcnt(load<u64>(a + at, 8) ^ load<u64>(b + at, 8)) +
    popcnt(load<u64>(a + at, 16) ^ load<u64>(b + at, 16)) +
    popcnt(load<u64>(a + at, 24) ^ load<u64>(b + at, 24))
  );
}

// More than any distance. It is written, so that the compiler does not take it for a constant.
let always: u64 = 0;

// The k nearest: u64 of distance << 32 | number at `nearest`, ascending. `worst` is the last one.
let nearest: usize = 0;
let last: usize = 0;
export let worst: u64 = 0;
// Address of u8 for every signature: 1 if it was removed; or 0.
let removed: usize = 0;

export function beginDistances(): void {
  always = 1 << 16;
}

export function beginNearest(at: usize, k: u32, removedAt: usize): void {
  beginDistances();
  removed = removedAt;
  nearest = at;
  last = at + ((<usize>(k - 1)) << 3);
  worst = load<u64>(last);
}

// @inline
export function offer(distance: u32, number: u32): void {
  const key = ((<u64>distance) << 32) | <u64>number;
  if (key < worst && (removed === 0 || load<u8>(removed + <usize>number) === 0)) insert(key);
}

function insert(key: u64): void {
  let at = last;
  for (; at > nearest; at -= 8) {
    const other = load<u64>(at - 8);
    if (other <= key) break;
    store<u64>(at, other);
  }
  store<u64>(at, key);
  worst = load<u64>(last);
}
