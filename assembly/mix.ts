// Every input bit reaches every output bit; the twin is src/engines/scalar/mix.ts.
// @inline
export function finish(x: u32): u32 {
  x = (x ^ (x >> 16)) * 0x7feb352d;
  x = (x ^ (x >> 15)) * 0x846ca68b;
  return x ^ (x >> 16);
}

// The same by the end of MurmurHash3; the twin is in src/engines/scalar/weighted-words.ts.
// @inline
export function mixed(hash: u32): u32 {
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return hash ^ (hash >> 16);
}
