// Every input bit reaches every output bit; the twin is src/engines/scalar/mix.ts.
// @inline
export function finish(x: u32): u32 {
  x = (x ^ (x >> 16)) * 0x7feb352d;
  x = (x ^ (x >> 15)) * 0x846ca68b;
  return x ^ (x >> 16);
}
