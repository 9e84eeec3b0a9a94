/** Two sentences as word hashes: how much of the longer one they have in common, in the same order or in any. */

/**
 * Paper D's p: the longest common subsequence of words over the words of the longer sentence. Sentences have at most
 * a hundred words or so, so the plain table will do.
 */
export function commonInOrder(a: Uint32Array, b: Uint32Array): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 0;
  let row = new Uint16Array(b.length + 1);
  let next = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      next[j + 1] = a[i] === b[j] ? row[j] + 1 : Math.max(row[j + 1], next[j]);
    }
    [row, next] = [next, row];
  }
  return row[b.length] / longer;
}

/** The same, whatever the order of the words. */
export function commonInAnyOrder(a: Uint32Array, b: Uint32Array): number {
  const longer = Math.max(a.length, b.length);
  if (longer === 0) return 0;
  const [x, y] = [a.slice().sort(), b.slice().sort()];
  let common = 0;
  for (let i = 0, j = 0; i < x.length && j < y.length; ) {
    if (x[i] === y[j]) {
      common++;
      i++;
      j++;
    } else if (x[i] < y[j]) i++;
    else j++;
  }
  return common / longer;
}
