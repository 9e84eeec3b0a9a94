// Shingles that earlier texts have; the twin is src/engines/scalar/met-shingles.ts.
//
// All places are read before one is written, so that no read waits for a write. The filter fits the cache, or nearly.

export function meetShingles(values: usize, count: u32, filter: usize, mask: u32): u32 {
  const end = values + ((<usize>count) << 3);
  let met: u32 = 0;
  for (let p = values; p < end; p += 8) {
    const place = placeOf(p, mask);
    met += (<u32>load<u8>(filter + (place >> 3)) >> (place & 7)) & 1;
  }
  for (let p = values; p < end; p += 8) {
    const place = placeOf(p, mask);
    const at = filter + (place >> 3);
    store<u8>(at, <u32>load<u8>(at) | (1 << (place & 7)));
  }
  return met;
}

// As hash64 of src/engines/hamming.ts.
// @inline
function placeOf(p: usize, mask: u32): u32 {
  const low = load<u32>(p);
  let h = (low * 0x9e3779b1) ^ ((load<u32>(p, 4) ^ (low >> 15)) * 0x85ebca6b);
  h = (h ^ (h >> 16)) * 0xc2b2ae35;
  return (h ^ (h >> 15)) & mask;
}
