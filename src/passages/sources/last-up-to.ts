/** Search in ascending numbers. */

/** The last index whose value is at most `value`, in an ascending array. */
export function lastUpTo(ascending: Uint32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
