/** Two steps that 32-bit hash lanes share. */

export function rotl(x: number, n: number): number {
  return (x << n) | (x >>> (32 - n));
}

/** Every input bit reaches every output bit (the constants are those of Wellons' low-bias "lowbias32"). */
export function finish(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return x ^ (x >>> 16);
}
