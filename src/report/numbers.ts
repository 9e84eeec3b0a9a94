/** Numbers as results carry them. */

/** Four decimals: enough to tell results apart, few enough to read. */
export function rounded(share: number): number {
  return Math.round(share * 1e4) / 1e4;
}
