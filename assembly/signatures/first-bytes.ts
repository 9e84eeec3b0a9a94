// Centroids whose first bytes are near those of a signature: only these few are then compared in full. Distances are u8: the first bytes have
// at most 128 bits.

// Distances of a signature's first bytes to those of centroids. Signatures of eight bytes are compared twice, which changes no order. Up to 16 bytes past the last distance are overwritten, with more than any distance.
export function firstBytesDistances(signature: usize, bytes: usize, centroids: usize, count: usize, distances: usize): void {
  const second: usize = bytes === 8 ? 0 : 8;
  const low = load<u64>(signature);
  const high = load<u64>(signature + second);
  for (let c: usize = 0, at = centroids; c < count; c++, at += bytes) {
    store<u8>(distances + c, <u8>(popcnt(low ^ load<u64>(at)) + popcnt(high ^ load<u64>(at + second))));
  }
  v128.store(distances + count, i8x16.splat(-1));
}

// The least distance, found apart from the loop that makes the distances: there, each would wait for the one before it.
export function leastDistance(distances: usize, count: usize): u32 {
  let least = i8x16.splat(-1);
  for (let c: usize = 0; c < count; c += 16) least = i8x16.min_u(least, v128.load(distances + c));
  least = i8x16.min_u(least, i8x16.shuffle(least, least, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  let best: u32 = 255;
  for (let eight = i64x2.extract_lane(least, 0), i = 0; i < 8; i++, eight >>= 8) best = min(best, <u32>(eight & 255));
  return best;
}

// The least distance that `wanted` of the distances do not exceed, by bisection.
export function distanceOfRank(distances: usize, count: usize, wanted: usize): u32 {
  let low: u32 = 0;
  let high: u32 = 128;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countWithin(distances, count, middle) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

function countWithin(distances: usize, count: usize, limit: u32): usize {
  const limits = i8x16.splat(<i8>limit);
  let within: i32 = 0;
  for (let c: usize = 0; c < count; c += 16) {
    within += popcnt(i8x16.bitmask(i8x16.le_u(v128.load(distances + c), limits)));
  }
  return <usize>within;
}
