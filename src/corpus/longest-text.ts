/** How much room texts need. */

/** Bytes of the longest text. @param ranges Position and length of every text. */
export function longestText(ranges: Float64Array): number {
  let longest = 0;
  for (let i = 1; i < ranges.length; i += 2) longest = Math.max(longest, ranges[i]);
  return longest;
}
