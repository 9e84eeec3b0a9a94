/** Binary search in ascending places. */

/** How many of these ascending places are below a limit. */
export function placesBelow(ascending: Uint32Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
