/** Numbers as results carry them. */

/** Four decimals: enough to tell results apart, few enough to read. */
export function rounded(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}

/** Differing bits of two 64-bit fingerprints. */
export function hammingDistance(a: bigint, b: bigint): number {
  let distance = 0;
  for (let x = a ^ b; x !== 0n; x &= x - 1n) distance++;
  return distance;
}
