/**
 * Which regions are one passage? A person who compares two texts sees one copied passage, whatever was edited in it and in which order its
 * sentences now are: regions that are close to each other in both texts. Words that B repeats are one passage, too: the strongest
 * region is its place, the others are listed as further places.
 */
import type { Region } from './regions.ts';

/** Words between two regions in A that have a place elsewhere in B count for less: one sentence among many may be found in another place. */
const FOREIGN_WORD = 1 / 3;
/** The gap in B may be up to this many times as wide as the gap in A, because a sentence may have been left out. */
const GAP_TIMES_B = 3;
/** Regions are parted again and again until nothing changes; hostile texts could need very many rounds, so there is a limit. */
const MOST_ROUNDS = 16;

/** The regions of one passage. */
export interface WholePassage {
  /** In the order of A. No two have many words of A in common. */
  readonly regions: readonly Region[];
  /** Where else B has words of these regions. */
  readonly elsewhere: readonly Region[];
}

export interface WholePassages {
  readonly passages: readonly WholePassage[];
  /** How often a region was looked at. */
  readonly looked: number;
}

/** @param words Words of A. @param gap Words of A that may be between two regions of a passage. */
export function wholePassages(regions: readonly Region[], words: number, gap: number): WholePassages {
  const owner = new Int32Array(words).fill(-1);
  const { first, further } = byPlace(regions, owner);
  const { clusters, looked } = clustersOf(first, distances(owner), gap);
  clusters.forEach((cluster, number) => {
    for (const { aStart, aEnd } of cluster) owner.fill(number, aStart, aEnd);
  });
  const elsewhere: Region[][] = clusters.map(() => []);
  for (const region of further)
    elsewhere[mostFrequent(owner.subarray(region.aStart, region.aEnd))].push(region);
  const passages = clusters.map((cluster, number) => ({ regions: cluster, elsewhere: elsewhere[number] }));
  return { passages, looked: looked + regions.length };
}

/** The strongest region for each place of A, and further ones that say where else B has these words. Uses `marked` as scratch space. */
function byPlace(regions: readonly Region[], marked: Int32Array): { first: Region[]; further: Region[] } {
  const first: Region[] = [];
  const further: Region[] = [];
  for (const region of [...regions].sort((x, y) => y.strength - x.strength)) {
    const { aStart, aEnd } = region;
    const known = marked.subarray(aStart, aEnd).reduce((sum, one) => sum + (one === -1 ? 0 : 1), 0);
    if (2 * known > aEnd - aStart) further.push(region);
    else {
      marked.fill(0, aStart, aEnd);
      first.push(region);
    }
  }
  return { first, further };
}

/** For every word of A how far it is from the first one, if words that have a region count for less. */
function distances(marked: Int32Array): Float64Array {
  const sums = new Float64Array(marked.length + 1);
  marked.forEach((one, word) => {
    sums[word + 1] = sums[word] + (one === -1 ? 1 : FOREIGN_WORD);
  });
  return sums;
}

/** Parts regions wherever the gap in A is too wide, then each part wherever the gap in B is, and so on until nothing changes. */
function clustersOf(
  regions: readonly Region[],
  placesInA: Float64Array,
  gap: number,
): { clusters: Region[][]; looked: number } {
  const clusters: Region[][] = [];
  let looked = 0;
  // `whole`: it was not parted on the other side
  let open = [{ list: [...regions], whole: false }];
  for (let round = 0; open.length > 0; round++) {
    const next: typeof open = [];
    for (const { list, whole } of open) {
      looked += list.length;
      const parts =
        round % 2 === 0
          ? parted(list, gap, ({ aStart, aEnd }) => [placesInA[aStart], placesInA[aEnd]])
          : parted(list, GAP_TIMES_B * gap, ({ bStart, bEnd }) => [bStart, bEnd]);
      if ((parts.length === 1 && whole) || round === MOST_ROUNDS) clusters.push(...parts);
      else for (const part of parts) next.push({ list: part, whole: parts.length === 1 });
    }
    open = next;
  }
  for (const cluster of clusters) cluster.sort((x, y) => x.aStart - y.aStart || x.bStart - y.bStart);
  return { clusters: clusters.sort(([x], [y]) => x.aStart - y.aStart || x.bStart - y.bStart), looked };
}

/** Cuts a list, in the order of one text, wherever more than `gap` words separate two regions. */
function parted(
  list: readonly Region[],
  gap: number,
  rangeOf: (region: Region) => readonly [number, number],
): Region[][] {
  const parts: Region[][] = [];
  let reached = Number.NEGATIVE_INFINITY;
  for (const region of [...list].sort((x, y) => rangeOf(x)[0] - rangeOf(y)[0])) {
    const [start, end] = rangeOf(region);
    if (start - reached > gap) parts.push([]);
    parts[parts.length - 1].push(region);
    reached = Math.max(reached, end);
  }
  return parts;
}

/** The number that occurs most often in a list, apart from -1. */
function mostFrequent(list: Int32Array): number {
  const counts = new Map<number, number>();
  let most = -1;
  for (const one of list) {
    if (one === -1) continue;
    counts.set(one, (counts.get(one) ?? 0) + 1);
    if (most === -1 || counts.get(one)! > counts.get(most)!) most = one;
  }
  return most;
}
