// What the search kernels share: the search itself, distances, the list of the nearest.

// Differing bits of two signatures. Scalar popcounts: for a single distance they beat the vector ones, which V8 makes of
// table lookups.
// @inline
export function distanceOf(a: usize, b: usize, bytes: usize): u32 {
  if (bytes === 128) return distance128(a, b);
  let distance: u64 = 0;
  for (let at: usize = 0; at < bytes; at += 8) distance += popcnt(load<u64>(a + at) ^ load<u64>(b + at));
  return <u32>distance;
}

// 1024 bits.
// @inline
export function distance128(a: usize, b: usize): u32 {
  let even = popcnt(load<u64>(a) ^ load<u64>(b));
  let odd = popcnt(load<u64>(a, 8) ^ load<u64>(b, 8));
  even += popcnt(load<u64>(a, 16) ^ load<u64>(b, 16));
  odd += popcnt(load<u64>(a, 24) ^ load<u64>(b, 24));
  even += popcnt(load<u64>(a, 32) ^ load<u64>(b, 32));
  odd += popcnt(load<u64>(a, 40) ^ load<u64>(b, 40));
  even += popcnt(load<u64>(a, 48) ^ load<u64>(b, 48));
  odd += popcnt(load<u64>(a, 56) ^ load<u64>(b, 56));
  even += popcnt(load<u64>(a, 64) ^ load<u64>(b, 64));
  odd += popcnt(load<u64>(a, 72) ^ load<u64>(b, 72));
  even += popcnt(load<u64>(a, 80) ^ load<u64>(b, 80));
  odd += popcnt(load<u64>(a, 88) ^ load<u64>(b, 88));
  even += popcnt(load<u64>(a, 96) ^ load<u64>(b, 96));
  odd += popcnt(load<u64>(a, 104) ^ load<u64>(b, 104));
  even += popcnt(load<u64>(a, 112) ^ load<u64>(b, 112));
  odd += popcnt(load<u64>(a, 120) ^ load<u64>(b, 120));
  return <u32>(even + odd);
}

// The k nearest: u64 of distance << 32 | number at `nearest`, ascending. `worst` is the last of them.
let nearest: usize = 0;
let last: usize = 0;
export let worst: u64 = 0;

export function beginNearest(at: usize, k: u32): void {
  nearest = at;
  last = at + ((<usize>(k - 1)) << 3);
  worst = load<u64>(last);
}

// @inline
export function offer(distance: u32, number: u32): void {
  const key = ((<u64>distance) << 32) | <u64>number;
  if (key < worst) insert(key);
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

// The sum of early loads; never read.
// biome-ignore lint/correctness/noUnusedVariables: the compiler would leave out loads whose result goes nowhere
let sink: u64 = 0;

// Compares the signatures numbered at list[0, count). They can be anywhere in memory: first all are touched, so that the waits for memory
// overlap, then compared.
export function offerAll(list: usize, count: usize, query: usize, signatures: usize, bytes: usize): void {
  const end = list + (count << 2);
  for (let from = list; from < end; from += 128) {
    const to = min(from + 128, end);
    let touched: u64 = 0;
    for (let at = from; at < to; at += 4) {
      const signature = signatures + <usize>load<u32>(at) * bytes;
      touched += load<u64>(signature) + load<u64>(signature + bytes - 8);
    }
    sink = touched;
    if (bytes === 128) {
      for (let at = from; at < to; at += 4) {
        const number = load<u32>(at);
        offer(distance128(query, signatures + ((<usize>number) << 7)), number);
      }
    } else {
      for (let at = from; at < to; at += 4) {
        const number = load<u32>(at);
        offer(distanceOf(query, signatures + <usize>number * bytes, bytes), number);
      }
    }
  }
}
