/** How large lists of signatures are split, so that none is much larger than others. */

/** A list has at most this many parts. More are needed only for copies of one signature, which cannot be told apart. */
const MOST_PARTS = 64;

export interface Split {
  /** The number of the signature that is the first centroid of each part; the parts of a list are neighbors. */
  readonly seeds: Uint32Array;
  /** For every list `width` numbers: its parts, the last one repeated. The row of an empty list means nothing. */
  readonly rows: Uint32Array;
  readonly width: number;
}

/** Splits lists into parts of about the usual size, given the list of every signature. A small list is one part, an empty one none. */
export function splitLists(listOf: Uint32Array, lists: number, usualSize: number): Split {
  const sizes = new Uint32Array(lists);
  for (const list of listOf) sizes[list]++;
  const parts = sizes.map((size) => Math.min(size, MOST_PARTS, Math.max(1, Math.round(size / usualSize))));
  const width = parts.reduce((most, count) => Math.max(most, count), 1);
  const rows = new Uint32Array(lists * width);
  let first = 0;
  for (const [list, count] of parts.entries()) {
    for (let i = 0; i < width; i++) rows[list * width + i] = first + Math.max(0, Math.min(i, count - 1));
    first += count;
  }
  return { seeds: spreadSeeds(listOf, sizes, parts, first), rows, width };
}

/** The seeds of a list are spread evenly over its signatures. */
function spreadSeeds(listOf: Uint32Array, sizes: Uint32Array, parts: Uint32Array, total: number) {
  const seeds = new Uint32Array(total);
  const next = new Uint32Array(sizes.length);
  for (let list = 1; list < next.length; list++) next[list] = next[list - 1] + parts[list - 1];
  const taken = new Uint32Array(sizes.length);
  const seen = new Uint32Array(sizes.length);
  for (const [signature, list] of listOf.entries()) {
    const place = Math.floor(((taken[list] + 0.5) * sizes[list]) / parts[list]);
    if (seen[list]++ !== place || taken[list] === parts[list]) continue;
    taken[list]++;
    seeds[next[list]++] = signature;
  }
  return seeds;
}
